import { and, desc, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventReports } from '#db/schema/feedback.ts'
import type { Instant } from '#src/contract/instant.ts'
import { mayMail } from '../outbox/enqueue.ts'
import type { NotifyContext } from './notify-reporters.ts'
import { sendVerification } from './submit-report.ts'

const DAY = 86_400_000
/** Reports one run looks at, the newest first. */
const BATCH = 100

/**
 * Mails the links of reports whose address could not be mailed when they came, because it had just been: who sends two in a
 * minute verifies both. Given up after a day. Returns the number of mails. (security OB6)
 */
export async function sendWithheld(db: Db, telling: NotifyContext): Promise<number> {
  const { id, createdAt } = eventReports
  const waiting = await db
    .select({ id })
    .from(eventReports)
    .where(isWithheld(db, telling.now))
    .orderBy(desc(createdAt))
    .limit(BATCH)
  let mailed = 0
  for (const { id } of waiting) if (await sendNow(db, id, telling)) mailed += 1
  return mailed
}

function sendNow(db: Db, id: string, telling: NotifyContext): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [report] = await tx
      .select()
      .from(eventReports)
      .where(and(eq(eventReports.id, id), isWithheld(tx, telling.now)))
      .for('update', { skipLocked: true })
    if (!report || !(await mayMail(tx, report.reporterEmail, telling.now))) return false
    await sendVerification(tx, report, telling)
    return true
  })
}

function isWithheld(db: Db, now: Instant) {
  const { id, status, verifiedAt, createdAt } = eventReports
  const { hash, purpose, subjectId } = linkTokens
  const links = db
    .select({ hash })
    .from(linkTokens)
    .where(and(eq(purpose, 'verify-report'), eq(subjectId, sql`${id}::text`)))
  return and(eq(status, 'unverified'), isNull(verifiedAt), gt(createdAt, new Date(now - DAY)), notExists(links))
}
