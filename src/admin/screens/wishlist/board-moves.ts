import type { DragEndEvent } from '@dnd-kit/core'
import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '#src/contract/page.ts'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import { SORTED_BY_DATE, type Wish } from '#src/contract/wish.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { COLUMN_NAMES } from './wish-calls.ts'

/** A wish that goes into a column, behind `after` or first. */
export type Move = { wish: Wish; status: WishStatus; after: string | null }

export type ColumnPages = InfiniteData<Page<Wish>, string | undefined>

/** A column with these moves applied. Applying them twice changes nothing more. */
export function applyMoves(column: WishStatus, wishes: readonly Wish[], moves: readonly Move[]): Wish[] {
  return moves.reduce((shown, move) => applyMove(column, shown, move), [...wishes])
}

function applyMove(column: WishStatus, wishes: Wish[], { wish, status, after }: Move): Wish[] {
  const index = wishes.findIndex(({ id }) => id === wish.id)
  const rest = wishes.filter(({ id }) => id !== wish.id)
  if (status !== column) return rest
  // Shipped wishes are sorted by date: a shipped wish keeps its place, a new one comes first.
  if (column === 'shipped') return index >= 0 ? wishes : [{ ...wish, status }, ...rest]
  const at = after === null ? 0 : rest.findIndex(({ id }) => id === after) + 1
  return rest.toSpliced(at, 0, { ...wish, status })
}

/** The pages of a column once a move is done, so that nothing has to be fetched again. */
export function movedPages(column: WishStatus, data: ColumnPages, move: Move): ColumnPages {
  const all = data.pages.flatMap(({ items }) => items)
  const next = applyMoves(column, all, [move])
  const isThere = all.some(({ id }) => id === move.wish.id)
  const grows = next.length - all.length
  const [first = 0, ...more] = data.pages.map(({ items }) => items.length)
  // Pages may end anywhere: the cursor of the next page names a wish, not a number.
  const lengths = [Math.max(0, first + (isThere ? 0 : grows)), ...more]
  let from = 0
  const pages = data.pages.map((page, at) => {
    const until = at === data.pages.length - 1 ? next.length : from + (lengths[at] ?? 0)
    const items = next.slice(from, until)
    from = until
    return { ...page, items }
  })
  return { ...data, pages }
}

/** Behind which wish one that is dropped on `over` goes, below its middle or above; null is first. */
export function findDropPlace(
  ids: readonly string[],
  { moved, over, isBelow }: { moved: string; over: string; isBelow: boolean },
) {
  const rest = ids.filter((id) => id !== moved)
  const at = rest.indexOf(over)
  return isBelow ? over : (rest[at - 1] ?? null)
}

/** The column that many steps to the right, if there is one. */
export function columnBeside(column: WishStatus, step: -1 | 1, columns: readonly WishStatus[]): WishStatus | undefined {
  return columns[columns.indexOf(column) + step]
}

const BY_DAY = SORTED_BY_DATE

/**
 * The move of a wish among `ids` by an arrow key: null if it cannot move, undefined for any other key. In another column the
 * wish comes first.
 */
export function keyStep(key: string, wish: Wish, ids: readonly string[]): Move | null | undefined {
  if (key === 'ArrowUp') return toMoveUp(wish, ids)
  if (key === 'ArrowDown') return toMoveDown(wish, ids)
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const status = columnBeside(wish.status, key === 'ArrowLeft' ? -1 : 1, WISH_STATUSES)
  return status ? { wish, status, after: null } : null
}

function toMoveUp(wish: Wish, ids: readonly string[]): Move | null {
  const at = ids.indexOf(wish.id)
  if (at <= 0 || wish.status === 'shipped') return null
  return { wish, status: wish.status, after: ids[at - 2] ?? null }
}

function toMoveDown(wish: Wish, ids: readonly string[]): Move | null {
  const next = ids[ids.indexOf(wish.id) + 1]
  if (next === undefined || wish.status === 'shipped') return null
  return { wish, status: wish.status, after: next }
}

type Acts = { move: (next: Move) => void; edit: () => void; remove: () => void }

/** Everything that can be done with a card, without dragging it. */
export function cardActions(wish: Wish, ids: readonly string[], { move, edit, remove }: Acts): RowAction[] {
  const step = (label: string, next: Move | null, otherwise: string): RowAction => ({
    label,
    run: () => next && move(next),
    disabledReason: next ? undefined : wish.status === 'shipped' ? BY_DAY : otherwise,
  })
  const elsewhere = WISH_STATUSES.filter((status) => status !== wish.status)
  return [
    { label: 'Edit', run: edit },
    step('Move up', toMoveUp(wish, ids), 'Already first'),
    step('Move down', toMoveDown(wish, ids), 'Already last'),
    ...elsewhere.map((status) => ({
      label: `Move to ${COLUMN_NAMES[status]}`,
      run: () => move({ wish, status, after: null }),
    })),
    { label: 'Delete', isDestructive: true, run: remove },
  ]
}

/** Where a wish goes that is dropped: behind or before the card it is on, or first into the column. */
export function toDrop({ active, over }: DragEndEvent): Move | undefined {
  const { wish }: CardData = active.data.current ?? {}
  if (!wish || !over || over.id === active.id) return undefined
  const column = WISH_STATUSES.find((status) => status === over.id)
  if (column) return columnDrop(wish, column)
  const { wish: met, sortable }: CardData = over.data.current ?? {}
  if (!met || !sortable || (met.status === 'shipped' && wish.status === 'shipped')) return undefined
  const dragged = active.rect.current.translated
  const isBelow =
    met.status === wish.status
      ? sortable.items.indexOf(met.id) > sortable.items.indexOf(wish.id)
      : dragged !== null && dragged.top + dragged.height / 2 > over.rect.top + over.rect.height / 2
  return { wish, status: met.status, after: findDropPlace(sortable.items, { moved: wish.id, over: met.id, isBelow }) }
}

/** The data of a card: its wish, and the ids of its column as they are shown. */
type CardData = { wish?: Wish; sortable?: { items: string[] } }

/** On a column itself, and on none of its cards. */
function columnDrop(wish: Wish, status: WishStatus): Move | undefined {
  return wish.status === status ? undefined : { wish, status, after: null }
}
