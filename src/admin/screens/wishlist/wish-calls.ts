import type { Page } from '#src/contract/page.ts'
import type { WishStatus } from '#src/contract/report.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { RemovedWish, Wish, WishMove } from '#src/contract/wish.ts'
import { api, ask } from '../../api.ts'

const { wishes } = api
const one = wishes[':id']

export const fetchColumn = (status: WishStatus, q: string, cursor: { cursor?: string }): Promise<Page<Wish>> =>
  ask(() => wishes.$get({ query: { status, q, limit: '50', ...cursor } }))

export const moveWish = (id: string, json: WishMove): Promise<Changed<Wish>> =>
  ask(() => one.move.$post({ param: { id }, json }))

export const removeWish = ({ id, version }: Wish): Promise<Changed<RemovedWish>> =>
  ask(() => one.$delete({ param: { id }, query: { version: String(version) } }))

/** The columns of the board. */
export const COLUMN_NAMES = {
  idea: 'Idea',
  planned: 'Planned',
  in_progress: 'In progress',
  shipped: 'Shipped',
  declined: 'Declined',
} as const satisfies Record<WishStatus, string>
