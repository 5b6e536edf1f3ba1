import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, recoveryCodes } from '#db/schema/accounts.ts'
import { FACTOR_SENTENCE, type FactorInfo, type PendingSignIn } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { isUuid } from '#src/contract/uuid.ts'

/** A row of a factor. It never leaves the server, because it contains the secret. */
export type Factor = typeof authFactors.$inferSelect

/** A person's factors, verified or not, oldest first. */
export async function listFactors(db: Db, userId: string): Promise<FactorInfo[]> {
  const rows = await db
    .select()
    .from(authFactors)
    .where(eq(authFactors.userId, userId))
    .orderBy(authFactors.createdAt, authFactors.id)
  return rows.map(toFactorInfo)
}

/** The factors required beyond a password: any verified one. Undefined for an account without one. (security AN13) */
export async function readPendingFactors(db: Db, userId: string): Promise<PendingSignIn | undefined> {
  const factors = (await listFactors(db, userId)).filter(({ status }) => status === 'verified')
  if (factors.length === 0) return undefined
  return { factors, hasRecoveryCodes: (await countRecoveryCodes(db, userId)) > 0 }
}

/**
 * One of a person's own factors. Throws `not_found` for anyone else's as for one that does not exist. (security AZ3)
 */
export async function readOwnFactor(db: Db, userId: string, factorId: string): Promise<Factor> {
  const isOwn = and(eq(authFactors.userId, userId), eq(authFactors.id, factorId))
  const [factor] = isUuid(factorId) ? await db.select().from(authFactors).where(isOwn) : []
  if (!factor) throw new Failure('not_found', FACTOR_SENTENCE.noFactor)
  return factor
}

/** The verified passkey of a credential, whatever its account. */
export async function readPasskey(db: Db, credentialId: string): Promise<Factor | undefined> {
  const isThis = and(eq(authFactors.credentialId, credentialId), eq(authFactors.status, 'verified'))
  const [factor] = await db.select().from(authFactors).where(isThis)
  return factor
}

/** A person's verified passkeys: devices that need not be registered again. */
export async function readPasskeys(db: Db, userId: string): Promise<Factor[]> {
  const isTheirs = and(eq(authFactors.userId, userId), isNotNull(authFactors.credentialId))
  return db.select().from(authFactors).where(isTheirs)
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const isLeft = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(isLeft)
  return row?.left ?? 0
}

/** The part of a factor that its owner may see. */
export function toFactorInfo({ id, factorType, status, friendlyName, phone, createdAt }: Factor): FactorInfo {
  return {
    id,
    factor_type: factorType,
    status,
    friendly_name: friendlyName,
    ...(phone !== null && { phone: `•••• ${phone.slice(-4)}` }),
    created_at: createdAt.getTime(),
  }
}
