import { DropdownMenu } from 'radix-ui'
import { type FocusEvent, useRef } from 'react'
import type { OpenedMenuProps, RowAction } from './row-action.ts'

/**
 * The actions of one row. It is open at first, because the press that opens it also loads it. Not modal: Radix would then
 * lock the page by a style that our policy refuses.
 */
export function OpenedMenu({ name, actions, startAt, Button }: OpenedMenuProps) {
  const start = useRef(startAt)
  const chosen = useRef<RowAction['run'] | undefined>(undefined)
  // Runs after the button has its focus back, so that a dialog returns the focus to the button when it closes.
  const runChosen = () => {
    const { current: run } = chosen
    chosen.current = undefined
    if (run) setTimeout(run)
  }
  // Radix did not see the keys that were pressed before it was loaded, so the first focus is set here.
  const focusStart = ({ target, currentTarget }: FocusEvent<HTMLDivElement>) => {
    if (start.current < 0 || target !== currentTarget) return
    const items = currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]:not([data-disabled])')
    items[Math.min(start.current, items.length - 1)]?.focus()
    start.current = -1
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <Button name={name} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          onFocus={focusStart}
          onCloseAutoFocus={runChosen}
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="admin-menu"
        >
          {actions.map(({ label, run, disabledReason, isDestructive }) => (
            <DropdownMenu.Item
              key={label}
              disabled={disabledReason !== undefined}
              onSelect={() => {
                chosen.current = run
              }}
              data-destructive={isDestructive || undefined}
              className="admin-menu-item"
            >
              {label}
              {disabledReason && <span className="block text-[.8125rem] text-soft">{disabledReason}</span>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
