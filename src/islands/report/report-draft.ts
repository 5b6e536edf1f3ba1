import { z } from 'zod'
import type { Instant } from '#src/contract/instant.ts'
import { REPORT_TYPES, type ReportType } from '#src/contract/report.ts'
import { isFresh } from '../drafts/draft-storage.ts'
import type { StoredDraft } from '../drafts/draft-store.ts'

/** The fields of the report form. */
export type ReportFields = { reportType: ReportType; title: string; description: string; email: string }

/** The draft of a report as this browser stores it. (product 3) */
export type StoredReport = StoredDraft<ReportFields>

export const BLANK_REPORT: ReportFields = { reportType: 'problem', title: '', description: '', email: '' }

/** What goes between two texts of one field. */
export const REPORT_SEPARATORS = { title: ' ', description: '\n\n', email: ' ' }

const storedReport: z.ZodType<StoredReport> = z.object({
  reportType: z.enum(REPORT_TYPES),
  title: z.string(),
  description: z.string(),
  email: z.string(),
  timestamp: z.number(),
  name: z.string().regex(/^[\da-f]{32}$/),
})

/** True if nothing is typed, so there is nothing to save. */
export function isBlankReport({ title, description, email }: ReportFields): boolean {
  return `${title}${description}${email}`.trim() === ''
}

/** The draft in a stored text while it is under 24 hours old; undefined if the text is anything else. (product 4) */
export function readStoredReport(text: string | null, now: Instant): StoredReport | undefined {
  try {
    const parsed = storedReport.safeParse(JSON.parse(text ?? ''))
    return parsed.success && isFresh(parsed.data, now) ? parsed.data : undefined
  } catch {
    return undefined
  }
}
