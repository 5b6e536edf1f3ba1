import { z } from 'zod'
import { atOnce, type BulkResult, bulkSentence } from './bulk.ts'
import type { Instant } from './instant.ts'
import {
  REPORT_STATUSES,
  REPORT_TYPES,
  type ReportContext,
  type ReportStatus,
  type ReportType,
  reportDescription,
  reporterEmail,
  reportTitle,
  type WishStatus,
} from './report.ts'
import { optionalText, text } from './text.ts'
import { wishDescription, wishTarget, wishTitle } from './wish.ts'

/** What merging the open report does; its title comes before, the other report's after. */
export const WILL_FOLLOW = 'will follow'

/** What a merged report says of its status. */
export const FOLLOWS_SURVIVOR = 'This report follows the one it was merged into.'

/** Who hears of a new status or answer. */
export function answerEmailed(to: string): string {
  return `A new status or answer is emailed once to ${to}.`
}

/** Refuses to promote a merged report. */
export const PROMOTE_OTHER = 'This report follows the one it was merged into. Promote that one.'

/** Refuses to let moderators delete another person's note. */
export const OTHERS_NOTE = "Only admins can delete someone else's note."

/** Refuses a merge in a circle. */
export const MERGED_ALREADY = 'That report is already merged into this one.'

/** Refuses to undo a merge that is none. */
export const NOT_MERGED = 'This report is not merged into another report.'

/** Refuses to change a merged report. */
export const FOLLOWS_ANOTHER =
  'This report follows the one it was merged into. Change that one or undo the merge first.'

/** The button that merges the open report into another one. */
export const MERGE_INTO_THIS = 'Merge into this report'

/** Asks before the open report is merged into another one. */
export const MERGE_QUESTION = 'Merge this report?'

/** The title of the form of a report. */
export const EDIT_REPORT = 'Edit report'

/** The label of the title of the wish that a report becomes. */
export const WISH_TITLE = 'Wish title'

/** The title of the reports merged into one. */
export const MERGED_INTO_THIS = 'Merged into this report'

/** What deleting a report does to the one merged into it. */
export const SEPARATE_AGAIN = 'The report merged into it becomes a separate report again.'

/** The title of a search that finds no report. */
export const NO_MATCHING_REPORTS = 'No matching reports'

/** The label of the search for reports. */
export const FIND_REPORTS = 'Text or email'

/** The reporter's profile, where they were signed in. (product 2) */
type ReporterProfile = { id: string; username: string; fullName: string | null }

/** A report, as lists show it. */
export type ReportLine = {
  id: string
  reportType: ReportType
  title: string
  status: ReportStatus
  reporterEmail: string
  reporter: ReporterProfile | null
  /** The report it was merged into. */
  mergedIntoId: string | null
  /** Reports that were merged into it. */
  duplicateCount: number
  noteCount: number
  promotedToWishId: string | null
  createdAt: Instant
  updatedAt: Instant
  version: number
}

export type ReportNote = {
  id: string
  body: string
  /** A username; null once the account no longer exists. */
  author: string | null
  /** Whether the asker wrote it. */
  isOwn: boolean
  createdAt: Instant
}

/** Duplicates that a report's own view names at most; the count tells of the rest. */
export const MOST_DUPLICATES_NAMED = 50
/** Notes that a report holds. */
export const MOST_NOTES = 200

/** A report whole, as its own view shows it. */
export type ReportRecord = ReportLine & {
  description: string
  answer: string | null
  context: ReportContext | null
  verifiedAt: Instant | null
  promotedAt: Instant | null
  wish: { id: string; title: string; status: WishStatus } | null
  mergedInto: { id: string; title: string } | null
  /** Newest first; at most 50. */
  duplicates: { id: string; title: string; reporterEmail: string; createdAt: Instant; version: number }[]
  /** Oldest first; at most 200. */
  notes: ReportNote[]
}

/** The number of reports in each status, without merged ones; and the number of merged ones. */
export type ReportCounts = Record<ReportStatus, number> & { merged: number }

/** What a list of reports can be narrowed to. `merged` shows those merged into another, which otherwise stay out. */
export const reportFilter = {
  status: z.enum([...REPORT_STATUSES, 'merged'], 'status must be one of the report statuses').optional(),
  type: z.enum(REPORT_TYPES, 'type must be problem or improvement').optional(),
  q: z.string().max(200).optional(),
}

/** What a person may set: only a click in the reporter's mail tells verified from unverified. */
export const SETTABLE_STATUSES = ['open', 'in_progress', 'resolved', 'dismissed'] as const satisfies ReportStatus[]

/** Body of `PATCH /api/admin/reports/:id`: any field, and the version the form was filled from. (product 7) */
export const reportChange = z.strictObject({
  version: z.int(),
  reportType: z.enum(REPORT_TYPES).optional(),
  title: reportTitle.optional(),
  description: reportDescription.optional(),
  reporterEmail: reporterEmail.optional(),
  status: z.enum(SETTABLE_STATUSES).optional(),
  /** The answer for the reporter. Absent leaves it as it is; null or empty removes it. */
  answer: optionalText(1000, 'Answer').optional(),
})
export type ReportChange = z.output<typeof reportChange>

/** Body of `POST /api/admin/reports/statuses`: one status for several reports, each in the version that was read. */
export const reportStatuses = z.strictObject({
  status: z.enum(SETTABLE_STATUSES),
  reports: atOnce(z.strictObject({ id: z.uuid(), version: z.int() })),
})
export type ReportStatuses = z.output<typeof reportStatuses>

/** Sums up one status for several reports: '3 reports updated.' */
export function updatedReports(results: readonly BulkResult[]): string {
  return bulkSentence(['Report', 'reports'], 'updated', results)
}

/** What is said before several reports get a status. */
export const REPORTERS_EMAILED = 'Reporters who verified their email address are emailed the new status.'

/** Body of `POST /api/admin/reports/:id/notes`; the form chooses the id. */
export const reportNoteInput = z.strictObject({ id: z.uuid(), body: text(1, 2000, 'Note') })
export type ReportNoteInput = z.output<typeof reportNoteInput>

/** Body of `POST /api/admin/reports/:id/merge`: which report says the same and stays. */
export const mergeReportInput = z.strictObject({ version: z.int(), into: z.uuid() })
export type MergeReportInput = z.output<typeof mergeReportInput>

/** Body of `POST /api/admin/reports/:id/unmerge`. */
export const reportVersionInput = z.strictObject({ version: z.int() })

/** Body of `POST /api/admin/reports/:id/promote`: the wish it becomes. Asked again it answers with that wish. (product 4, 7) */
export const promoteInput = z.strictObject({
  /** Of the wish; the form chooses it. */
  id: z.uuid(),
  title: wishTitle,
  description: wishDescription,
  target: wishTarget,
})
export type PromoteInput = z.output<typeof promoteInput>
