import { DropdownMenu } from 'radix-ui'
import { type FocusEvent, useRef } from 'react'
import { MenuButton } from './MenuButton.tsx'
import type { RowAction } from './row-action.ts'

type OpenedMenuProps = {
  name: string
  actions: readonly RowAction[]
  /** It was opened by a key: its first action then has the focus, as menus do. */
  byKey: boolean
}

/**
 * The actions of one row, open from the start: it is loaded by the press that opens it. Not modal: Radix would then lock the
 * page by a style our policy refuses.
 */
export function OpenedMenu({ name, actions, byKey }: OpenedMenuProps) {
  const isNew = useRef(byKey)
  const chosen = useRef<RowAction['run'] | undefined>(undefined)
  // After the button has its focus back: a dialog that opens then gives it back to the button in its turn.
  const act = () => {
    const { current: run } = chosen
    chosen.current = undefined
    if (run) setTimeout(run)
  }
  // It was not there yet to see the key that opened it, and so gives the focus to itself.
  const handOn = ({ target, currentTarget }: FocusEvent<HTMLDivElement>) => {
    if (!isNew.current || target !== currentTarget) return
    isNew.current = false
    currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus()
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <MenuButton name={name} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          onFocus={handOn}
          onCloseAutoFocus={act}
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
