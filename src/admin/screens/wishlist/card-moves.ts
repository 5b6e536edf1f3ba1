import type { DragEndEvent } from '@dnd-kit/core'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import { SORTED_BY_DATE, type Wish } from '#src/contract/wish.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { columnBeside, type Move, placeOfDrop } from './board-moves.ts'
import { COLUMN_NAMES } from './wish-words.ts'

const BY_DAY = SORTED_BY_DATE

/**
 * Where an arrow key leads a wish that stands among `ids`: null for nowhere, undefined for a key that is none. In another
 * column it stands first.
 */
export function keyStep(key: string, wish: Wish, ids: readonly string[]): Move | null | undefined {
  if (key === 'ArrowUp') return upOf(wish, ids)
  if (key === 'ArrowDown') return downOf(wish, ids)
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const status = columnBeside(wish.status, key === 'ArrowLeft' ? -1 : 1, WISH_STATUSES)
  return status ? { wish, status, after: null } : null
}

function upOf(wish: Wish, ids: readonly string[]): Move | null {
  const at = ids.indexOf(wish.id)
  if (at <= 0 || wish.status === 'shipped') return null
  return { wish, status: wish.status, after: ids[at - 2] ?? null }
}

function downOf(wish: Wish, ids: readonly string[]): Move | null {
  const next = ids[ids.indexOf(wish.id) + 1]
  if (next === undefined || wish.status === 'shipped') return null
  return { wish, status: wish.status, after: next }
}

type Acts = { move: (next: Move) => void; edit: () => void; remove: () => void }

/** Everything that can be done with a card, without dragging it. */
export function actionsOf(wish: Wish, ids: readonly string[], { move, edit, remove }: Acts): RowAction[] {
  const step = (label: string, next: Move | null, otherwise: string): RowAction => ({
    label,
    run: () => next && move(next),
    disabledReason: next ? undefined : wish.status === 'shipped' ? BY_DAY : otherwise,
  })
  const elsewhere = WISH_STATUSES.filter((status) => status !== wish.status)
  return [
    { label: 'Edit', run: edit },
    step('Move up', upOf(wish, ids), 'Already first'),
    step('Move down', downOf(wish, ids), 'Already last'),
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
  return { wish, status: met.status, after: placeOfDrop(sortable.items, { moved: wish.id, over: met.id, isBelow }) }
}

/** What a card tells of itself: its wish, and the ids of its column as they are shown. */
type CardData = { wish?: Wish; sortable?: { items: string[] } }

/** On a column itself, and on none of its cards. */
function columnDrop(wish: Wish, status: WishStatus): Move | undefined {
  return wish.status === status ? undefined : { wish, status, after: null }
}
