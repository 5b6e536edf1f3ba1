import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { EventPart } from '#src/contract/event-parts.ts'
import { buttonClass } from '#src/ui/button-class.ts'

type SortableRowProps = {
  part: EventPart
  name: string
  /** Its place, from 0, among `count`. */
  at: number
  count: number
  onMove: (to: number) => void
  /** What it is, whether it is shown, and what else can be done with it. */
  body: ReactNode
  state: ReactNode
  tools: ReactNode
}

const icon = buttonClass({ variant: 'ghost', size: 'icon', className: 'size-10! shrink-0' })
const STILL = '(prefers-reduced-motion: reduce)'

/** One entry: what moves it, its number, what it is and what can be done with it. */
export function SortableRow({ part, name, at, count, onMove, body, state, tools }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: part.id,
    ...(matchMedia(STILL).matches && { transition: null }),
  })
  return (
    <li
      ref={setNodeRef}
      data-hidden={!part.isActive || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className="relative flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border-2 border-line bg-surface py-2 pr-3 pl-1 data-[hidden]:border-dashed data-[hidden]:bg-ground data-[dragging]:z-10 data-[dragging]:border-ink data-[dragging]:shadow-xl"
    >
      <span className="flex shrink-0 flex-col items-center sm:flex-row sm:gap-2">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Move ${name}`}
          className={`${icon} cursor-grab! touch-none active:cursor-grabbing!`}
        >
          <GripVertical aria-hidden="true" className="size-5" />
        </button>
        <span aria-hidden="true" className="label w-8 text-center text-[1.625rem] text-soft tabular-nums">
          {at + 1}
        </span>
      </span>
      {body}
      <span className="ml-auto flex shrink-0 items-center">
        {state}
        <MoveButtons name={name} at={at} count={count} onMove={onMove} />
        {tools}
      </span>
    </li>
  )
}

type MoveButtonsProps = Pick<SortableRowProps, 'name' | 'at' | 'count' | 'onMove'>

/** Up and down by one. The focus follows the entry, whose place in the page changes. */
function MoveButtons({ name, at, count, onMove }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what makes the browser drop the focus
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [at])
  const move = (button: HTMLButtonElement, to: number) => {
    pressed.current = button
    onMove(to)
  }
  return (
    <>
      <button
        type="button"
        aria-label={`Move ${name} up`}
        aria-disabled={at === 0 || undefined}
        title={at === 0 ? 'Already first' : 'Move up'}
        onClick={({ currentTarget }) => at > 0 && move(currentTarget, at - 1)}
        className={`${icon} aria-disabled:cursor-not-allowed aria-disabled:opacity-50`}
      >
        <ArrowUp aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label={`Move ${name} down`}
        aria-disabled={at === count - 1 || undefined}
        title={at === count - 1 ? 'Already last' : 'Move down'}
        onClick={({ currentTarget }) => at < count - 1 && move(currentTarget, at + 1)}
        className={`${icon} aria-disabled:cursor-not-allowed aria-disabled:opacity-50`}
      >
        <ArrowDown aria-hidden="true" className="size-5" />
      </button>
    </>
  )
}
