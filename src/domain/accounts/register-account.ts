import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import type { SignUpInput } from '#src/contract/account.ts'
import { emailKey } from '#src/contract/email.ts'
import { usernameKey } from '#src/contract/username.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { addLink } from '#src/domain/links/link.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail, mayMail } from '../outbox/enqueue.ts'
import { addressKnown, registeredAgain, registrationReceived } from '../outbox/templates/registration-letters.ts'
import type { RegistrationPayload } from './confirm-email.ts'
import { nameTaken, orNameTaken, refuseSiteName, requireFreeName, reserveName } from './usernames.ts'

/** A registration; the password has become a hash. */
type Registration = Omit<SignUpInput, 'password'> & { passwordHash: string }

/**
 * Takes a registration: a new account, pending and unconfirmed, and a mail with the link that confirms its address. For an
 * address that has an account nothing tells the difference but a mail to its owner. The account has no password before it is
 * confirmed: what was typed goes with the link, so that registrations of one address, by whomever, do not touch each other.
 * One that cannot be mailed now is not kept. Throws `conflict` for a name that is taken, and keeps it for a known address as
 * for a new one. (security AN3, AN11, P-28)
 */
export async function registerAccount(db: Db, registration: Registration, context: CommandContext): Promise<void> {
  const { email, username } = registration
  refuseSiteName(username, context.site.siteName)
  const register = async (tx: Db) => {
    const [created] = await tx
      .insert(users)
      .values({ email, emailKey: emailKey(email), createdAt: new Date(context.now) })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created) await welcome(tx, created.id, registration, context)
    else await registerAgain(tx, registration, context)
  }
  await orNameTaken(() => db.transaction(register))
}

async function welcome(tx: Db, id: string, registration: Registration, context: CommandContext): Promise<void> {
  const { email, username } = registration
  const named = await tx
    .insert(profiles)
    .values({ id, username, usernameKey: usernameKey(username) })
    .onConflictDoNothing()
    .returning({ id: profiles.id })
  if (named.length === 0) throw nameTaken()
  await reserveName(tx, id, username, context.now)
  await mayMail(tx, email, context.now) // counted; the first mail to an address always goes
  await enqueueMail(tx, {
    to: email,
    ...registrationReceived(context.site, await issuePath(tx, id, registration, context)),
  })
  await recordAudit(tx, context.actor, {
    action: 'account.register',
    subjectType: 'account',
    subjectId: id,
    after: { username, approval: 'pending' },
  })
}

async function registerAgain(tx: Db, registration: Registration, context: CommandContext): Promise<void> {
  const { email, username } = registration
  const [known] = await tx
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)))
    .for('update')
  if (!known) throw new Error('An address was taken and then was not')
  const isOpen = known.emailConfirmedAt === null && known.deletedAt === null
  await requireFreeName(tx, username, isOpen ? known.id : null)
  const isMailed = known.deletedAt === null && (await mayMail(tx, known.email, context.now))
  // In step with the hold on the name, or what is free would tell that the address has no account yet.
  if (isOpen) await rename(tx, known.id, username)
  await reserveName(tx, known.id, username, context.now)
  const action = isOpen ? 'account.register-again' : 'account.register-known'
  await recordAudit(tx, context.actor, { action, subjectType: 'account', subjectId: known.id })
  if (!isMailed) return
  const letter = isOpen
    ? registeredAgain(context.site, await issuePath(tx, known.id, registration, context))
    : addressKnown(context.site)
  await enqueueMail(tx, { to: known.email, ...letter })
}

/** The name an unconfirmed account goes by until its owner says otherwise: the one that was asked for last. */
async function rename(tx: Db, id: string, username: string): Promise<void> {
  await tx
    .update(profiles)
    .set({ username, usernameKey: usernameKey(username) })
    .where(eq(profiles.id, id))
}

/** Where the link of one registration leads. After the #, the token reaches no server, log or referrer. (security TL6) */
async function issuePath(tx: Db, id: string, { username, passwordHash }: Registration, { now }: CommandContext) {
  const payload: RegistrationPayload = { username, passwordHash }
  const token = await addLink(tx, { purpose: 'confirm-email', subjectId: id, payload }, now)
  return { path: `/auth#confirm=${token}` }
}
