import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, recoveryCodes, users } from '#db/schema/accounts.ts'
import { FACTOR_SENTENCE, type FactorInfo, type PendingSignIn } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { isUuid } from '#src/contract/uuid.ts'

/** A row of a factor. It never leaves the server, because it contains the secret. */
export type Factor = typeof authFactors.$inferSelect

// Drizzle leaves a table's name off its columns in a query of one table, so inside a subquery they are spelled out.

/** Of a row of `auth_factors`: it was added after its owner's factors expired, or they never did. (decision 0051) */
export const isLive: SQL<boolean> = sql<boolean>`${authFactors}.created_at >
  coalesce((select u.factors_expired_at from ${users} u where u.id = ${authFactors}.user_id), '-infinity')`

/** Of a row of `users`: the person has a verified factor that proves something. */
export const hasLiveFactor: SQL<boolean> = sql<boolean>`exists(select 1 from ${authFactors} f
  where f.user_id = ${users}.id and f.status = 'verified'
  and f.created_at > coalesce(${users}.factors_expired_at, '-infinity'))`

/** A person's factors, verified or not, oldest first. Factors that have expired are left out. */
export async function listFactors(db: Db, userId: string): Promise<FactorInfo[]> {
  const rows = await db
    .select()
    .from(authFactors)
    .where(and(eq(authFactors.userId, userId), isLive))
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
  const isOwn = and(eq(authFactors.userId, userId), eq(authFactors.id, factorId), isLive)
  const [factor] = isUuid(factorId) ? await db.select().from(authFactors).where(isOwn) : []
  if (!factor) throw new Failure('not_found', FACTOR_SENTENCE.noFactor)
  return factor
}

/** The verified passkey of a credential, whatever its account. */
export async function readPasskey(db: Db, credentialId: string): Promise<Factor | undefined> {
  const isThis = and(eq(authFactors.credentialId, credentialId), eq(authFactors.status, 'verified'), isLive)
  const [factor] = await db.select().from(authFactors).where(isThis)
  return factor
}

/** A person's verified passkeys: devices that need not be registered again. */
export async function readPasskeys(db: Db, userId: string): Promise<Factor[]> {
  const isTheirs = and(eq(authFactors.userId, userId), isNotNull(authFactors.credentialId), isLive)
  return db.select().from(authFactors).where(isTheirs)
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isUsable))
  return row?.left ?? 0
}

/** Of a row of `recovery_codes`: it was not used, and was made after its owner's factors expired. */
export const isUsable: SQL | undefined = and(
  isNull(recoveryCodes.usedAt),
  sql`${recoveryCodes}.created_at >
    coalesce((select u.factors_expired_at from ${users} u where u.id = ${recoveryCodes}.user_id), '-infinity')`,
)

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
