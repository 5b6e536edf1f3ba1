import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { areCodesLocked } from '../security/lock.ts'

/**
 * Holds an account's row until the transaction ends: whatever answers for one account comes one after another, so that
 * parallel guesses cannot run ahead of the lock that counts them. Undefined for a deleted account. (security AN7)
 */
export async function lockAccount(
  tx: Db,
  userId: string,
  now: Instant,
): Promise<{ email: string; isConfirmed: boolean; isLocked: boolean } | undefined> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
  const [row] = await tx
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt, codesLockedUntil: users.codesLockedUntil })
    .from(users)
    .where(isThere)
    .for('update')
  return row && { email: row.email, isConfirmed: row.confirmedAt !== null, isLocked: areCodesLocked(row, now) }
}
