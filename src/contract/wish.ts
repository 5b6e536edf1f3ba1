import { z } from 'zod'
import type { Instant } from './instant.ts'
import { WISH_STATUSES, type WishStatus } from './report.ts'
import { optionalText, text } from './text.ts'

export const wishTitle = text(1, 200, 'Title')
export const wishDescription = text(0, 5000, 'Description').default('')
/** When it shall be done, in words: `March 2027`. */
export const wishTarget = optionalText(100, 'Target')

const published = {
  isPublic: z.boolean(),
  publicTitle: optionalText(200, 'Public title'),
  publicText: optionalText(1000, 'Public text'),
}

/** Body of `POST /api/admin/wishes`; the form chooses the id. */
export const newWish = z.strictObject({
  id: z.uuid(),
  title: wishTitle,
  description: wishDescription,
  status: z.enum(WISH_STATUSES).default('idea'),
  target: wishTarget,
})
export type NewWish = z.output<typeof newWish>

/** Body of `PATCH /api/admin/wishes/:id`: the whole form, with the version it was filled from. */
export const wishChange = z.strictObject({
  version: z.int(),
  title: wishTitle,
  description: wishDescription,
  status: z.enum(WISH_STATUSES),
  target: wishTarget,
  ...published,
})
export type WishChange = z.output<typeof wishChange>

/** Body of `POST /api/admin/wishes/:id/move`: into which column, and after which wish of it; null puts it first. */
export const wishMove = z.strictObject({
  version: z.int(),
  status: z.enum(WISH_STATUSES),
  after: z.uuid().nullable(),
})
export type WishMove = z.output<typeof wishMove>

/** A wish, as the board shows it. */
export type Wish = {
  id: string
  title: string
  description: string
  status: WishStatus
  target: string | null
  isPublic: boolean
  /** What the feedback page says instead of the title; null says the title. */
  publicTitle: string | null
  publicText: string | null
  shippedAt: Instant | null
  createdFromReportId: string | null
  /** Reports it came from, those merged into them counted too. */
  reportCount: number
  version: number
  createdAt: Instant
  updatedAt: Instant
}

/** What the feedback page tells under 'You asked, we did'. */
export type ShippedWish = { id: string; title: string; text: string | null; shippedAt: Instant }
