import { z } from 'zod'
import { normalizeEmail } from './email.ts'
import type { Instant } from './instant.ts'
import { isStorable } from './text.ts'

export const REPORT_TYPES = ['problem', 'improvement'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

export const REPORT_STATUSES = ['unverified', 'open', 'in_progress', 'resolved', 'dismissed'] as const
/** `unverified` until the reporter clicks the link in our mail, then `open`. (reports 3) */
export type ReportStatus = (typeof REPORT_STATUSES)[number]

const BOT = 'Bot detected'
const BAD_EMAIL = 'Invalid email address'

/** Text between bounds that count in code points, without the space around it, in the words of the product description (product 5). */
function bounded(min: number, max: number, label: string) {
  return z
    .string()
    .trim()
    .min(min, `${label} must be at least ${min} characters`)
    .max(max, `${label} must be less than ${max} characters`)
    .refine(isStorable, `${label} contains characters that cannot be stored`)
}

/** The same rules for reporters and for admins who edit. (product 5) */
export const reportTitle = bounded(5, 500, 'Title')
export const DESCRIPTION_LENGTH = { min: 20, max: 5000 }
export const reportDescription = bounded(DESCRIPTION_LENGTH.min, DESCRIPTION_LENGTH.max, 'Description')
/** At most 255 characters, and one plain address; comes out normalized. (security IV5) */
export const reporterEmail = z
  .string(BAD_EMAIL)
  .trim()
  .max(255, 'Email must be less than 255 characters')
  .transform((written, context) => {
    const address = normalizeEmail(written)
    if (address !== undefined) return address
    context.addIssue({ code: 'custom', message: BAD_EMAIL })
    return z.NEVER
  })

/** What a reporter's browser may add, if they leave the box ticked: where they were, how large their window is, and what of the site they saw. */
const reportContext = z.strictObject({
  /** The path alone: no query, no fragment. */
  page: z
    .string()
    .max(200)
    .regex(/^\/[^?#]*$/)
    .refine(isStorable),
  /** Width and height of the window in CSS pixels: `360x740`. */
  viewport: z.string().regex(/^\d{1,5}x\d{1,5}$/),
  /** Revision of the site, as `/build.json` tells it. */
  release: z.string().regex(/^\d{1,15}$/),
})
export type ReportContext = z.output<typeof reportContext>

/**
 * Body of `POST /api/submit-event-report`, and what the form checks before it sends: one schema. The keys are in the
 * order in which the form shows mistakes. (product 5, 7)
 */
export const reportInput = z.strictObject({
  title: reportTitle,
  description: reportDescription,
  reporter_email: reporterEmail,
  report_type: z.enum(REPORT_TYPES),
  honeypot: z.string(BOT).max(0, BOT),
  context: reportContext.optional(),
})
export type ReportInput = z.output<typeof reportInput>

/** Shown after every report, whatever address it names. (product 8, security P-27) */
export const REPORT_RECEIVED = 'Report submitted! Please check your email to verify.'
export type ReportReceived = { message: string }

/** The same key came with something else. (security DB3) */
export const KEY_REUSED = 'This key has been used for another report.'

/** Body of `POST /api/reports/verify` and of `POST /api/reports/status`. */
export const reportTokenInput = z.strictObject({ token: z.string().max(200) })

/** Answer of `POST /api/reports/verify`. `statusToken` opens `/feedback#reports=…`; absent when the link was used before. */
export type VerifiedReport = { reportType: ReportType; status: ReportStatus; statusToken?: string | undefined }

/** One of the reports that a verified reporter sees without an account. */
export type OwnReport = {
  id: string
  reportType: ReportType
  title: string
  status: ReportStatus
  /** Our answer to the reporter; null if there is none yet. */
  answer: string | null
  /** When it became a wish of ours, in which state that is. */
  wish: { status: WishStatus; target: string | null } | null
  createdAt: Instant
  updatedAt: Instant
}
/** Answer of `POST /api/reports/status`, newest first; at most 50. */
export type OwnReports = { reports: OwnReport[] }

export const WISH_STATUSES = ['idea', 'planned', 'in_progress', 'shipped', 'declined'] as const
export type WishStatus = (typeof WISH_STATUSES)[number]
