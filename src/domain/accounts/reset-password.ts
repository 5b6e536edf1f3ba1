import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { maySignIn, type SiteLevel } from '#src/contract/site-mode.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { issueLink, mayIssueLink } from '#src/domain/links/link.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { passwordChanged, passwordReset } from '../outbox/templates/account-letters.ts'
import { noteCodeSuccess } from '../security/lock.ts'
import { endAccess, type PasswordHolder, readPasswordHolder } from './change-password.ts'
import { dropForOwner, redeemOwnLink } from './confirm-email.ts'
import { lockPerson } from './person.ts'

const PURPOSE = 'password-reset'

/** Who asks, and how far the site is closed: from level 2 on, only owners can reset their password. */
export type ResetContext = CommandContext & { siteLevel: SiteLevel }

/**
 * Mails the link to set a new password, if there is an account: at most one a minute, three an hour and six a day, and
 * silently no more, and none to people who may not sign in now. The answer does not show it. (security AN4)
 */
export async function requestReset(db: Db, email: string, context: ResetContext): Promise<void> {
  await db.transaction(async (tx) => {
    const isTheirs = and(eq(users.emailKey, emailKey(email)), isNull(users.deletedAt))
    const [user] = await tx.select({ id: users.id }).from(users).where(isTheirs)
    const locked = user && (await lockPerson(tx, user.id))
    if (locked && maySignIn(context.siteLevel, locked.roles)) await mailReset(tx, locked, context)
  })
}

const TOO_MANY = 'No link was sent. This person can get one link a minute, three an hour and six a day.'

/**
 * Mails the same link because an administrator asks for it. Throws `not_found`, or `conflict` where no more may be mailed
 * now: an administrator may know. (security AN4)
 */
export async function sendReset(db: Db, userId: string, context: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockPerson(tx, userId)
    if (!locked) throw new Failure('not_found', NOT_FOUND.account)
    if (!(await mailReset(tx, locked, context))) throw new Failure('conflict', TOO_MANY)
  })
}

/** True if the link was mailed. Hold the user's row. */
async function mailReset(
  tx: Db,
  { id, email }: { id: string; email: string },
  context: CommandContext,
): Promise<boolean> {
  const { actor, site, now } = context
  const link = { purpose: PURPOSE, subjectId: id } as const
  if (!(await mayIssueLink(tx, link, now))) return false
  const token = await issueLink(tx, link, now)
  await enqueueMail(tx, { to: email, ...passwordReset(site, { path: resetPath(token) }) })
  await recordAudit(tx, actor, { action: 'account.ask-reset', subjectType: 'account', subjectId: id })
  return true
}

/** Where the link leads. After the #, the token reaches no server, log or referrer. (security TL6) */
export function resetPath(token: string): string {
  return `/auth#reset=${token}`
}

type NewPassword = {
  passwordHash: string
  /** Throws for a password that this person may not choose; then the link still works. */
  checkPassword: (holder: PasswordHolder) => void | Promise<void>
}

/**
 * Sets a new password with the link from a mail, which also shows that the address is theirs. Ends every session, every
 * other link and any lock on passwords; the approval stays. If the address was unconfirmed, second factors and
 * everything else added before are dropped too, and the owner is notified. Throws `not_found` for a link that is not
 * valid for it. (security AN12, SE5)
 */
export async function resetPassword(
  db: Db,
  token: string,
  password: NewPassword,
  context: ResetContext,
): Promise<void> {
  await db.transaction((tx) => setByLink(tx, { purpose: PURPOSE, token }, password, context))
}

/**
 * Ends a lock on codes with the link mailed to the owner, and sets a new password, so that an attacker who knows the
 * old one cannot try more codes. Ends the same things as a reset. The second factor is still required. Throws
 * `not_found` for a link that is not valid for it, and if no wrong code is remembered any longer. (security AN7)
 */
export async function endCodeLock(db: Db, token: string, password: NewPassword, context: ResetContext): Promise<void> {
  await db.transaction(async (tx) => {
    const userId = await setByLink(tx, { purpose: 'end-code-lock', token }, password, context)
    if (!(await noteCodeSuccess(tx, userId))) throw new Failure('not_found', ACCOUNT_SENTENCE.linkDead)
  })
}

type Given = { purpose: 'password-reset' | 'end-code-lock'; token: string }
const ACTIONS = { 'password-reset': 'account.reset-password', 'end-code-lock': 'account.end-code-lock' } as const

/** Whose password it was. */
async function setByLink(
  tx: Db,
  { purpose, token }: Given,
  password: NewPassword,
  context: ResetContext,
): Promise<string> {
  const { actor, site, siteLevel, now } = context
  const userId = (await redeemOwnLink(tx, purpose, token, now))?.subjectId
  const holder = userId === undefined ? undefined : await readPasswordHolder(tx, userId)
  if (userId === undefined || !holder || !maySignIn(siteLevel, holder.roles))
    throw new Failure('not_found', ACCOUNT_SENTENCE.linkDead)
  await password.checkPassword(holder)
  const { passwordHash } = password
  const emailConfirmedAt = holder.confirmedAt ?? new Date(now)
  await tx
    .update(users)
    .set({ passwordHash, passwordExpiredAt: null, emailConfirmedAt, failedSignIns: 0, lockedUntil: null })
    .where(eq(users.id, userId))
  const after = holder.confirmedAt
    ? { sessionsEnded: await endAccess(tx, userId, now) }
    : { dropped: await dropForOwner(tx, { userId, email: holder.email }, context) }
  await enqueueMail(tx, { to: holder.email, ...passwordChanged(site, { at: now }) })
  const entry = { action: ACTIONS[purpose], subjectType: 'account', subjectId: userId }
  await recordAudit(tx, { ...actor, id: userId }, { ...entry, after })
  return userId
}
