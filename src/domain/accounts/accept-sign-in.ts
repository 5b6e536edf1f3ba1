import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'

/**
 * Closes a sign-in whose password was right: failures are forgotten, the hash is replaced by `freshHash` where there is
 * one. False if the password became another one in the meantime; then nobody may come in. (security AN1, SE5)
 */
export async function acceptSignIn(
  tx: Db,
  userId: string,
  { verifiedHash, freshHash }: { verifiedHash: string; freshHash: string | undefined },
): Promise<boolean> {
  const accepted = await tx
    .update(users)
    .set({ failedSignIns: 0, lockedUntil: null, passwordHash: freshHash ?? verifiedHash })
    .where(and(eq(users.id, userId), eq(users.passwordHash, verifiedHash), isNull(users.deletedAt)))
    .returning({ id: users.id })
  return accepted.length === 1
}
