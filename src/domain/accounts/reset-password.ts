import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { countLinks, issueLink } from '#src/domain/links/link.ts'
import { enqueueMail, passwordChanged, passwordReset } from '#src/domain/outbox/outbox.ts'
import { endAccess } from './change-password.ts'
import { holdPerson } from './hold-person.ts'
import { type PasswordOwner, readPasswordOwner } from './read-person.ts'
import { redeemOwnLink } from './redeem-own-link.ts'
import type { Doing } from './register-account.ts'

const MINUTE = 60_000
const PURPOSE = 'password-reset'
const MOST_AN_HOUR = 3

/**
 * Mails the link to set a new password, if there is an account: at most one a minute and three an hour, and silently no
 * more. Whoever asks learns nothing of it. (security AN4)
 */
export async function requestReset(db: Db, email: string, { actor, site, now }: Doing): Promise<void> {
  await db.transaction(async (tx) => {
    const isTheirs = and(eq(users.emailKey, emailKey(email)), isNull(users.deletedAt))
    const [user] = await tx.select().from(users).where(isTheirs).for('update')
    if (user) await mailReset(tx, user, { actor, site, now })
  })
}

/**
 * Mails the same link because an administrator asks for it. Throws `not_found`, or `conflict` where the last one was mailed a
 * moment ago: an administrator may know. (security AN4)
 */
export async function sendReset(db: Db, userId: string, doing: Doing): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await holdPerson(tx, userId)
    if (!held) throw new Failure('not_found', 'There is no such account.')
    if (!(await mailReset(tx, held, doing)))
      throw new Failure('conflict', 'A link was mailed a moment ago: one a minute goes out, and three an hour.')
  })
}

/** True if the link was mailed. Hold the user's row. */
async function mailReset(tx: Db, { id, email }: { id: string; email: string }, doing: Doing): Promise<boolean> {
  const { actor, site, now } = doing
  const link = { purpose: PURPOSE, subjectId: id } as const
  if ((await countLinks(tx, link, now - MINUTE)) > 0) return false
  if ((await countLinks(tx, link, now - 60 * MINUTE)) >= MOST_AN_HOUR) return false
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
  judge: (owner: PasswordOwner) => void
}

/**
 * Sets a new password with the link from a mail, which shows the address to be theirs too. Ends every session, every other
 * link and any lock; approval stays what it was. Throws `not_found` for a link that is not good for it. (security AN12, SE5)
 */
export async function resetPassword(db: Db, token: string, password: NewPassword, doing: Doing): Promise<void> {
  const { actor, site, now } = doing
  await db.transaction(async (tx) => {
    const userId = (await redeemOwnLink(tx, PURPOSE, token, now))?.subjectId
    const owner = userId === undefined ? undefined : await readPasswordOwner(tx, userId)
    if (userId === undefined || !owner) throw new Failure('not_found', ACCOUNT_SENTENCE.linkDead)
    password.judge(owner)
    await tx
      .update(users)
      .set({
        passwordHash: password.passwordHash,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${new Date(now).toISOString()}::timestamptz)`,
        failedSignIns: 0,
        lockedUntil: null,
      })
      .where(eq(users.id, userId))
    const ended = await endAccess(tx, userId, now)
    await enqueueMail(tx, { to: owner.email, ...passwordChanged(site, { at: now }) })
    const entry = { action: 'account.reset-password', subjectType: 'account', subjectId: userId }
    await recordAudit(tx, { ...actor, id: userId }, { ...entry, after: { sessionsEnded: ended } })
  })
}
