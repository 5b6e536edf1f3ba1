import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { lockReports } from './lock-report.ts'

/** Takes an account's name from the reports it sent; the reports stay. For the transaction that deletes the account. */
export async function unlinkReporter(tx: Db, userId: string): Promise<void> {
  const { reporterUserId, updatedAt } = eventReports
  // Several rows in no order: whoever holds some of them in theirs would wait for this, and this for them.
  await lockReports(tx)
  await tx
    .update(eventReports)
    .set({ reporterUserId: null, updatedAt: sql`${updatedAt}` })
    .where(eq(reporterUserId, userId))
}
