import { useStore } from '@nanostores/react'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useRef } from 'react'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { GROUPS, hasRole, SCREENS } from '../routes.ts'

/** Every screen by the first letters of its name, without leaving the keyboard. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const viewer = useStore($viewer)
  const open = SCREENS.filter(({ path, role }) => !path.includes('$') && hasRole(viewer?.roles ?? [], role))
  const groups = GROUPS.filter((group) => open.some((screen) => screen.group === group))
  const input = useRef<HTMLInputElement>(null)
  // The dialog opens upon what comes first in it; whoever opened this wants to type.
  useEffect(() => input.current?.focus(), [])
  const go = (href: string) => {
    onClose()
    void router.navigate({ href })
  }
  return (
    <Dialog isOpen title="Go to" onClose={onClose}>
      <Command label="Screens" className="mt-4">
        <Command.Input ref={input} placeholder="Events, vendors, users…" className={inputClass()} />
        <Command.List className="mt-3 max-h-[50dvh] overflow-auto">
          <Command.Empty className="px-3 py-6 text-soft">No screen has this name.</Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group} heading={group} className="admin-palette-group">
              {open
                .filter((screen) => screen.group === group)
                .map(({ path, title, icon: Icon, words }) => (
                  <Command.Item
                    key={path}
                    value={`${title} ${words ?? ''}`}
                    onSelect={() => go(path)}
                    className="admin-palette-item"
                  >
                    <Icon aria-hidden="true" className="size-[1.125rem]" />
                    {title}
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
