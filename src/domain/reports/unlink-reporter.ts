import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'

/** Takes an account's name from the reports it sent; the reports stay. For the transaction that deletes the account. */
export async function unlinkReporter(tx: Db, userId: string): Promise<void> {
  const { reporterUserId, updatedAt } = eventReports
  await tx
    .update(eventReports)
    .set({ reporterUserId: null, updatedAt: sql`${updatedAt}` })
    .where(eq(reporterUserId, userId))
}
