import { EllipsisVertical } from 'lucide-react'
import { type ComponentPropsWithRef, type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import { NOT_LOADED } from '#src/contract/failure.ts'
import { notify } from '#src/islands/toasts.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import type { OpenedMenuProps, RowAction } from './row-action.ts'

const load = () => import('./OpenedMenu.tsx')

/** The menu as it opens: `startAt` is the action that gets the focus, -1 for none. */
type Opened = { Menu: ComponentType<OpenedMenuProps>; startAt: number }

/**
 * The actions of one row behind one button. The menu is loaded when the button is pointed at or focused, and stays. Until it
 * is there, the button keeps the focus, and arrow keys move the action that the menu will open at.
 */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [opened, setOpened] = useState<Opened>()
  const startAt = useRef<number | undefined>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  if (opened) return <opened.Menu name={name} actions={actions} startAt={opened.startAt} Button={MenuButton} />

  const open = async (at: number) => {
    const isLoading = startAt.current !== undefined
    startAt.current = at
    if (isLoading) return
    try {
      const { OpenedMenu } = await load()
      // Does not open the menu after Escape or once another control has the focus.
      const isWaiting = document.activeElement === button.current || document.activeElement === document.body
      if (startAt.current !== undefined && isWaiting) setOpened({ Menu: OpenedMenu, startAt: startAt.current })
    } catch {
      notify({ kind: 'error', message: NOT_LOADED })
    }
    startAt.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') startAt.current = undefined
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    void open(Math.max((startAt.current ?? -1) + by, 0))
  }
  // A failure is shown when the button is pressed, not before.
  const prefetch = () => void load().catch(() => {})
  return (
    <MenuButton
      ref={button}
      name={name}
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onKeyDown={onKeyDown}
      // A click without a pointer is a key press, after which a menu focuses its first action.
      onClick={({ detail }) => void open(detail === 0 ? 0 : -1)}
    />
  )
}

/** The button that opens the menu. */
function MenuButton({ name, ...button }: ComponentPropsWithRef<'button'> & { name: string }) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...button}
      aria-label={`Actions for ${name}`}
      className={buttonClass({ variant: 'ghost', size: 'icon', className: 'admin-row-button shrink-0' })}
    >
      <EllipsisVertical aria-hidden="true" className="size-5" />
    </button>
  )
}
