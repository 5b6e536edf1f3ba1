import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { buttonClass } from '#src/ui/button-class.ts'

/** The list with the entry at `from` moved to `to`. Places count from 0. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

const WAYS = [
  { by: -1, way: 'up', end: 'first', Icon: ArrowUp },
  { by: 1, way: 'down', end: 'last', Icon: ArrowDown },
] as const

type MoveButtonsProps = {
  /** Names the entry to people who cannot see it. */
  name: string
  /** Its place, from 0, among `count`. */
  at: number
  count: number
  onMove: (to: number) => void
  className: string
}

/** Up and down by one, by click, Enter or an arrow key. The focus goes with the entry, whose place in the page changes. */
export function MoveButtons({ name, at, count, onMove, className }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what makes the browser drop the focus
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [at])
  const canMove = (by: number) => at + by >= 0 && at + by < count
  const move = (button: HTMLButtonElement, by: number) => {
    if (!canMove(by)) return
    pressed.current = button
    onMove(at + by)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(event.currentTarget, by)
  }
  return (
    <span className="inline-flex align-middle">
      {WAYS.map(({ by, way, end, Icon }) => (
        <button
          key={way}
          type="button"
          aria-label={`Move ${name} ${way}`}
          aria-disabled={!canMove(by) || undefined}
          title={canMove(by) ? `Move ${way}` : `Already ${end}`}
          onClick={({ currentTarget }) => move(currentTarget, by)}
          onKeyDown={onKeyDown}
          className={buttonClass({
            variant: 'ghost',
            size: 'icon',
            className: `${className} aria-disabled:cursor-not-allowed aria-disabled:opacity-45`,
          })}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      ))}
    </span>
  )
}
