import { composeLetter, type LetterSite } from '../letter.ts'
import { type MailedReport, reportName } from './report-name.ts'

/** To who has just verified a report: where to see what becomes of it, without an account. */
export function reportVerified(site: LetterSite, report: MailedReport & { path: string }) {
  const name = reportName(report)
  return composeLetter(site, {
    template: 'report-verified',
    subject: `We received your ${name}`,
    parts: [
      `Thank you. Your ${name} is verified, and we will review it. We will email you when something changes.`,
      { button: 'See my reports', path: report.path },
      'The link shows all reports that you verified with this address. It works for 180 days. Do not share it.',
    ],
  })
}
