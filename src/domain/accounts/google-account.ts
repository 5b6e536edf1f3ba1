import { randomInt } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, oauthAccounts, profiles, usernameHolds, users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { emailKey, getDomain, isDisposable, permanentEmail } from '#src/contract/email.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isStorable } from '#src/contract/text.ts'
import { isSiteName, usernameKey } from '#src/contract/username.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { isLive } from '../factors/list-factors.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { registeredWithGoogle } from '../outbox/templates/registration-letters.ts'
import { signInMethodChanged } from '../outbox/templates/sign-in-letters.ts'
import { dropRegistrations } from './confirm-email.ts'
import { readPerson, usableHash } from './person.ts'
import { usernamesFor } from './usernames.ts'

/** The account that a Google account opens. `isNew`: this sign-in created it, or confirmed its registration. */
export type GoogleAccount = { userId: string; isNew: boolean }

/** Whose account it is, or why the sign-in is refused. `mayLink`: the address has an account, which its owner may link. */
type GoogleEntrance = GoogleAccount | { refused: string; mayLink?: boolean }

/** How often to look again if the address's account is created or removed at the same time. */
const LOOKS = 3

/**
 * Finds the account that a Google account opens. It is known by its `sub` alone, never by the address. Without one, a
 * new pending account is made; an unconfirmed registration becomes theirs, without what was typed into it; a confirmed
 * account stays closed until its owner links it. The approval never changes. Simultaneous sign-ins with one Google
 * account wait for each other, so there is one account. (security AN10, AN11, AN12)
 */
export async function enterByGoogle(tx: Db, person: GooglePerson, context: CommandContext): Promise<GoogleEntrance> {
  await lockGoogle(tx, person.subject)
  const userId = await findByGoogle(tx, person.subject)
  if (userId !== undefined) return entranceFor(tx, userId, context)
  const parsed = permanentEmail.safeParse(person.email)
  if (!parsed.success) {
    const isDisposed = isDisposable(getDomain(person.email.toLowerCase()))
    return { refused: isDisposed ? 'disposable address' : 'no usable address' }
  }
  const known = { ...person, email: parsed.data }
  for (let look = 0; look < LOOKS; look += 1) {
    const entrance = (await openAccount(tx, known, context)) ?? (await meetAccount(tx, known, context))
    if (entrance) return entrance
  }
  throw new Error('An address kept changing hands')
}

async function entranceFor(tx: Db, userId: string, { now }: CommandContext): Promise<GoogleEntrance> {
  if (!(await readPerson(tx, userId, now))) return { refused: 'banned or deleted' }
  return (await owesReset(tx, userId)) ? { refused: 'factors expired' } : { userId, isNew: false }
}

/**
 * Whether a person whose factors have expired must first set a password with a link from a mail: Google alone, like a
 * password alone, must not open an account that had a second factor. Waits for a change of the account. (security AN13)
 */
