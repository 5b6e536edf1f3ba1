import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors } from '#db/schema/accounts.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { factorChanged } from '../outbox/templates/factor-changed.ts'
import type { Factor } from './list-factors.ts'

/** Takes a time step once: false for it and every earlier one from then on. One statement. (security AN7) */
export async function acceptStep(tx: Db, factorId: string, step: number): Promise<boolean> {
  const isNew = or(isNull(authFactors.lastUsedStep), lt(authFactors.lastUsedStep, step))
  const accepted = await tx
    .update(authFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(authFactors.id, factorId), isNew))
    .returning({ id: authFactors.id })
  return accepted.length === 1
}

/** Takes a passkey's new counter: false if it did not rise, except where the device counts nothing. (security AN9) */
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

/** Gives a passkey its key. The index keeps a credential unique across all people: a known one fails as a broken rule. */
export async function acceptCredential(tx: Db, factorId: string, credential: Credential): Promise<void> {
  await tx.update(authFactors).set(credential).where(eq(authFactors.id, factorId))
}

/** Makes an enrolled factor count, tells its owner by mail and writes it down. */
export async function markVerified(
  tx: Db,
  factor: Factor,
  email: string,
  { actor, site, now }: CommandContext,
): Promise<void> {
  const { id, userId, factorType, friendlyName } = factor
  await tx.update(authFactors).set({ status: 'verified' }).where(eq(authFactors.id, id))
  await enqueueMail(tx, { to: email, ...factorChanged(site, { change: 'added', factorType, at: now }) })
  const after = { factorType, friendlyName, status: 'verified' }
  const entry = { action: 'factor.verify', subjectType: 'factor', subjectId: id, after }
  await recordAudit(tx, { ...actor, id: userId }, entry)
}
