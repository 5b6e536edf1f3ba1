import { z } from 'zod'
import type { Instant } from './instant.ts'
import { searchText } from './library.ts'
import { pageFields } from './page.ts'
import { type ReportStatus, type ReportType, WISH_STATUSES, type WishStatus } from './report.ts'
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

/** A report that a wish came from, or one that was merged into it. */
export type WishReport = { id: string; title: string; reportType: ReportType; status: ReportStatus; createdAt: Instant }

/** A wish whole, as its form shows it. */
export type WishRecord = Wish & {
  /** When those who asked for it were told that it is shipped. */
  toldAt: Instant | null
  /** First the one it came from, then those merged into it, the newest first; at most 50. */
  reports: WishReport[]
}

/** A wish that was deleted. */
export type RemovedWish = { id: string; title: string }

/** What a list of wishes can be narrowed to: one column of the board, and beginnings of words. */
const wishFilter = {
  status: z.enum(WISH_STATUSES, 'status is not one of the statuses').optional(),
  q: searchText,
}

/** Where a wish stands: its column, its number in there (for shipped ones the moment, in microseconds), and its id. */
const wishPlace = z.tuple([z.enum(WISH_STATUSES), z.int().min(0), z.uuid()])
export type WishPlace = z.output<typeof wishPlace>

/** `GET /api/admin/wishes`. */
export const wishQuery = z.strictObject({ ...wishFilter, ...pageFields(wishPlace) })
export type WishAsk = z.output<typeof wishQuery>

/** `GET /api/admin/wishes/export.csv`. */
export const wishExport = z.strictObject(wishFilter)
export type WishFilter = z.output<typeof wishExport>

/** What the feedback page tells under 'You asked, we did'. */
export type ShippedWish = { id: string; title: string; text: string | null; shippedAt: Instant }

const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** When it was there, as the feedback page tells it: `October 2026`. */
export function monthShipped(shippedAt: Instant): string {
  return monthAndYear.format(shippedAt)
}
