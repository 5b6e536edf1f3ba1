import { closestCorners, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import { MOVE_KEYS, type Wish } from '#src/contract/wish.ts'
import { TabRow } from '#src/ui/Tabs.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import type { Move } from './board-moves.ts'
import { actionsOf, keyStep, toDrop } from './card-moves.ts'
import { useActs } from './use-acts.tsx'
import { useColumn } from './use-board.ts'
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
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const { moves, said, wanted, move } = useActs(q)
  const remove = useWishRemoval()
  const panel = { role: 'tabpanel', id: `${id}panel`, 'aria-labelledby': `${id}${column}tab` }
  const card = (wish: Wish, ids: readonly string[]) => (
    <WishCard
      key={wish.id}
      wish={wish}
      wanted={wanted}
      onKey={(event) => {
        const next = keyStep(event.key, wish, ids)
        if (next !== undefined) event.preventDefault()
        move(next, 'key')
      }}
      actions={actionsOf(wish, ids, {
        move: (next) => move(next, 'key'),
        edit: () => open(wish.id),
        remove: () => remove(wish),
      })}
    />
  )
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <p id="wish-keys" hidden>
        {MOVE_KEYS}
      </p>
      {!isWide && <ColumnTabs id={id} column={column} onColumn={onColumn} />}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCorners}
        onDragEnd={(event) => move(toDrop(event), 'pointer')}
        accessibility={SILENT}
      >
        <div {...(!isWide && panel)} className="grid grid-cols-1 gap-3 xl:grid-cols-5">
          {(isWide ? WISH_STATUSES : [column]).map((status) => (
            <Column key={status} status={status} q={q} moves={moves} card={card} />
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

type ColumnProps = {
  status: WishStatus
  q: string
  moves: readonly Move[]
  card: (wish: Wish, ids: readonly string[]) => ReactNode
}

function Column({ status, q, moves, card }: ColumnProps) {
  const list = useColumn(status, q, moves)
  return <BoardColumn status={status} list={list} isSearch={q !== ''} card={card} />
}

type ColumnTabsProps = { id: string; column: WishStatus; onColumn: (column: WishStatus) => void }

const TABS = WISH_STATUSES.map((name) => ({ name, title: COLUMN_NAMES[name] }))

/** The columns as tabs, where one has room at a time. Its panel has the id `{id}panel`. */
function ColumnTabs({ id, column, onColumn }: ColumnTabsProps) {
  return (
    <div className="mb-4 overflow-x-auto">
      <div className="min-w-104 whitespace-nowrap">
        <TabRow id={id} label="Columns" tabs={TABS} current={column} onChange={onColumn} panelId={`${id}panel`} />
      </div>
    </div>
  )
}

/** Five columns and the sidebar need as much. Tailwind's `xl` says the same. */
const WIDE = '(min-width: 80rem)'

/** True where the columns of the board have room side by side. */
function useWide(): boolean {
  return useSyncExternalStore(
    (change) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', change)
      return () => media.removeEventListener('change', change)
    },
    () => matchMedia(WIDE).matches,
  )
}
