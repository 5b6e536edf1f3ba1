import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, factorChallenges, oauthAccounts, profiles, recoveryCodes, users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import {
  endLinksFor,
  findSubject,
  type LinkPurpose,
  peekLink,
  type Redeemed,
  redeemLink,
  removeLinks,
} from '#src/domain/links/link.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { addressConfirmed } from '../outbox/templates/registration-letters.ts'
import { endSessions } from './end-sessions.ts'
import { orNameTaken, refuseSiteName, requireFreeName, requireNotReserved } from './usernames.ts'

const PURPOSE = 'confirm-email'
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What was typed into the form, as the link that was mailed for it keeps it. */
export type RegistrationPayload = { username: string; passwordHash: string }

/** The registration that a link was mailed for; null for a link from before links kept one. */
type OpenRegistration = { email: string; typed: RegistrationPayload | null }

/** Looks at the registration of a link without using the link. Throws `not_found`, as `confirmEmail`. (security TL2, TL5) */
export async function readRegistration(db: Db, token: string, now: Instant): Promise<OpenRegistration> {
  const link = await peekLink(db, PURPOSE, token, now)
  const isOpen = and(eq(users.id, link?.subjectId ?? NOBODY), isNull(users.emailConfirmedAt), isNull(users.deletedAt))
  const [user] = await db.select({ email: users.email }).from(users).where(isOpen)
  if (!link || link.isUsed || !user) throw linkDead()
  return { email: user.email, typed: typedIn(link.payload) }
}

/**
 * Confirms the address that the link was sent to, with the name and password that its owner wants. Everything that was
 * typed or added before is dropped, and the owner is notified of it. Throws `not_found`, with one sentence for any
 * fault of the link, and `conflict` for a name that is taken by now; then the link still works. (security TL3, TL5)
 */
export async function confirmEmail(
  db: Db,
  token: string,
  wanted: RegistrationPayload,
  context: CommandContext,
): Promise<void> {
  const { actor, site, now } = context
  refuseSiteName(wanted.username, site.siteName)
  const confirm = async (tx: Db) => {
    const userId = (await redeemOwnLink(tx, PURPOSE, token, now))?.subjectId ?? NOBODY
    const isOpen = and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.deletedAt))
    const [confirmed] = await tx
      .update(users)
      .set({ emailConfirmedAt: new Date(now), passwordHash: wanted.passwordHash })
      .where(isOpen)
      .returning({ email: users.email })
    if (!confirmed) throw linkDead()
    await takeName(tx, userId, wanted.username)
    const dropped = await dropForOwner(tx, { userId, email: confirmed.email }, context)
    const entry = { action: 'account.confirm-email', subjectType: 'account', subjectId: userId }
    await recordAudit(tx, actor, { ...entry, after: { username: wanted.username, dropped } })
  }
  await orNameTaken(() => db.transaction(confirm))
}

async function takeName(tx: Db, userId: string, username: string): Promise<void> {
  await requireFreeName(tx, username, userId)
  await requireNotReserved(tx, username, userId)
  await tx
    .update(profiles)
    .set({ username, usernameKey: usernameKey(username) })
    .where(eq(profiles.id, userId))
}

/** Written by `registerAccount` alone. */
function typedIn(payload: unknown): RegistrationPayload | null {
  if (typeof payload !== 'object' || payload === null || !('username' in payload) || !('passwordHash' in payload))
    return null
  const { username, passwordHash } = payload
  return typeof username === 'string' && typeof passwordHash === 'string' ? { username, passwordHash } : null
}

function linkDead(): Failure {
  return new Failure('not_found', ACCOUNT_SENTENCE.linkDead)
}

/**
 * Uses up a link that is about an account; undefined if the link is not valid for it. Locks the account first, like the
 * code that issues and ends its links: two transactions that lock the rows in different orders would wait for each
 * other.
 */
export async function redeemOwnLink(
  tx: Db,
  purpose: LinkPurpose,
  token: string,
  now: Instant,
): Promise<Redeemed | undefined> {
  const userId = await findSubject(tx, purpose, token)
  if (userId === undefined) return undefined
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  return redeemLink(tx, purpose, token, now)
}

/** How many of each were dropped. */
type Dropped = { registrations: number; factors: number; sessions: number; googleAccounts: number }

/**
 * Deletes everything that could open an account whose address was not confirmed: registrations that wait, sessions, second factors,
 * linked Google accounts, links and locks. Anybody may have added it who typed the address in. The caller sets the password.
 * Hold the user's row. (security AN11)
 */
export async function dropRegistrations(tx: Db, userId: string, now: Instant): Promise<Dropped> {
  const registrations = await removeLinks(tx, { purpose: 'confirm-email', subjectId: userId }, now)
  await endLinksFor(tx, userId, now)
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
