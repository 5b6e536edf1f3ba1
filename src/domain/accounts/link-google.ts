import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, oauthAccounts, users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { signInMethodChanged } from '../outbox/templates/sign-in-letters.ts'
import { findByGoogle, GOOGLE, lockGoogle } from './google-account.ts'

/**
 * Lets a Google account open somebody's account, whatever address it has, and tells them by mail. Linked already is fine.
 * Throws `conflict` if it opens another account, or if another Google account opens this one. (security AN11)
 */
export async function linkGoogle(db: Db, userId: string, subject: string, context: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    await lockGoogle(tx, subject)
    const { email } = await lockUser(tx, userId)
    const ownerId = await findByGoogle(tx, subject)
    if (ownerId === userId) return
    if (ownerId !== undefined) throw new Failure('conflict', ACCOUNT_SENTENCE.googleTaken, { field: 'google' })
    if ((await linksOf(tx, userId)) > 0) throw new Failure('conflict', ACCOUNT_SENTENCE.googleLinkedAlready)
    await tx.insert(oauthAccounts).values({ provider: GOOGLE, subject, userId })
    await tell(tx, { userId, email, change: 'linked' }, context)
  })
}

/**
 * Takes Google's key to somebody's account away, and tells them by mail. Throws `not_found` where there is none, `conflict`
 * where it is the last one.
 */
export async function unlinkGoogle(db: Db, userId: string, context: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const { email, passwordHash } = await lockUser(tx, userId)
    if ((await linksOf(tx, userId)) === 0) throw new Failure('not_found', ACCOUNT_SENTENCE.googleNotLinked)
    if (passwordHash === null && !(await hasPasskey(tx, userId)))
      throw new Failure('conflict', ACCOUNT_SENTENCE.googleLastWayIn)
    await tx.delete(oauthAccounts).where(isOwn(userId))
    await tell(tx, { userId, email, change: 'unlinked' }, context)
  })
}

async function lockUser(tx: Db, userId: string) {
  const { email, passwordHash } = users
  const [user] = await tx.select({ email, passwordHash }).from(users).where(eq(users.id, userId)).for('update')
  if (!user) throw new Failure('not_found', 'Account not found.')
  return user
}

function isOwn(userId: string) {
  return and(eq(oauthAccounts.provider, GOOGLE), eq(oauthAccounts.userId, userId))
}

async function linksOf(tx: Db, userId: string): Promise<number> {
  return (await tx.select({ subject: oauthAccounts.subject }).from(oauthAccounts).where(isOwn(userId))).length
}

async function hasPasskey(tx: Db, userId: string): Promise<boolean> {
  const { userId: owner, factorType, status } = authFactors
  const isPasskey = and(eq(owner, userId), eq(factorType, 'webauthn'), eq(status, 'verified'))
  return (await tx.select({ id: authFactors.id }).from(authFactors).where(isPasskey)).length > 0
}

type Change = { userId: string; email: string; change: 'linked' | 'unlinked' }

async function tell(tx: Db, { userId, email, change }: Change, { actor, site, now }: CommandContext): Promise<void> {
  await enqueueMail(tx, { to: email, ...signInMethodChanged(site, { change, at: now }) })
  const action = change === 'linked' ? 'account.link-google' : 'account.unlink-google'
  await recordAudit(tx, { ...actor, id: userId }, { action, subjectType: 'account', subjectId: userId })
}
