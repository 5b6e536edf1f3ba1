import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isUniqueFault } from '#db/fault.ts'
import { users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { endLinks, issueLink, openLink } from '#src/domain/links/link.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail, mayMail } from '../outbox/enqueue.ts'
import { confirmAddress, emailChanged } from '../outbox/templates/account-letters.ts'
import { addressKnown } from '../outbox/templates/registration-letters.ts'
import { redeemOwnLink } from './confirm-email.ts'
import { endSessions } from './end-sessions.ts'

const PURPOSE = 'change-email'

/** What a link to a new address knows: the address, and the session that asked. */
type Payload = { email: string; sessionId: string }

/** The new address that waits for its confirmation; null where none does. */
export async function pendingEmail(db: Db, userId: string, now: Instant): Promise<string | null> {
  return getPayload(await openLink(db, { purpose: PURPOSE, subjectId: userId }, now))?.email ?? null
}

/**
 * Mails the link that changes a person's address; nothing changes before it is clicked. The answer is the same for an
 * address that has an account; only its owner learns of it, by mail. (security AN3, TL1)
 */
export async function requestEmailChange(
  db: Db,
  { userId, sessionId, email }: { userId: string; sessionId: string; email: string },
  { actor, site, now }: CommandContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const isMailed = await mayMail(tx, email, now)
    // Asked for again too soon: the link that is on its way stays good.
    if (!isMailed && (await pendingEmail(tx, userId, now)) === email) return
    const payload: Payload = { email, sessionId }
    const token = await issueLink(tx, { purpose: PURPOSE, subjectId: userId, payload }, now)
    await recordAudit(tx, actor, { action: 'account.ask-email', subjectType: 'account', subjectId: userId })
    if (!isMailed) return
    const owner = await findOwner(tx, email, userId)
    // After the #, where no server, log or referrer sees it. (security TL6)
    if (owner === undefined)
      await enqueueMail(tx, { to: email, ...confirmAddress(site, { path: `/auth#email=${token}` }) })
    else await enqueueMail(tx, { to: owner, ...addressKnown(site) })
  })
}

/** The address of another account, which has confirmed it. */
async function findOwner(tx: Db, email: string, userId: string): Promise<string | undefined> {
  const [owner] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.emailKey, emailKey(email)), ne(users.id, userId), isNotNull(users.emailConfirmedAt)))
  return owner?.email
}

/**
 * Changes the address with the link that was sent to it. An unconfirmed registration with it is removed, because the
 * reader of its mail is here. Ends every session except the one that asked, and every link to the old address. Throws
 * `not_found` for a link that is over, or an address that another account has by now. (security TL3, TL5)
 */
export async function confirmEmailChange(db: Db, token: string, context: CommandContext): Promise<void> {
  try {
    await db.transaction((tx) => change(tx, token, context))
  } catch (error) {
    throw isUniqueFault(error, 'users_emailKey_unique') ? linkDead() : error
  }
}

async function change(tx: Db, token: string, { actor, site, now }: CommandContext): Promise<void> {
  const link = await redeemOwnLink(tx, PURPOSE, token, now)
  const payload = getPayload(link)
  if (!link || !payload) throw linkDead()
  const { subjectId: userId } = link
  const { email, sessionId } = payload
  const isTheirs = and(eq(users.id, userId), isNull(users.deletedAt))
  const [before] = await tx.select({ email: users.email }).from(users).where(isTheirs).for('update')
  if (!before) throw linkDead()
  const isUnconfirmed = and(ne(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.deletedAt))
  await tx.delete(users).where(and(eq(users.emailKey, emailKey(email)), isUnconfirmed))
  const set = { email, emailKey: emailKey(email), emailConfirmedAt: new Date(now) }
  await tx.update(users).set(set).where(isTheirs)
  for (const purpose of ['password-reset', 'end-code-lock', 'confirm-email'] as const)
    await endLinks(tx, { purpose, subjectId: userId }, now)
  const sessionsEnded = await endSessions(tx, userId, sessionId)
  await enqueueMail(tx, { to: before.email, ...emailChanged(site, { newEmail: email, at: now }) })
  const entry = { action: 'account.change-email', subjectType: 'account', subjectId: userId }
  await recordAudit(tx, { ...actor, id: userId }, { ...entry, after: { sessionsEnded } })
}

function getPayload(link: { payload: unknown } | undefined): Payload | undefined {
  const payload = link?.payload
  if (typeof payload !== 'object' || payload === null || !('email' in payload) || !('sessionId' in payload)) return
  const { email, sessionId } = payload
  return typeof email === 'string' && typeof sessionId === 'string' ? { email, sessionId } : undefined
}

function linkDead(): Failure {
  return new Failure('not_found', ACCOUNT_SENTENCE.linkDead)
}
