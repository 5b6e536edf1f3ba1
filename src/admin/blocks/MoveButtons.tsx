import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { buttonClass } from '#src/ui/button-class.ts'

const icon = buttonClass({
  variant: 'ghost',
  size: 'icon',
  className: 'size-10! aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
})

type MoveButtonsProps = { name: string; at: number; count: number; onMove: (to: number) => void }

/** Up and down by one, by click, Enter or an arrow key. The focus goes with the entry, whose place in the page changes. */
export function MoveButtons({ name, at, count, onMove }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what makes the browser drop the focus
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [at])
  const move = (button: HTMLButtonElement, by: number) => {
    const to = at + by
    if (to < 0 || to >= count) return
    pressed.current = button
    onMove(to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(event.currentTarget, by)
  }
  return (
    <span className="inline-flex align-middle">
      <button
        type="button"
        aria-label={`Move ${name} up`}
        aria-disabled={at === 0 || undefined}
        title={at === 0 ? 'Already first' : 'Move up'}
        onClick={({ currentTarget }) => move(currentTarget, -1)}
        onKeyDown={onKeyDown}
        className={icon}
      >
        <ArrowUp aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label={`Move ${name} down`}
        aria-disabled={at === count - 1 || undefined}
        title={at === count - 1 ? 'Already last' : 'Move down'}
        onClick={({ currentTarget }) => move(currentTarget, 1)}
        onKeyDown={onKeyDown}
        className={icon}
      >
        <ArrowDown aria-hidden="true" className="size-5" />
      </button>
    </span>
  )
}
