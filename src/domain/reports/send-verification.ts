import type { Db } from '#db/client.ts'
import type { eventReports } from '#db/schema/feedback.ts'
import { issueLink } from '#src/domain/links/link.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { verifyReport } from '../outbox/templates/verify-report.ts'
import type { NotifyContext } from './notify-reporters.ts'

type Unverified = Pick<
  typeof eventReports.$inferSelect,
  'id' | 'reportType' | 'reporterEmail' | 'emailKey' | 'createdAt'
>

/**
 * Mails the link that verifies a report to the address it names now; links mailed before it die. The link is tied to that
 * address: it is good for nothing once the report has another. Public forms ask `mayMail` first.
 */
export async function sendVerification(tx: Db, report: Unverified, { site, now }: NotifyContext): Promise<void> {
  const { id, reportType, reporterEmail, emailKey, createdAt } = report
  const token = await issueLink(tx, { purpose: 'verify-report', subjectId: id, payload: { emailKey } }, now)
  // After the #, where no server, log or referrer sees it. (security TL6)
  const path = `/verify-report#token=${token}`
  const letter = verifyReport(site, { reportType, reportedAt: createdAt.getTime(), path })
  await enqueueMail(tx, { to: reporterEmail, ...letter })
}
