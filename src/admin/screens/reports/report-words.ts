import type { ReportStatus, ReportType, WishStatus } from '#src/contract/report.ts'
import { answerEmailed, FOLLOWS_SURVIVOR, type ReportRecord } from '#src/contract/report-admin.ts'

export const STATUS_NAMES = {
  unverified: 'Unverified',
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
} as const satisfies Record<ReportStatus, string>

export const TYPE_NAMES = { problem: 'Problem', improvement: 'Suggestion' } as const satisfies Record<
  ReportType,
  string
>

export const WISH_NAMES = {
  idea: 'an idea',
  planned: 'planned',
  in_progress: 'in progress',
  shipped: 'shipped',
  declined: 'declined',
} as const satisfies Record<WishStatus, string>

/** Who hears of a new status or answer. */
export function notifiedSentence({ verifiedAt, reporterEmail, duplicateCount, mergedIntoId }: ReportRecord): string {
  if (mergedIntoId !== null) return `${FOLLOWS_SURVIVOR} Change that one or undo the merge.`
  const others = `everyone who verified ${duplicateCount === 1 ? 'the report' : `one of the ${duplicateCount} reports`} merged into it`
  if (verifiedAt === null) {
    return duplicateCount === 0
      ? 'No one is emailed because the address is not verified.'
      : `The address is not verified. A new status or answer is emailed to ${others}.`
  }
  const more = duplicateCount === 0 ? '' : `, and to ${others}`
  return answerEmailed(`${reporterEmail}${more}`)
}
