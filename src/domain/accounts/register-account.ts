import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import type { SignUpInput } from '#src/contract/account.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'
import { issueLink } from '#src/domain/links/link.ts'
import { addressKnown, enqueueMail, type LetterSite, mayMail, registrationReceived } from '#src/domain/outbox/outbox.ts'
import { holdName, nameTaken, orNameTaken, requireFreeName } from './usernames.ts'

/** A registration; the password has become a hash. `isSame` tells whether it is the one behind another hash. */
export type Registration = Omit<SignUpInput, 'password'> & {
  passwordHash: string
  isSame: (hash: string | null) => Promise<boolean>
}
/** Whom a write is done for, when, and the site its mails speak for. */
export type Doing = { actor: Actor; site: LetterSite; now: Instant }

/**
 * Takes a registration: a new account, pending and unconfirmed, and a mail with the link that confirms its address. For an
 * address that has an account nothing tells the difference but a mail to its owner. Who registers again before confirming
 * gets what they typed last, with a new link. Where none can be mailed yet, two who typed different passwords leave none: the
 * link that is on its way may be either's, and a reset by mail sets one. So nobody lays a password of theirs under another's
 * link. Throws `conflict` for a name that is taken, and keeps it for a known address as for a new one. (security AN3, AN11, P-28)
 */
export async function registerAccount(db: Db, registration: Registration, doing: Doing): Promise<void> {
  const { email, passwordHash } = registration
  const register = async (tx: Db) => {
    const [created] = await tx
      .insert(users)
      .values({ email, emailKey: emailKey(email), passwordHash, createdAt: new Date(doing.now) })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created) await welcome(tx, created.id, registration, doing)
    else await registerAgain(tx, registration, doing)
  }
  await orNameTaken(() => db.transaction(register))
}

async function welcome(tx: Db, id: string, { email, username }: Registration, doing: Doing): Promise<void> {
  const named = await tx
    .insert(profiles)
    .values({ id, username, usernameKey: usernameKey(username) })
    .onConflictDoNothing()
    .returning({ id: profiles.id })
  if (named.length === 0) throw nameTaken()
  await holdName(tx, id, username, doing.now)
  await mayMail(tx, email, doing.now) // counted; the first mail to an address always goes
  await sendConfirmation(tx, id, email, doing)
  await recordAudit(tx, doing.actor, {
    action: 'account.register',
    subjectType: 'account',
    subjectId: id,
    after: { username, approval: 'pending' },
  })
}

async function registerAgain(tx: Db, registration: Registration, doing: Doing): Promise<void> {
  const { email, username } = registration
  const [known] = await tx
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)))
    .for('update')
  if (!known) throw new Error('An address was taken and then was not')
  const isOpen = known.emailConfirmedAt === null && known.deletedAt === null
  await requireFreeName(tx, username, isOpen ? known.id : null)
  const isMailed = known.deletedAt === null && (await mayMail(tx, known.email, doing.now))
  if (isOpen) await replaceRegistration(tx, known, registration, isMailed)
  await holdName(tx, known.id, username, doing.now)
  const action = isOpen ? 'account.register-again' : 'account.register-known'
  await recordAudit(tx, doing.actor, { action, subjectType: 'account', subjectId: known.id })
  if (!isMailed) return
  if (isOpen) await sendConfirmation(tx, known.id, known.email, doing)
  else await enqueueMail(tx, { to: known.email, ...addressKnown(doing.site) })
}

type Known = Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>

async function replaceRegistration(tx: Db, known: Known, registration: Registration, isMailed: boolean): Promise<void> {
  const { id } = known
  const { username, isSame } = registration
  const isSettled = isMailed || (await isSame(known.passwordHash))
  const passwordHash = isSettled ? registration.passwordHash : null
  const isOpen = and(eq(users.id, id), isNull(users.emailConfirmedAt))
  await tx.update(users).set({ passwordHash }).where(isOpen)
  const name = { username, usernameKey: usernameKey(username) }
  await tx.update(profiles).set(name).where(eq(profiles.id, id))
}

async function sendConfirmation(tx: Db, id: string, to: string, { site, now }: Doing): Promise<void> {
  const token = await issueLink(tx, { purpose: 'confirm-email', subjectId: id }, now)
  // After the #, where no server, log or referrer sees it. (security TL6)
  await enqueueMail(tx, { to, ...registrationReceived(site, { path: `/auth#confirm=${token}` }) })
}
