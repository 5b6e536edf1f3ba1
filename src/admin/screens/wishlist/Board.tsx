import { closestCorners, DndContext, PointerSensor, useDroppable, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useId } from 'react'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import { MOVE_KEYS, NO_MATCHES, NOTHING_SHIPPED, type Wish } from '#src/contract/wish.ts'
import { Button } from '#src/ui/Button.tsx'
import { TabRow } from '#src/ui/Tabs.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import type { List } from '../../blocks/use-list.ts'
import { useMedia } from '../../blocks/use-media.ts'
import { cardActions, keyStep, type Move, toDrop } from './board-moves.ts'
import { useBoardMoves, useColumn, useWishRemoval } from './use-board.tsx'
import { WishCard } from './WishCard.tsx'
import { COLUMN_NAMES } from './wish-calls.ts'

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
  const isWide = useMedia(WIDE)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const tabId = `${id}${column}tab`
  const shown = isWide ? WISH_STATUSES : [column]
  const { moves, said, wanted, move } = useBoardMoves(q, {
    isShown: (status) => shown.includes(status),
    focusElsewhere: () => document.getElementById(tabId)?.focus(),
  })
  const remove = useWishRemoval()
  const panel = { role: 'tabpanel', id: `${id}panel`, 'aria-labelledby': tabId }
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
      actions={cardActions(wish, ids, {
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
          {shown.map((status) => (
            <Column key={status} status={status} q={q} moves={moves} card={card} />
          ))}
        </div>
      </DndContext>
    </>
  )
}

/** The status above announces moves, so the drag library stays silent. */
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
  return <TabRow id={id} label="Columns" tabs={TABS} current={column} onChange={onColumn} panelId={`${id}panel`} />
}

/** The width that five columns and the sidebar need; the same as Tailwind's `xl`. */
const WIDE = '(min-width: 80rem)'

type BoardColumnProps = {
  status: WishStatus
  list: List<Wish>
  isSearch: boolean
  card: (wish: Wish, ids: readonly string[]) => ReactNode
}

const EMPTY: Record<WishStatus, string> = {
  idea: 'No ideas yet. Promote a report or add a wish.',
  planned: 'Nothing planned.',
  in_progress: 'Nothing in progress.',
  shipped: `${NOTHING_SHIPPED}.`,
  declined: 'Nothing declined.',
}

/** One column of the board. A card that is dropped on the column itself comes first. */
function BoardColumn({ status, list, isSearch, card }: BoardColumnProps) {
  const id = useId()
  const { setNodeRef, isOver } = useDroppable({ id: status })
  const ids = list.data?.map((wish) => wish.id) ?? []
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={id}
      data-over={isOver || undefined}
      className="min-h-40 min-w-0 rounded-lg border-2 border-line bg-ground p-2 data-[over]:border-ink"
    >
      <h2 id={id} className="label flex items-baseline justify-between gap-2 px-1.5 pt-1 pb-2 text-[1.375rem]">
        {COLUMN_NAMES[status]}
        {list.data && (
          <span className="text-[1.125rem] text-soft tabular-nums">
            {ids.length}
            {list.hasMore && '+'}
          </span>
        )}
      </h2>
      <Shown query={list} what={`the wishes in “${COLUMN_NAMES[status]}”`}>
        {(wishes) =>
          wishes.length === 0 ? (
            <p className="px-1.5 py-3 text-soft leading-snug">{isSearch ? NO_MATCHES : EMPTY[status]}</p>
          ) : (
            <SortableContext id={status} items={ids} strategy={verticalListSortingStrategy}>
              <ol aria-labelledby={id} className="grid grid-cols-1 gap-2">
                {wishes.map((wish) => card(wish, ids))}
              </ol>
            </SortableContext>
          )
        }
      </Shown>
      {list.hasMore && (
        <Button variant="outline" size="sm" isBusy={list.isLoadingMore} onClick={list.loadMore} className="mt-3 w-full">
          {list.isLoadingMore ? 'Loading...' : 'Show more'}
          <span className="sr-only"> in {COLUMN_NAMES[status]}</span>
        </Button>
      )}
    </section>
  )
}
