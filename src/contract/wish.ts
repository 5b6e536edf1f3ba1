import { z } from 'zod'
import type { Instant } from './instant.ts'
import { searchText } from './library.ts'
import { pageFields } from './page.ts'
import { type ReportStatus, type ReportType, WISH_STATUSES, type WishStatus } from './report.ts'
import { optionalText, text } from './text.ts'

/** Shown in the form of a wish above the line that visitors see, will see later or do not see. */
export const WISH_PREVIEW = {
  published: 'Visitors see this after you save and the next build finishes:',
  later: 'Visitors do not see this until it ships. It will then look like this:',
  hidden: 'Visitors do not see this. If published, it would look like this:',
} as const

/** Describes how the keyboard moves a wish. */
export const MOVE_KEYS = 'Use the arrow keys to move it: up and down in its column, left and right to another column.'

/** What shipping a wish does for those who asked. */
export const SHIPPING_MAILS = 'Reporters who verified theirs will be emailed once to say that it has shipped.'

/** What is lost when a wish is deleted; its title comes before. */
export const WISH_LOSS = 'will be deleted with its description and its text for visitors.'

/** Precedes when the reporters of a wish were emailed. */
export const NOTIFIED_ON = 'Reporters were notified on'

/** What is reported once a shipped wish is published. */
export const WISH_PUBLISHED = 'Published. It goes live with the next build.'

/** The title of the shipped wishes that visitors do not see. */
export const UNPUBLISHED_WISHES = 'Shipped, unpublished'

/** Shown while there are none. */
export const NONE_PUBLISHED = 'No shipped wishes are published.'

/** The figure of verified reports while there are none. */
export const NONE_RECEIVED = 'none received in 12 months'

/** What a column of the board says that a search leaves empty. */
export const NO_MATCHES = 'No matches.'

/** The title while no wish is shipped. */
export const NOTHING_SHIPPED = 'Nothing shipped yet'

/** Refuses an id that belongs to another wish. */
export const WISH_ID_TAKEN = 'Another wish already has this ID.'

/** Why a shipped wish cannot be moved up or down. */
export const SORTED_BY_DATE = 'Shipped wishes are sorted by date'

export const wishTitle = text(1, 200, 'Title')
export const wishDescription = text(0, 5000, 'Description').default('')
/** The target date in words: `March 2027`. */
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

/** Body of `POST /api/admin/wishes/:id/move`: the column, and the wish it follows there; null puts it first. */
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
  /** What the feedback page says instead of the title; null shows the title. */
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

/** A complete wish, as its form shows it. */
export type WishRecord = Wish & {
  /** When the reporters were notified that it is shipped. */
  notifiedAt: Instant | null
  /** First the one it came from, then those merged into it, the newest first; at most 50. */
  reports: WishReport[]
}

/** A wish that was deleted. */
export type RemovedWish = { id: string; title: string }

/** What a list of wishes can be narrowed to: one column of the board, and beginnings of words. */
const wishFilter = {
  status: z.enum(WISH_STATUSES, 'status must be one of the wish statuses').optional(),
  q: searchText,
}

/**
 * The place of a wish in a list: its column, its number in the column (for shipped ones the moment, in microseconds),
 * and its id.
 */
const wishPlace = z.tuple([z.enum(WISH_STATUSES), z.int().min(0), z.uuid()])
export type WishPlace = z.output<typeof wishPlace>

/** `GET /api/admin/wishes`. */
export const wishQuery = z.strictObject({ ...wishFilter, ...pageFields(wishPlace) })
export type WishQuery = z.output<typeof wishQuery>

/** `GET /api/admin/wishes/export.csv`. */
export const wishExport = z.strictObject(wishFilter)
export type WishFilter = z.output<typeof wishExport>

/** What the feedback page shows under 'You asked, we did'. */
export type ShippedWish = { id: string; title: string; text: string | null; shippedAt: Instant }

const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** When it shipped, as the feedback page says it: `October 2026`. */
export function monthShipped(shippedAt: Instant): string {
  return monthAndYear.format(shippedAt)
}

/** Reports that came in one month, by kind. */
export type MonthOfReports = {
  /** `2026-11`, in UTC. */
  month: string
  problem: number
  improvement: number
  /** How many of both kinds were verified. */
  verified: number
}

/** The figures about reports. */
export type FeedbackFigures = {
  /** The last twelve months, oldest first; months without a report are there too. */
  months: MonthOfReports[]
  /** Of verified reports that were resolved in these months: how many, and what half of them took at most, in milliseconds. */
  resolved: { count: number; median: number | null }
  /** Reports that need attention, without merged ones. */
  waiting: { unverified: number; open: number; in_progress: number }
}

/** Answer of `GET /api/admin/feedback`. */
export type Feedback = {
  figures: FeedbackFigures
  /** What the feedback page shows under 'You asked, we did', in its order. */
  published: Wish[]
  /** Shipped wishes that are not shown there, latest first; at most 50. */
  unpublished: Wish[]
}
