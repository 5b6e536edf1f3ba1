import { and, count, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, recoveryCodes } from '#db/schema/accounts.ts'
import type { FactorInfo, PendingSignIn } from '#src/contract/factor.ts'

/** A factor as the database has it. Never leaves the server: it holds the secret. */
export type Factor = typeof authFactors.$inferSelect

/** Somebody's factors, verified or not, the oldest first. */
export async function listFactors(db: Db, userId: string): Promise<FactorInfo[]> {
  const rows = await db
    .select()
    .from(authFactors)
    .where(eq(authFactors.userId, userId))
    .orderBy(authFactors.createdAt, authFactors.id)
  return rows.map(toFactorInfo)
}

/** What somebody owes beyond a password: any one of their verified factors. Undefined for an account without. (security AN13) */
export async function readOwed(db: Db, userId: string): Promise<PendingSignIn | undefined> {
  const factors = (await listFactors(db, userId)).filter(({ status }) => status === 'verified')
  if (factors.length === 0) return undefined
  return { factors, hasRecoveryCodes: (await countRecoveryCodes(db, userId)) > 0 }
}

/** How many recovery codes somebody has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const isLeft = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(isLeft)
  return row?.left ?? 0
}

/** What its owner may see of a factor. */
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
