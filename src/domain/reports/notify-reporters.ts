import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { reportStatusChanged, wishShipped } from '../outbox/templates/report-letters.ts'
import { issueMailUnsubscribe } from '../suppressions/mail-unsubscribe.ts'
import { issueStatusToken, statusPath } from './read-own-reports.ts'

/** The site that mails speak for, and the moment. */
export type NotifyContext = { site: LetterSite; now: Instant }

type ReportRow = typeof eventReports.$inferSelect
type NotifiedReport = Pick<ReportRow, 'reportType' | 'reporterEmail' | 'emailKey' | 'verifiedAt' | 'createdAt'>

/**
 * Mails the reporter the status and answer that `report` holds now, with a fresh link to their own reports. Call it in the
 * transaction of the change, with the row after it. False if the reporter has not verified the report and gets no mail.
 */
export async function notifyOfStatus(
  tx: Db,
  report: NotifiedReport & Pick<ReportRow, 'status' | 'answer'>,
  { site, now }: NotifyContext,
): Promise<boolean> {
  if (report.verifiedAt === null) return false
  const { status, answer } = report
  const letter = reportStatusChanged(site, { ...named(report), status, answer, ...(await issueLinks(tx, report, now)) })
  await enqueueMail(tx, { to: report.reporterEmail, ...letter })
  return true
}

/**
 * Mails everybody whose verified report became this wish, or was merged into one that did, that it is there; each address
 * once, by its oldest report. Call it in the transaction that ships the wish. Returns how many mails that were.
 */
export async function notifyOfShipping(tx: Db, wishId: string, { site, now }: NotifyContext): Promise<number> {
  const reporters = await listReporters(tx, wishId)
  for (const report of reporters) {
    const letter = wishShipped(site, { ...named(report), ...(await issueLinks(tx, report, now)) })
    await enqueueMail(tx, { to: report.reporterEmail, ...letter })
  }
  return reporters.length
}

/** The links of such a mail: to the reporter's own reports, and to end the news about them. */
async function issueLinks(tx: Db, { emailKey, reporterEmail: email }: NotifiedReport, now: Instant) {
  return {
    path: statusPath(await issueStatusToken(tx, emailKey, now)),
    unsubscribeToken: await issueMailUnsubscribe(tx, { email, kind: 'report-mail' }, now),
  }
}

async function listReporters(tx: Db, wishId: string): Promise<NotifiedReport[]> {
  const { reportType, reporterEmail, emailKey, verifiedAt, createdAt, id, promotedToWishId, mergedIntoId } =
    eventReports
  const promoted = await tx.select({ id }).from(eventReports).where(eq(promotedToWishId, wishId))
  const ids = promoted.map((report) => report.id)
  return tx
    .selectDistinctOn([emailKey], { reportType, reporterEmail, emailKey, verifiedAt, createdAt })
    .from(eventReports)
    .where(and(isNotNull(verifiedAt), or(inArray(id, ids), inArray(mergedIntoId, ids))))
    .orderBy(asc(emailKey), asc(createdAt), asc(id))
}

function named({ reportType, createdAt }: NotifiedReport) {
  return { reportType, reportedAt: createdAt.getTime() }
}
