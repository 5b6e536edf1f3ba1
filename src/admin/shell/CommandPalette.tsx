import { useStore } from '@nanostores/react'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import { hasRole } from '#src/contract/rank.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { PLACES, SCREENS, type ScreenRoute } from '../routes.ts'
import { NO_SCREENS_FOUND, SEARCH_SCREENS } from './screen-search.ts'

/** Every screen by the first letters of its words, without leaving the keyboard. The best one is always chosen: Enter opens it. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const viewer = useStore($viewer)
  const [search, setSearch] = useState('')
  const [pointed, point] = useState('')
  const open = SCREENS.filter(({ path, role }) => !path.includes('$') && hasRole(viewer?.roles ?? [], role))
  const found = open.filter((screen) => isMeant(screen, search))
  const chosen = found.find(({ path }) => path === pointed) ?? found[0]
  const input = useRef<HTMLInputElement>(null)
  // The dialog opens upon what comes first in it; whoever opened this wants to type.
  useEffect(() => input.current?.focus(), [])
  const go = (href: string) => {
    onClose()
    void router.navigate({ href })
  }
  return (
    <Dialog isOpen title="Go to" onClose={onClose}>
      <Command label="Screens" shouldFilter={false} value={chosen?.path ?? ''} onValueChange={point} className="mt-4">
        <Command.Input
          ref={input}
          value={search}
          onValueChange={setSearch}
          placeholder={SEARCH_SCREENS}
          className={inputClass()}
        />
        <Command.List className="mt-3 max-h-[50dvh] overflow-auto">
          {found.length === 0 && <p className="px-3 py-6 text-soft">{NO_SCREENS_FOUND}</p>}
          {PLACES.map(({ name }) => (
            <Screens key={name} group={name} screens={found.filter(({ place }) => place === name)} onGo={go} />
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

type ScreensProps = { group: string; screens: readonly ScreenRoute[]; onGo: (href: string) => void }

function Screens({ group, screens, onGo }: ScreensProps) {
  if (screens.length === 0) return null
  return (
    <Command.Group heading={group} className="admin-palette-group">
      {screens.map(({ path, title, icon: Icon }) => (
        <Command.Item key={path} value={path} onSelect={() => onGo(path)} className="admin-palette-item">
          <Icon aria-hidden="true" className="size-[1.125rem]" />
          {title}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** True if each typed word begins a word of the screen's title, or of what else people call it. */
function isMeant({ title, words = '' }: ScreenRoute, search: string): boolean {
  const known = `${title} ${words}`.toLowerCase().split(/[\s,]+/)
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean)
  return typed.every((word) => known.some((name) => name.startsWith(word)))
}
