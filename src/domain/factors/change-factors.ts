import { and, count, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, recoveryCodes, users } from '#db/schema/accounts.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { factorChanged } from '../outbox/templates/sign-in-letters.ts'
import { lockAccount } from './code-lock.ts'
import { type Factor, isLive, readOwnFactor, readPendingFactors } from './list-factors.ts'

const MOST = 10
/** How long an unfinished enrollment is kept, in milliseconds. */
const ABANDONED = 86_400_000

export type NewFactor = Pick<Factor, 'factorType' | 'friendlyName'> & { phone?: string; secret?: string }

/** Adds a factor that does not count before it is verified. Throws `conflict` beyond ten, `not_found` for a deleted account. (product 5) */
export async function enrollFactor(db: Db, userId: string, factor: NewFactor, now: Instant): Promise<Factor> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, userId, now))) throw new Failure('not_found', FACTOR_SENTENCE.noFactor)
    const isTheirs = eq(authFactors.userId, userId)
    const isAbandoned = and(eq(authFactors.status, 'unverified'), lt(authFactors.createdAt, new Date(now - ABANDONED)))
    await tx.delete(authFactors).where(and(isTheirs, isAbandoned))
    const [held] = await tx.select({ count: count() }).from(authFactors).where(and(isTheirs, isLive))
    if ((held?.count ?? 0) >= MOST) throw new Failure('conflict', FACTOR_SENTENCE.tooMany)
    const [row] = await tx
      .insert(authFactors)
      .values({ ...factor, userId, createdAt: new Date(now) })
      .returning()
    if (!row) throw new Error('A factor was stored and then was not')
    return row
  })
}

/**
 * Removes one of a person's own factors; notifies its owner by mail if it was verified. With the last one the recovery
 * codes are removed too. Throws `not_found` for anyone else's as for one that does not exist. (security AZ3)
 */
export async function removeFactor(db: Db, userId: string, factorId: string, context: CommandContext): Promise<void> {
  const { actor, site, now } = context
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId, now)
    if (!account) throw new Failure('not_found', FACTOR_SENTENCE.noFactor)
    const { id, factorType, friendlyName, status } = await readOwnFactor(tx, userId, factorId)
    await tx.delete(authFactors).where(and(eq(authFactors.id, id), eq(authFactors.userId, userId)))
    if (!(await readPendingFactors(tx, userId))) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    if (status === 'verified') {
      const notice = factorChanged(site, { change: 'removed', factorType, at: now })
      await enqueueMail(tx, { to: account.email, ...notice })
    }
    const before = { factorType, friendlyName, status }
    await recordAudit(tx, actor, { action: 'factor.remove', subjectType: 'factor', subjectId: id, before })
  })
}

/** Accepts a time step once: false for it and every earlier one after that. One statement. (security AN7) */
export async function acceptStep(tx: Db, factorId: string, step: number): Promise<boolean> {
  const isNew = or(isNull(authFactors.lastUsedStep), lt(authFactors.lastUsedStep, step))
  const accepted = await tx
    .update(authFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(authFactors.id, factorId), isNew))
    .returning({ id: authFactors.id })
  return accepted.length === 1
}

/** Stores a passkey's new counter: false if it did not rise, unless the device does not count. (security AN9) */
export async function acceptCount(tx: Db, factorId: string, signCount: number): Promise<boolean> {
  const rises = signCount === 0 ? eq(authFactors.signCount, 0) : lt(authFactors.signCount, signCount)
  const accepted = await tx
    .update(authFactors)
    .set({ signCount })
    .where(and(eq(authFactors.id, factorId), rises))
    .returning({ id: authFactors.id })
  return accepted.length === 1
}

type Credential = { credentialId: string; publicKey: string; signCount: number; transports: string[] }

/** Gives a passkey its key. The index keeps a credential unique across all people: a known one violates it. */
export async function acceptCredential(tx: Db, factorId: string, credential: Credential): Promise<void> {
  await tx.update(authFactors).set(credential).where(eq(authFactors.id, factorId))
}

/** Verifies an enrolled factor, notifies its owner by mail and records it. Factors that have expired are deleted with it. */
export async function markVerified(
  tx: Db,
  factor: Factor,
  email: string,
  { actor, site, now }: CommandContext,
): Promise<void> {
  const { id, userId, factorType, friendlyName } = factor
  await tx.update(authFactors).set({ status: 'verified' }).where(eq(authFactors.id, id))
  await removeExpired(tx, userId)
  await enqueueMail(tx, { to: email, ...factorChanged(site, { change: 'added', factorType, at: now }) })
  const after = { factorType, friendlyName, status: 'verified' }
  const entry = { action: 'factor.verify', subjectType: 'factor', subjectId: id, after }
  await recordAudit(tx, { ...actor, id: userId }, entry)
}

/** Removes the factors and recovery codes that have expired, so that lifting the expiry cannot bring them back. */
async function removeExpired(tx: Db, userId: string): Promise<void> {
  const [user] = await tx.select({ expiredAt: users.factorsExpiredAt }).from(users).where(eq(users.id, userId))
  if (!user?.expiredAt) return
  for (const table of [authFactors, recoveryCodes])
    await tx.delete(table).where(and(eq(table.userId, userId), lte(table.createdAt, user.expiredAt)))
  await tx.update(users).set({ factorsExpiredAt: null }).where(eq(users.id, userId))
}
