import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Page } from '#src/contract/page.ts'
import type { WishStatus } from '#src/contract/report.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { type RemovedWish, type Wish, type WishMove, type WishRecord, wishChange } from '#src/contract/wish.ts'
import { api, ask } from '../../api.ts'

const { wishes } = api
const one = wishes[':id']

/** Everything the form of a wish holds. */
export const wishFields = wishChange.omit({ version: true })
export type WishFields = z.output<typeof wishFields>

export const fetchColumn = (status: WishStatus, q: string, cursor: { cursor?: string }): Promise<Page<Wish>> =>
  ask(() => wishes.$get({ query: { status, q, limit: '50', ...cursor } }))

/** One wish for its form, which keeps what it began with: fetched anew whenever a form is opened. */
export const wishQuery = (id: string) =>
  queryOptions<WishRecord>({
    queryKey: ['wish', id],
    queryFn: () => wish.read(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const moveWish = (id: string, json: WishMove): Promise<Changed<Wish>> =>
  ask(() => one.move.$post({ param: { id }, json }))

export const removeWish = ({ id, version }: Wish): Promise<Changed<RemovedWish>> =>
  ask(() => one.$delete({ param: { id }, query: { version: String(version) } }))

/** What the form of a wish saves by. A new wish has no words for visitors yet. */
export const wish = {
  noun: 'wish',
  title: 'Wish',
  stale: [['wishes'], ['feedback']],
  read: (id: string): Promise<WishRecord> => ask(() => one.$get({ param: { id } })),
  create: (id: string, { title, description, status, target }: WishFields): Promise<Changed<Wish>> =>
    ask(() => wishes.$post({ json: { id, title, description, status, target } })),
  update: ({ id, version }: Wish, fields: WishFields): Promise<Changed<Wish>> =>
    ask(() => one.$patch({ param: { id }, json: { version, ...fields } })),
  fieldsOf: (stored: Wish | undefined): WishFields => ({
    title: stored?.title ?? '',
    description: stored?.description ?? '',
    status: stored?.status ?? 'idea',
    target: stored?.target ?? null,
    isPublic: stored?.isPublic ?? false,
    publicTitle: stored?.publicTitle ?? null,
    publicText: stored?.publicText ?? null,
  }),
}

export const WISH_LABELS: Record<keyof WishFields, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Column',
  target: 'Target',
  isPublic: "Show under 'You asked, we did'",
  publicTitle: 'Title for visitors',
  publicText: 'Text for visitors',
}

/** The columns of the board. */
export const COLUMN_NAMES = {
  idea: 'Idea',
  planned: 'Planned',
  in_progress: 'In progress',
  shipped: 'Shipped',
  declined: 'Declined',
} as const satisfies Record<WishStatus, string>

/** `1 report`, `3 reports`. */
export function reportsWord(count: number): string {
  return `${count} ${count === 1 ? 'report' : 'reports'}`
}
