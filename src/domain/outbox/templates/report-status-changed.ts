import type { ReportStatus } from '#src/contract/report.ts'
import { composeLetter, type LetterPart, type LetterSite } from '../letter.ts'
import { type MailedReport, reportName } from './report-name.ts'

const NEWS = {
  unverified: 'is waiting for you to verify it',
  open: 'is open. We have not started to work on it yet',
  in_progress: 'is being worked on',
  resolved: 'is resolved',
  dismissed: 'is closed. We will not act on it',
} as const satisfies Record<ReportStatus, string>

type News = MailedReport & { status: ReportStatus; answer: string | null; path: string }

/** To the verified reporter, when the status of their report changes. `answer` is what those who handle it say. */
export function reportStatusChanged(site: LetterSite, { status, answer, path, ...report }: News) {
  const name = reportName(report)
  const said: LetterPart[] = answer === null ? [] : ['Our answer:', { quote: answer }]
  return composeLetter(site, {
    template: 'report-status-changed',
    subject: `Update on your ${name}`,
    parts: [
      `Your ${name} ${NEWS[status]}.`,
      ...said,
      { button: 'See my reports', path },
      'The link shows all reports that you verified with this address. It works for 180 days. Do not share it.',
    ],
  })
}
