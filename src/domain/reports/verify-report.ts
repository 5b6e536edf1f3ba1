import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import type { VerifiedReport } from '#src/contract/report.ts'
import { findSubject, peekLink, redeemLink } from '#src/domain/links/link.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { reportVerified } from '../outbox/templates/report-letters.ts'
import type { NotifyContext } from './notify-reporters.ts'
import { issueStatusToken, statusPath } from './read-own-reports.ts'

type ReportRow = typeof eventReports.$inferSelect

/**
 * The click on the link in the mail: the report is its reporter's, and open unless an admin has moved it on already. Mails
 * the link to one's own reports, once. A click whose answer was lost may be repeated as long as the link lives: the same
 * answer, without a token. Throws `not_found` with one sentence for every other link. (security TL3, TL5)
 */
export async function verifyReport(db: Db, token: string, telling: NotifyContext): Promise<VerifiedReport> {
  return db.transaction(async (tx) => {
    const report = await lockReportBehind(tx, token, telling)
    const isFirst = (await redeemLink(tx, 'verify-report', token, telling.now)) !== undefined
    if (isFirst) return markVerified(tx, report, telling)
    if (report.verifiedAt === null) throw dead()
    return { reportType: report.reportType, status: report.status }
  })
}

/** The report comes before its link, as wherever links to one are issued: two who took them in another order would wait for each other. */
async function lockReportBehind(tx: Db, token: string, { now }: NotifyContext): Promise<ReportRow> {
  const reportId = await findSubject(tx, 'verify-report', token)
  if (reportId === undefined) throw dead()
  const [report] = await tx.select().from(eventReports).where(eq(eventReports.id, reportId)).for('update')
  const link = await peekLink(tx, 'verify-report', token, now)
  if (!report || !link || !isTiedTo(report.emailKey, link.payload)) throw dead()
  return report
}

/** A report may have got another address since; the click shows nothing about that one. */
function isTiedTo(emailKey: string, payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'emailKey' in payload && payload.emailKey === emailKey
}

async function markVerified(tx: Db, report: ReportRow, { site, now }: NotifyContext): Promise<VerifiedReport> {
  const { id, reportType, reporterEmail, emailKey, createdAt } = report
  const status = report.status === 'unverified' ? 'open' : report.status
  await tx
    .update(eventReports)
    .set({ status, verifiedAt: new Date(now), version: report.version + 1, updatedAt: new Date(now) })
    .where(eq(eventReports.id, id))
  const statusToken = await issueStatusToken(tx, emailKey, now)
  const letter = reportVerified(site, { reportType, reportedAt: createdAt.getTime(), path: statusPath(statusToken) })
  await enqueueMail(tx, { to: reporterEmail, ...letter })
  return { reportType, status, statusToken }
}

function dead(): Failure {
  return new Failure('not_found', LINK_DEAD)
}
