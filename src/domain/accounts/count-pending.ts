import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'

/**
 * How many registrations can be decided: the address is confirmed and the account is still there. The few who wait are
 * looked up one by one; joined, the database may read everybody for it.
 */
export async function countPending(db: Db): Promise<number> {
  const { id, emailConfirmedAt, deletedAt } = users
  const canBeDecided = sql`(select ${emailConfirmedAt} is not null and ${deletedAt} is null from ${users}
    where ${eq(id, profiles.id)})`
  const [row] = await db
    .select({ pending: count() })
    .from(profiles)
    .where(and(eq(profiles.approval, 'pending'), canBeDecided))
  return row?.pending ?? 0
}