async function owesReset(tx: Db, userId: string): Promise<boolean> {
  const { passwordExpiredAt, factorsExpiredAt } = users
  const [user] = await tx
    .select({ passwordExpiredAt, factorsExpiredAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  return user !== undefined && user.passwordExpiredAt !== null && user.factorsExpiredAt !== null
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
  return { userId, isNew: true }
}

/** Undefined if the account was removed in the meantime. */
async function meetAccount(tx: Db, person: GooglePerson, context: CommandContext): Promise<GoogleEntrance | undefined> {
  const isTheirs = eq(users.emailKey, emailKey(person.email))
  const [known] = await tx.select().from(users).where(isTheirs).for('update')
  if (!known) return undefined
  const entrance = await entranceFor(tx, known.id, context)
  if ('refused' in entrance) return entrance
  if (known.emailConfirmedAt !== null) return { refused: 'address has an account', mayLink: true }
  await adoptRegistration(tx, known.id, person, context)
  return { ...entrance, isNew: true }
}

/**
 * Gives an unconfirmed registration to the person who has shown that the address is theirs. Another person may have
 * typed it in as a trap, so the password, sessions, links, factors and everything else that could open the account are
 * removed. The name and the approval stay. Lock the user's row first. (security AN11, AN12)
 */
async function adoptRegistration(tx: Db, userId: string, person: GooglePerson, context: CommandContext) {
  const { actor, site, now } = context
  const { email, subject } = person
  await tx
    .update(users)
    .set({ email, passwordHash: null, emailConfirmedAt: new Date(now) })
    .where(eq(users.id, userId))
  const dropped = await dropRegistrations(tx, userId, now)
  await tx.insert(oauthAccounts).values({ provider: GOOGLE, subject, userId })
  await enqueueMail(tx, { to: email, ...registeredWithGoogle(site, { hadPassword: true }) })
  const entry = { action: 'account.adopt-with-google', subjectType: 'account', subjectId: userId }
  await recordAudit(tx, { ...actor, id: userId }, { ...entry, after: { dropped } })
}

const LONGEST_FULL_NAME = 100

/** Makes the profile of a new account, pending, under the first free username made from `name`, and returns it. */
async function nameProfile(
  tx: Db,
  { userId, name }: { userId: string; name: string | undefined },
  { site, now }: Pick<CommandContext, 'site' | 'now'>,
) {
  const fullName = toFullName(name)
  // With digits behind it, it would still pass for the site.
  const own = isSiteName(name ?? '', site.siteName) ? undefined : name
  for (const username of usernamesFor(own, randomInt)) {
    const key = usernameKey(username)
    if (await isHeld(tx, key, now)) continue
    const stored = await tx
      .insert(profiles)
      .values({ id: userId, username, usernameKey: key, fullName })
      .onConflictDoNothing()
      .returning({ id: profiles.id })
    if (stored.length === 1) return username
  }
  throw new Error('No username was free')
}

async function isHeld(tx: Db, key: string, now: Instant): Promise<boolean> {
  const isWaitedFor = and(eq(usernameHolds.usernameKey, key), gt(usernameHolds.expiresAt, new Date(now)))
  return (await tx.select({ userId: usernameHolds.userId }).from(usernameHolds).where(isWaitedFor)).length > 0
}

function toFullName(name: string | undefined): string | null {
  const line = name?.replace(/\p{C}+/gu, ' ').trim() ?? ''
  return line !== '' && [...line].length <= LONGEST_FULL_NAME && isStorable(line) ? line : null
}

/** The provider's name in `oauth_accounts`. */
export const GOOGLE = 'google'

/** A person confirmed by Google: their `sub`, and an address that Google has verified and that may change hands. */
export type GooglePerson = { subject: string; email: string; name: string | undefined }

/** Locks a Google account until the transaction ends. */
async function lockGoogle(tx: Db, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${GOOGLE}:${subject}`}, 0))`)
}

/** The account a Google account is linked to, whatever its state. */
async function findByGoogle(tx: Db, subject: string): Promise<string | undefined> {
  const isIt = and(eq(oauthAccounts.provider, GOOGLE), eq(oauthAccounts.subject, subject))
  const [row] = await tx.select({ userId: oauthAccounts.userId }).from(oauthAccounts).where(isIt)
  return row?.userId
}

/**
 * Lets a Google account open a person's account, whatever its address, and notifies them by mail. Succeeds if it is
 * already linked. Throws `conflict` if it opens another account, or if another Google account opens this one. (security
 * AN11)
 */
export async function linkGoogle(db: Db, userId: string, subject: string, context: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    await lockGoogle(tx, subject)
    const { email } = await lockUser(tx, userId)
    const ownerId = await findByGoogle(tx, subject)
    if (ownerId === userId) return
    if (ownerId !== undefined) throw new Failure('conflict', ACCOUNT_SENTENCE.googleTaken, { field: 'google' })
    if ((await listLinks(tx, userId)) > 0) throw new Failure('conflict', ACCOUNT_SENTENCE.googleLinkedAlready)
    await tx.insert(oauthAccounts).values({ provider: GOOGLE, subject, userId })
    await tell(tx, { userId, email, change: 'linked' }, context)
  })
}

/**
 * Unlinks Google from a person's account and notifies them by mail. Throws `not_found` if it is not linked, `conflict`
 * if it is the only way to sign in.
 */
export async function unlinkGoogle(db: Db, userId: string, context: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const { email, passwordHash } = await lockUser(tx, userId)
    if ((await listLinks(tx, userId)) === 0) throw new Failure('not_found', ACCOUNT_SENTENCE.googleNotLinked)
    if (passwordHash === null && !(await hasPasskey(tx, userId)))
      throw new Failure('conflict', ACCOUNT_SENTENCE.googleLastWayIn)
    await tx.delete(oauthAccounts).where(isOwn(userId))
    await tell(tx, { userId, email, change: 'unlinked' }, context)
  })
}

async function lockUser(tx: Db, userId: string) {
  const { email } = users
  const [user] = await tx
    .select({ email, passwordHash: usableHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (!user) throw new Failure('not_found', NOT_FOUND.account)
  return user
}

function isOwn(userId: string) {
  return and(eq(oauthAccounts.provider, GOOGLE), eq(oauthAccounts.userId, userId))
}

async function listLinks(tx: Db, userId: string): Promise<number> {
  return (await tx.select({ subject: oauthAccounts.subject }).from(oauthAccounts).where(isOwn(userId))).length
}

async function hasPasskey(tx: Db, userId: string): Promise<boolean> {
  const { userId: owner, factorType, status } = authFactors
  const isPasskey = and(eq(owner, userId), eq(factorType, 'webauthn'), eq(status, 'verified'), isLive)
  return (await tx.select({ id: authFactors.id }).from(authFactors).where(isPasskey)).length > 0
}

type Change = { userId: string; email: string; change: 'linked' | 'unlinked' }

async function tell(tx: Db, { userId, email, change }: Change, { actor, site, now }: CommandContext): Promise<void> {
  await enqueueMail(tx, { to: email, ...signInMethodChanged(site, { change, at: now }) })
  const action = change === 'linked' ? 'account.link-google' : 'account.unlink-google'
  await recordAudit(tx, { ...actor, id: userId }, { action, subjectType: 'account', subjectId: userId })
}
