import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'

/**
 * Closes a sign-in whose password was right: failures are forgotten, the hash is replaced by `freshHash` where there is
 * one. False if meanwhile the password became another one, or the account was locked by the wrong ones that were being
 * checked beside this one; then nobody may come in. (security AN1, RL2, SE5)
 */
export async function acceptSignIn(
  tx: Db,
  userId: string,
  { verifiedHash, freshHash, now }: { verifiedHash: string; freshHash: string | undefined; now: Instant },
): Promise<boolean> {
  const isOpen = or(isNull(users.lockedUntil), lte(users.lockedUntil, new Date(now)))
  const accepted = await tx
    .update(users)
    .set({ failedSignIns: 0, lockedUntil: null, passwordHash: freshHash ?? verifiedHash })
    .where(and(eq(users.id, userId), eq(users.passwordHash, verifiedHash), isNull(users.deletedAt), isOpen))
    .returning({ id: users.id })
  return accepted.length === 1
}
