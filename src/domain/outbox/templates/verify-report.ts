import { composeLetter, type LetterSite } from '../letter.ts'
import { type MailedReport, reportName, reportNoun } from './report-name.ts'

/**
 * To the address that a report names. Nobody has shown yet that it is theirs, so nothing that was typed into the form stands
 * in it. (security OB6, P-27)
 */
export function verifyReport(site: LetterSite, report: MailedReport & { path: string }) {
  const name = reportName(report)
  return composeLetter(site, {
    template: 'verify-report',
    subject: `Verify your ${name}`,
    parts: [
      `Someone sent us a ${name} at ${site.siteName} and gave this address. If this was you, please verify it so that we can review it and reply to you.`,
      { button: `Verify my ${reportNoun(report)}`, path: report.path },
      'The link expires after 24 hours.',
      'If this was not you, ignore this email. We will not email you about it again.',
    ],
  })
}
