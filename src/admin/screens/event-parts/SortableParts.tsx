import {
  type Announcements,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { DROPPED_AT } from '#src/contract/event-parts.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { MoveButtons } from '../../blocks/MoveButtons.tsx'
import { toMoved } from './part-changes.ts'

/** Something that has a place in a list, and may be hidden there. */
type Sortable = { id: string; isActive: boolean }

type SortablePartsProps<Part extends Sortable> = {
  /** What the list is: 'vendors'. */
  what: string
  items: readonly Part[]
  getName: (part: Part) => string
  onOrder: (next: Part[]) => void
  /** The three parts of a row beside what moves it. */
  row: (part: Part) => { body: ReactNode; state: ReactNode; tools: ReactNode }
}

/**
 * A list that is put in order by dragging, by the keyboard and by plain buttons. Each way says where the entry is and where
 * it ends. (security AX3, WCAG 2.5.7: nothing needs dragging)
 */
export function SortableParts<Part extends Sortable>({
  what,
  items: known,
  getName,
  onOrder,
  row,
}: SortablePartsProps<Part>) {
  const [said, say] = useState('')
  const [items, showEarly] = useEarlyOrder(known)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const names = new Map(items.map((part) => [part.id, getName(part)]))
  const ids = items.map(({ id }) => id)
  const move = (from: number, to: number) => {
    const part = items[from]
    if (!part || to < 0 || to >= items.length || from === to) return
    const next = toMoved(items, from, to)
    showEarly(next)
    onOrder(next)
    say(`${getName(part)} moved to ${toPosition(to, items.length)}.`)
  }
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <DndContext
        sensors={sensors}
        modifiers={[upAndDown]}
        accessibility={{
          announcements: spokenMoves(ids, names),
          screenReaderInstructions: { draggable: HOW_TO_MOVE },
        }}
        onDragEnd={({ active, over }) => {
          if (over) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol aria-label={what} className="grid gap-2">
            {items.map((part, at) => (
              <SortableRow
                key={part.id}
                part={part}
                name={getName(part)}
                at={at}
                count={items.length}
                onMove={(to) => move(at, to)}
                {...row(part)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  )
}

/** A list is one column: nothing is dragged out of it sideways. */
function upAndDown({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) {
  return { ...transform, x: 0 }
}

/** Longer than the next look at the list takes, in milliseconds. */
const MOMENT = 150

/**
 * A list that shows its new order in the very render in which an entry is let go; the change itself is seen a moment later,
 * and the entry would jump back in between.
 */
function useEarlyOrder<Item extends { id: string }>(items: readonly Item[]): [readonly Item[], (next: Item[]) => void] {
  const [ahead, setAhead] = useState<{ from: string; next: Item[] }>()
  useEffect(() => {
    if (!ahead) return
    const timer = setTimeout(() => setAhead(undefined), MOMENT)
    return () => clearTimeout(timer)
  }, [ahead])
  const order = items.map(({ id }) => id).join()
  return [ahead?.from === order ? ahead.next : items, (next) => setAhead({ from: order, next })]
}

type SortableRowProps = {
  part: Sortable
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

const SIZE = 'size-10! shrink-0'
const STILL = '(prefers-reduced-motion: reduce)'

/** One entry: what moves it, its number, what it is and what can be done with it. */
function SortableRow({ part, name, at, count, onMove, body, state, tools }: SortableRowProps) {
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
          className={buttonClass({
            variant: 'ghost',
            size: 'icon',
            className: `${SIZE} cursor-grab! touch-none active:cursor-grabbing!`,
          })}
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
        <MoveButtons name={name} at={at} count={count} onMove={onMove} className={SIZE} />
        {tools}
      </span>
    </li>
  )
}

/** Read out with every handle. */
const HOW_TO_MOVE = 'To move it, press Space, then the arrow keys. Press Space to drop it or Escape to cancel.'

/** `position 2 of 5`; places count from 0. */
function toPosition(at: number, count: number): string {
  return `position ${at + 1} of ${count}`
}

type Moving = { active: { id: UniqueIdentifier }; over: { id: UniqueIdentifier } | null }

/** What is said while an entry is carried. `ids` are in the order of before. */
function spokenMoves(ids: readonly string[], names: ReadonlyMap<string, string>): Announcements {
  const getName = ({ id }: { id: UniqueIdentifier }) => names.get(String(id)) ?? 'The entry'
  const spot = ({ id }: { id: UniqueIdentifier }) => toPosition(ids.indexOf(String(id)), ids.length)
  const held = (active: { id: UniqueIdentifier }) => `${getName(active)} is picked up at ${spot(active)}.`
  return {
    onDragStart: ({ active }) => held(active),
    onDragOver: ({ active, over }: Moving) => {
      // Said at once after it is picked up, and would silence that.
      if (over?.id === active.id) return held(active)
      return over ? `${getName(active)} is over ${spot(over)}.` : `${getName(active)} is not over a position.`
    },
    onDragEnd: ({ active, over }: Moving) =>
      over ? `${getName(active)} ${DROPPED_AT} ${spot(over)}.` : `${getName(active)} is back at ${spot(active)}.`,
    onDragCancel: ({ active }) => `Move cancelled. ${getName(active)} is back at ${spot(active)}.`,
  }
}
