import { and, count, eq, lt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors } from '#db/schema/accounts.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Factor } from './list-factors.ts'
import { lockAccount } from './lock-account.ts'

const MOST = 10
/** An enrolment nobody finished is forgotten after so long, in milliseconds. */
const ABANDONED = 86_400_000

export type NewFactor = Pick<Factor, 'factorType' | 'friendlyName'> & { phone?: string; secret?: string }

/** Adds a factor that counts for nothing before it is verified. Throws `conflict` beyond ten, `not_found` for an account that is gone. (product 5) */
export async function enrollFactor(db: Db, userId: string, factor: NewFactor, now: Instant): Promise<Factor> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, userId, now))) throw new Failure('not_found', FACTOR_SENTENCE.noFactor)
    const isTheirs = eq(authFactors.userId, userId)
    const isAbandoned = and(eq(authFactors.status, 'unverified'), lt(authFactors.createdAt, new Date(now - ABANDONED)))
    await tx.delete(authFactors).where(and(isTheirs, isAbandoned))
    const [held] = await tx.select({ count: count() }).from(authFactors).where(isTheirs)
    if ((held?.count ?? 0) >= MOST) throw new Failure('conflict', FACTOR_SENTENCE.tooMany)
    const [row] = await tx
      .insert(authFactors)
      .values({ ...factor, userId, createdAt: new Date(now) })
      .returning()
    if (!row) throw new Error('A factor was stored and then was not')
    return row
  })
}
