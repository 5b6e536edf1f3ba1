import { DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useEffect, useState } from 'react'
import type { EventPart } from '#src/contract/event-parts.ts'
import { moved } from './part-changes.ts'
import { SortableRow } from './SortableRow.tsx'
import { HOW_TO_MOVE, placeOf, spokenMoves } from './spoken-moves.ts'

type SortablePartsProps<Part extends EventPart> = {
  /** What the list is: 'vendors'. */
  what: string
  items: readonly Part[]
  nameOf: (part: Part) => string
  onOrder: (next: Part[]) => void
  /** The three parts of a row beside what moves it. */
  row: (part: Part) => { body: ReactNode; state: ReactNode; tools: ReactNode }
}

/**
 * A list that is put in order by dragging, by the keyboard and by plain buttons. Each way says where the entry is and where
 * it ends. (security AX3, WCAG 2.5.7: nothing needs dragging)
 */
export function SortableParts<Part extends EventPart>({
  what,
  items: known,
  nameOf,
  onOrder,
  row,
}: SortablePartsProps<Part>) {
  const [said, say] = useState('')
  const [items, goAhead] = useAhead(known)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const names = new Map(items.map((part) => [part.id, nameOf(part)]))
  const ids = items.map(({ id }) => id)
  const move = (from: number, to: number) => {
    const part = items[from]
    if (!part || to < 0 || to >= items.length || from === to) return
    const next = moved(items, from, to)
    goAhead(next)
    onOrder(next)
    say(`${nameOf(part)} moved to ${placeOf(to, items.length)}.`)
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
                name={nameOf(part)}
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
function useAhead<Item extends { id: string }>(items: readonly Item[]): [readonly Item[], (next: Item[]) => void] {
  const [ahead, setAhead] = useState<{ from: string; next: Item[] }>()
  useEffect(() => {
    if (!ahead) return
    const timer = setTimeout(() => setAhead(undefined), MOMENT)
    return () => clearTimeout(timer)
  }, [ahead])
  const order = items.map(({ id }) => id).join()
  return [ahead?.from === order ? ahead.next : items, (next) => setAhead({ from: order, next })]
}
