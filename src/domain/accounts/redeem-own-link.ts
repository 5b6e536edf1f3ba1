import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type LinkPurpose, type Redeemed, redeemLink, subjectOf } from '#src/domain/links/link.ts'

/**
 * Uses up a link that is about an account; undefined for one that is not good for it. Holds the account first, as whoever
 * issues and ends its links does: two who took the rows in another order would wait for each other.
 */
export async function redeemOwnLink(
  tx: Db,
  purpose: LinkPurpose,
  token: string,
  now: Instant,
): Promise<Redeemed | undefined> {
  const userId = await subjectOf(tx, purpose, token)
  if (userId === undefined) return undefined
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  return redeemLink(tx, purpose, token, now)
}
