import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, recoveryCodes } from '#db/schema/accounts.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { factorChanged } from '../outbox/templates/factor-changed.ts'
import { readOwnFactor, readPendingFactors } from './list-factors.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Removes one of somebody's own factors; its owner is told by mail if it counted. With the last one the recovery codes go
 * too. Throws `not_found` for anybody else's as for none at all. (security AZ3)
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
