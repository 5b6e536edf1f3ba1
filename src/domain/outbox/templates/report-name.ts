import type { Instant } from '#src/contract/instant.ts'
import type { ReportType } from '#src/contract/report.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const KIND = { problem: 'problem report', improvement: 'suggestion' } as const satisfies Record<ReportType, string>

/** What a mail may know of a report. Never a word of its reporter's: they could write to anybody with it. (security P-27) */
export type MailedReport = { reportType: ReportType; reportedAt: Instant }

/** How mails name a report: `problem report from Nov 21, 2026`, by the UTC day. */
export function reportName({ reportType, reportedAt }: MailedReport): string {
  return `${KIND[reportType]} from ${reportDay(reportedAt)}`
}

const NOUN = { problem: 'report', improvement: 'suggestion' } as const satisfies Record<ReportType, string>

/** The same in a word, for buttons. */
export function reportNoun({ reportType }: Pick<MailedReport, 'reportType'>): string {
  return NOUN[reportType]
}

/** `Nov 21, 2026`, the UTC day. */
export function reportDay(reportedAt: Instant): string {
  return DAY.format(reportedAt)
}
