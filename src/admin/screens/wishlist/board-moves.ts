import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '#src/contract/page.ts'
import type { WishStatus } from '#src/contract/report.ts'
import type { Wish } from '#src/contract/wish.ts'

/** A wish that goes into a column, behind `after` or first. */
export type Move = { wish: Wish; status: WishStatus; after: string | null }

export type ColumnPages = InfiniteData<Page<Wish>, string | undefined>

/** A column as it is once these moves are done. Done twice they change nothing more. */
export function applyMoves(column: WishStatus, wishes: readonly Wish[], moves: readonly Move[]): Wish[] {
  return moves.reduce((shown, move) => applyMove(column, shown, move), [...wishes])
}

function applyMove(column: WishStatus, wishes: Wish[], { wish, status, after }: Move): Wish[] {
  const stands = wishes.findIndex(({ id }) => id === wish.id)
  const rest = wishes.filter(({ id }) => id !== wish.id)
  if (status !== column) return rest
  // Shipped wishes stand by their day: one that is there stays, a new one is the latest.
  if (column === 'shipped') return stands >= 0 ? wishes : [{ ...wish, status }, ...rest]
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
  // Where the pages end does not matter to who asks for the next one: its cursor names a wish, not a number.
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
export function placeOfDrop(
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
