import type { Instant } from '#src/contract/instant.ts'
import type { ReportType } from '#src/contract/report.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const KIND = { problem: 'problem report', improvement: 'suggestion' } as const satisfies Record<ReportType, string>

/** What a mail may know of a report. Never a word of its reporter's: they could write to anybody with it. (security P-27) */
export type MailedReport = { reportType: ReportType; reportedAt: Instant }

/** How mails name a report: `problem report of 21 November 2026`, by the UTC day. */
export function reportName({ reportType, reportedAt }: MailedReport): string {
  return `${KIND[reportType]} of ${DAY.format(reportedAt)}`
}
