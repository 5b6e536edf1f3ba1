import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { oauthAccounts, users } from '#db/schema/accounts.ts'
import { isDisposable } from '#src/contract/disposable-domains.ts'
import { domainOf, emailKey, permanentEmail } from '#src/contract/email.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { registeredWithGoogle } from '../outbox/templates/registered-with-google.ts'
import { adoptRegistration } from './adopt-registration.ts'
import { findByGoogle, GOOGLE, type GooglePerson, lockGoogle } from './google-subject.ts'
import { nameProfile } from './name-profile.ts'
import { readPerson } from './read-person.ts'

/** Whose account it is, or why nobody comes in. `mayLink`: the address has an account, which its owner may link. */
type GoogleEntrance = { userId: string } | { refused: string; mayLink?: boolean }

/** The address's account was made or removed by somebody else meanwhile: look again, so often. */
const LOOKS = 3

/**
 * The account somebody enters who shows this Google account. Known by its `sub` alone, never by the address. Without one, a
 * new account is made, pending; a registration that was never confirmed becomes theirs, without what was typed into it; a
 * confirmed account stays closed until its owner links it. Approval is never touched. Who comes with the same Google account
 * at the same time waits: there is one account. (security AN10, AN11, AN12)
 */
export async function enterByGoogle(tx: Db, person: GooglePerson, context: CommandContext): Promise<GoogleEntrance> {
  await lockGoogle(tx, person.subject)
  const userId = await findByGoogle(tx, person.subject)
  if (userId !== undefined) return standing(tx, userId, context)
  const parsed = permanentEmail.safeParse(person.email)
  if (!parsed.success) {
    const isDisposed = isDisposable(domainOf(person.email.toLowerCase()))
    return { refused: isDisposed ? 'disposable address' : 'no usable address' }
  }
  const known = { ...person, email: parsed.data }
  for (let look = 0; look < LOOKS; look += 1) {
    const entrance = (await openAccount(tx, known, context)) ?? (await meetAccount(tx, known, context))
    if (entrance) return entrance
  }
  throw new Error('An address kept changing hands')
}

async function standing(tx: Db, userId: string, { now }: CommandContext): Promise<GoogleEntrance> {
  return (await readPerson(tx, userId, now)) ? { userId } : { refused: 'banned or deleted' }
}

/** Undefined where the address has an account already. */
async function openAccount(tx: Db, person: GooglePerson, context: CommandContext): Promise<GoogleEntrance | undefined> {
  const { email, subject, name } = person
  const [created] = await tx
    .insert(users)
    .values({ email, emailKey: emailKey(email), emailConfirmedAt: new Date(context.now) })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!created) return undefined
  const { id: userId } = created
  const username = await nameProfile(tx, { userId, name }, context)
  await tx.insert(oauthAccounts).values({ provider: GOOGLE, subject, userId })
  await enqueueMail(tx, { to: email, ...registeredWithGoogle(context.site, { hadPassword: false }) })
  await recordAudit(
    tx,
    { ...context.actor, id: userId },
    {
      action: 'account.register-google',
      subjectType: 'account',
      subjectId: userId,
      after: { email, username, approval: 'pending' },
    },
  )
  return { userId }
}

/** Undefined where the account was removed meanwhile. */
async function meetAccount(tx: Db, person: GooglePerson, context: CommandContext): Promise<GoogleEntrance | undefined> {
  const isTheirs = eq(users.emailKey, emailKey(person.email))
  const [known] = await tx.select().from(users).where(isTheirs).for('update')
  if (!known) return undefined
  const entrance = await standing(tx, known.id, context)
  if ('refused' in entrance) return entrance
  if (known.emailConfirmedAt !== null) return { refused: 'address has an account', mayLink: true }
  await adoptRegistration(tx, known.id, person, context)
  return entrance
}
