import { z } from 'zod'
import type { Instant } from '#src/contract/instant.ts'
import { REPORT_TYPES, type ReportType } from '#src/contract/report.ts'
import { isFresh, type Kept } from '../drafts/draft-store.ts'

/** What somebody types into the report form. */
export type ReportFields = { reportType: ReportType; title: string; description: string; email: string }

/** What this browser keeps of a report that was not sent. (product 3) */
export type KeptDraft = Kept<ReportFields>

export const BLANK: ReportFields = { reportType: 'problem', title: '', description: '', email: '' }

const keptDraft: z.ZodType<KeptDraft> = z.object({
  reportType: z.enum(REPORT_TYPES),
  title: z.string(),
  description: z.string(),
  email: z.string(),
  timestamp: z.number(),
  name: z.string().regex(/^[\da-f]{32}$/),
})

/** True where nothing is written, so that there is nothing to keep. */
export function isEmpty({ title, description, email }: ReportFields): boolean {
  return `${title}${description}${email}`.trim() === ''
}

/** The draft a text holds, while it is under 24 hours old; undefined for anything else that may stand there. (product 4) */
export function readDraft(text: string | null, now: Instant): KeptDraft | undefined {
  try {
    const parsed = keptDraft.safeParse(JSON.parse(text ?? ''))
    return parsed.success && isFresh(parsed.data, now) ? parsed.data : undefined
  } catch {
    return undefined
  }
}
