import { z } from 'zod'
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

/** The reporter's profile, where they were signed in. (spec 2) */
export type ReporterProfile = { id: string; username: string; fullName: string | null }

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
  /** A username; null once the account is gone. */
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

/** How many reports stand in each status, those merged into another aside; and how many those are. */
export type ReportCounts = Record<ReportStatus, number> & { merged: number }

/** What a list of reports can be narrowed to. `merged` shows those merged into another, which otherwise stay out. */
export const reportFilter = {
  status: z.enum([...REPORT_STATUSES, 'merged'], 'status is not one of the statuses').optional(),
  type: z.enum(REPORT_TYPES, 'type must be problem or improvement').optional(),
  q: z.string().max(200).optional(),
}

/** What a person may set: only a click in the reporter's mail tells verified from unverified. */
export const SETTABLE_STATUSES = ['open', 'in_progress', 'resolved', 'dismissed'] as const satisfies ReportStatus[]

/** Body of `PATCH /api/admin/reports/:id`: any field, and the version the form was filled from. (spec 7) */
export const reportChange = z.strictObject({
  version: z.int(),
  reportType: z.enum(REPORT_TYPES).optional(),
  title: reportTitle.optional(),
  description: reportDescription.optional(),
  reporterEmail: reporterEmail.optional(),
  status: z.enum(SETTABLE_STATUSES).optional(),
  /** What the reporter is told. Absent leaves it; null or empty takes it back. */
  answer: optionalText(1000, 'Answer').optional(),
})
export type ReportChange = z.output<typeof reportChange>

/** Body of `POST /api/admin/reports/:id/notes`; the form chooses the id. */
export const reportNoteInput = z.strictObject({ id: z.uuid(), body: text(1, 2000, 'Note') })
export type ReportNoteInput = z.output<typeof reportNoteInput>

/** Body of `POST /api/admin/reports/:id/merge`: which report says the same and stays. */
export const mergeReportInput = z.strictObject({ version: z.int(), into: z.uuid() })
export type MergeReportInput = z.output<typeof mergeReportInput>

/** Body of `POST /api/admin/reports/:id/unmerge`. */
export const reportVersionInput = z.strictObject({ version: z.int() })

/** Body of `POST /api/admin/reports/:id/promote`: the wish it becomes. Asked again it answers with that wish. (spec 4, 7) */
export const promoteInput = z.strictObject({
  /** Of the wish; the form chooses it. */
  id: z.uuid(),
  title: wishTitle,
  description: wishDescription,
  target: wishTarget,
})
export type PromoteInput = z.output<typeof promoteInput>
