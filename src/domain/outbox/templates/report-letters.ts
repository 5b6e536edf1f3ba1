import type { Instant } from '#src/contract/instant.ts'
import type { ReportStatus, ReportType } from '#src/contract/report.ts'
import { composeLetter, type LetterPart, type LetterSite, letterDay } from '../letter.ts'

const KIND = { problem: 'problem report', improvement: 'suggestion' } as const satisfies Record<ReportType, string>

/** What a mail may know of a report. Never a word of its reporter's: they could write to anybody with it. (security P-27) */
type MailedReport = { reportType: ReportType; reportedAt: Instant }

/** How mails name a report: `problem report from Nov 21, 2026`. */
function reportName({ reportType, reportedAt }: MailedReport): string {
  return `${KIND[reportType]} from ${letterDay(reportedAt)}`
}

const NOUN = { problem: 'report', improvement: 'suggestion' } as const satisfies Record<ReportType, string>

/** The same in a word, for buttons. */
function reportNoun({ reportType }: Pick<MailedReport, 'reportType'>): string {
  return NOUN[reportType]
}

/**
 * To the address that a report names. It is not confirmed yet, so the mail contains nothing that was typed into the
 * form. (security OB6, P-27)
 */
export function verifyReport(site: LetterSite, report: MailedReport & { path: string }) {
  const name = reportName(report)
  return composeLetter(site, {
    template: 'verify-report',
    subject: `Verify your ${name}`,
    parts: [
      `Someone sent a ${KIND[report.reportType]} to ${site.siteName} on ${letterDay(report.reportedAt)} and gave this address. If this was you, please verify it so that we can review it and reply to you.`,
      { button: `Verify my ${reportNoun(report)}`, path: report.path },
      'The link expires after 24 hours.',
      'If this was not you, ignore this email. We will not email you about it again.',
    ],
  })
}

/** To a person who has just verified a report: where to follow it, without an account. */
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

const NEWS = {
  unverified: 'is waiting for you to verify it',
  open: 'is open. We have not started work on it yet',
  in_progress: 'is being worked on',
  resolved: 'is resolved',
  dismissed: 'is closed. We will not act on it',
} as const satisfies Record<ReportStatus, string>

/** The token is that of the links that end such mails. */
type LinkedReport = MailedReport & { path: string; unsubscribeToken: string }
type News = LinkedReport & { status: ReportStatus; answer: string | null }

/** To the verified reporter, when the status of their report changes. `answer` is what those who handle it say. */
export function reportStatusChanged(site: LetterSite, { status, answer, path, unsubscribeToken, ...report }: News) {
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
    unsubscribeToken,
  })
}

const SHIPPED = {
  problem: (day: string) => `The problem you reported on ${day} is fixed.`,
  improvement: (day: string) => `The improvement you suggested on ${day} is done.`,
} as const satisfies Record<ReportType, (day: string) => string>

/** To a verified reporter, when what we made of their report is there. */
export function wishShipped(site: LetterSite, { path, unsubscribeToken, ...report }: LinkedReport) {
  const name = reportName(report)
  return composeLetter(site, {
    template: 'wish-shipped',
    subject: `You asked, we did: your ${name}`,
    parts: [
      `${SHIPPED[report.reportType](letterDay(report.reportedAt))} Thank you for telling us.`,
      { button: 'See my reports', path },
      'The link shows all reports that you verified with this address. It works for 180 days. Do not share it.',
    ],
    unsubscribeToken,
  })
}
