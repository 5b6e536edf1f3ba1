import { composeLetter, type LetterSite } from '../letter.ts'
import { type MailedReport, reportName } from './report-name.ts'

/** To a verified reporter, when what we made of their report is there. */
export function wishShipped(site: LetterSite, { path, ...report }: MailedReport & { path: string }) {
  const name = reportName(report)
  return composeLetter(site, {
    template: 'wish-shipped',
    subject: `You asked, we did: your ${name}`,
    parts: [
      `What came of your ${name} is ready, and you find it at ${site.siteName} from now on. Thank you for telling us.`,
      { button: 'See my reports', path },
      'The link shows every report that you verified with this address. It works for 180 days; keep it to yourself.',
    ],
  })
}
