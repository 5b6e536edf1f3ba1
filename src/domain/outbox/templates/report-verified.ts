import { composeLetter, type LetterSite } from '../letter.ts'
import { type MailedReport, reportName } from './report-name.ts'

/** To who has just verified a report: where to see what becomes of it, without an account. */
export function reportVerified(site: LetterSite, report: MailedReport & { path: string }) {
  const name = reportName(report)
  return composeLetter(site, {
    template: 'report-verified',
    subject: `We have your ${name}`,
    parts: [
      `Thank you: your ${name} is verified, and we will look at it. We write to you when something changes.`,
      { button: 'See my reports', path: report.path },
      'The link shows every report that you verified with this address. It works for 180 days; keep it to yourself.',
    ],
  })
}
