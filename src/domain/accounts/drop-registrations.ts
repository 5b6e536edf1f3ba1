import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, factorChallenges, oauthAccounts, recoveryCodes, users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { endLinksOf, removeLinks } from '#src/domain/links/link.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { addressConfirmed } from '../outbox/templates/address-confirmed.ts'
import { endSessions } from './sessions-of.ts'

/** How many of each were dropped. */
type Dropped = { registrations: number; factors: number; sessions: number; googleAccounts: number }

/**
 * Drops whatever could open an account whose address nobody had confirmed: registrations that wait, sessions, second factors,
 * linked Google accounts, links and locks. Anybody may have added it who typed the address in. The caller sets the password.
 * Hold the user's row. (security AN11)
 */
export async function dropRegistrations(tx: Db, userId: string, now: Instant): Promise<Dropped> {
  const registrations = await removeLinks(tx, { purpose: 'confirm-email', subjectId: userId }, now)
  await endLinksOf(tx, userId, now)
  const sessions = await endSessions(tx, userId)
  const factors = await tx.delete(authFactors).where(eq(authFactors.userId, userId)).returning({ id: authFactors.id })
  const google = await tx
    .delete(oauthAccounts)
    .where(eq(oauthAccounts.userId, userId))
    .returning({ subject: oauthAccounts.subject })
  for (const table of [factorChallenges, recoveryCodes]) await tx.delete(table).where(eq(table.userId, userId))
  const unlocked = { failedSignIns: 0, lockedUntil: null, failedCodes: 0, codesLockedUntil: null }
  await tx.update(users).set(unlocked).where(eq(users.id, userId))
  return { registrations, factors: factors.length, sessions, googleAccounts: google.length }
}

/** The same, and tells the owner by mail what was dropped, if anything was. */
export async function dropForOwner(
  tx: Db,
  { userId, email }: { userId: string; email: string },
  { site, now }: Pick<CommandContext, 'site' | 'now'>,
): Promise<Dropped> {
  const dropped = await dropRegistrations(tx, userId, now)
  const isAnything = Object.values(dropped).some((count) => count > 0)
  if (isAnything) await enqueueMail(tx, { to: email, ...addressConfirmed(site, { dropped, at: now }) })
  return dropped
}
