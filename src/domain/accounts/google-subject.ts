import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { oauthAccounts } from '#db/schema/accounts.ts'

/** The provider's name in `oauth_accounts`. */
export const GOOGLE = 'google'

/** Somebody Google vouches for: who they are by their `sub`, and an address it has verified, which may change hands. */
export type GooglePerson = { subject: string; email: string; name: string | undefined }

/** Lets nobody else act on a Google account until the transaction ends. */
export async function lockGoogle(tx: Db, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${GOOGLE}:${subject}`}, 0))`)
}

/** The account a Google account is linked to, whatever its state. */
export async function findByGoogle(tx: Db, subject: string): Promise<string | undefined> {
  const isIt = and(eq(oauthAccounts.provider, GOOGLE), eq(oauthAccounts.subject, subject))
  const [row] = await tx.select({ userId: oauthAccounts.userId }).from(oauthAccounts).where(isIt)
  return row?.userId
}
