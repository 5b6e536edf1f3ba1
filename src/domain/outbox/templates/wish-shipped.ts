import type { ReportType } from '#src/contract/report.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { type MailedReport, reportDay, reportName } from './report-name.ts'

const NEWS = {
  problem: (day: string) => `The problem you reported on ${day} is fixed.`,
  improvement: (day: string) => `The improvement you suggested on ${day} is done.`,
} as const satisfies Record<ReportType, (day: string) => string>

/** To a verified reporter, when what we made of their report is there. */
export function wishShipped(site: LetterSite, { path, ...report }: MailedReport & { path: string }) {
  const name = reportName(report)
  return composeLetter(site, {
    template: 'wish-shipped',
    subject: `You asked, we did: your ${name}`,
    parts: [
      `${NEWS[report.reportType](reportDay(report.reportedAt))} Thank you for telling us.`,
      { button: 'See my reports', path },
      'The link shows all reports that you verified with this address. It works for 180 days. Do not share it.',
    ],
  })
}
