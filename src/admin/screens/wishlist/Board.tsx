import { closestCorners, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { useId, useRef, useState } from 'react'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import type { Wish } from '#src/contract/wish.ts'
import { TabRow } from '#src/ui/Tabs.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import type { Move } from './board-moves.ts'
import { actionsOf, keyStep, toDrop } from './card-moves.ts'
import { confirmShipping } from './confirm-shipping.tsx'
import { useColumn, useMoves } from './use-board.ts'
import { useWide } from './use-wide.ts'
import { useWishRemoval } from './use-wish-removal.tsx'
import { WishCard } from './WishCard.tsx'
import { COLUMN_NAMES } from './wish-words.ts'

type BoardProps = {
  q: string
  /** The column a phone shows. */
  column: WishStatus
  onColumn: (column: WishStatus) => void
  open: (id: string) => void
}

/** The columns, side by side where there is room, one at a time where there is not. Nothing needs dragging. (WCAG 2.5.7) */
export function Board({ q, column, onColumn, open }: BoardProps) {
  const id = useId()
  const isWide = useWide()
  const [said, say] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const { moves, move } = useMoves(q)
  const wanted = useRef<string | undefined>(undefined)
  const remove = useWishRemoval()
  const act = (next: Move | undefined, takesFocus: boolean) => {
    if (!next) return
    const go = () => {
      if (takesFocus) wanted.current = next.wish.id
      move(next)
      say(`${next.wish.title} moved ${saidOf(next)}.`)
    }
    confirmShipping(next, go)
  }
  const drop = (event: DragEndEvent) => act(toDrop(event), false)
  const shown = isWide ? WISH_STATUSES : [column]
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <p id="wish-keys" hidden>
        The arrow keys move it: up and down in its column, left and right to the next one.
      </p>
      {!isWide && (
        <div className="mb-4 overflow-x-auto">
          <div className="min-w-104">
            <TabRow
              id={id}
              label="Columns"
              tabs={WISH_STATUSES.map((name) => ({ name, title: COLUMN_NAMES[name] }))}
              current={column}
              onChange={onColumn}
              panelId={`${id}panel`}
            />
          </div>
        </div>
      )}
      <DndContext sensors={sensors} collisionDetection={closestCorners} onDragEnd={drop} accessibility={SILENT}>
        <div
          {...(!isWide && { role: 'tabpanel', id: `${id}panel`, 'aria-labelledby': `${id}${column}tab` })}
          className="grid items-stretch gap-3 xl:grid-cols-5"
        >
          {shown.map((status) => (
            <Column key={status} status={status} q={q} moves={moves}>
              {(wish, ids) => (
                <WishCard
                  key={wish.id}
                  wish={wish}
                  wanted={wanted}
                  onKey={(event) => {
                    const next = keyStep(event.key, wish, ids)
                    if (next !== undefined) event.preventDefault()
                    if (next) act(next, true)
                  }}
                  actions={actionsOf(wish, ids, {
                    move: (next) => act(next, true),
                    edit: () => open(wish.id),
                    remove: () => remove(wish),
                  })}
                />
              )}
            </Column>
          ))}
        </div>
      </DndContext>
    </>
  )
}

/** What is dragged is said by the status above, in words of the board. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

function saidOf({ wish, status, after }: Move): string {
  const column = COLUMN_NAMES[status]
  if (wish.status !== status) return `to ${column}`
  return after === null ? `to the beginning of ${column}` : `within ${column}`
}

type ColumnProps = {
  status: WishStatus
  q: string
  moves: readonly Move[]
  children: (wish: Wish, ids: readonly string[]) => React.ReactNode
}

function Column({ status, q, moves, children }: ColumnProps) {
  const list = useColumn(status, q, moves)
  return <BoardColumn status={status} list={list} isSearch={q !== ''} card={children} />
}
