import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, factorChallenges, recoveryCodes, users } from '#db/schema/accounts.ts'
import { resetRefusal } from '#src/contract/rank.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { factorsReset } from '../outbox/templates/factors-reset.ts'
import { lockSubject } from './lock-person.ts'
import { endSessions } from './sessions-of.ts'

/**
 * Removes every second factor, passkey and recovery code of somebody who has lost them, signs them out everywhere and tells
 * them by mail. Where there is nothing to remove, nothing happens. `aal` is the level of the session that asks. Throws
 * `forbidden`: for who has a role, owners alone, with a second factor of their own; `not_found`. (architecture 8, security AZ6)
 */
export async function resetFactors(
  db: Db,
  { userId, aal }: { userId: string; aal: 1 | 2 },
  { actor, site, now }: CommandContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { email } = await lockSubject(tx, userId, { actor, now }, (person, subject) =>
      resetRefusal({ ...person, aal }, subject),
    )
    const removed = await tx
      .delete(authFactors)
      .where(eq(authFactors.userId, userId))
      .returning({ factorType: authFactors.factorType, friendlyName: authFactors.friendlyName })
    const codes = await tx
      .delete(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId))
      .returning({ userId: recoveryCodes.userId })
    if (removed.length + codes.length === 0) return
    await tx.delete(factorChallenges).where(eq(factorChallenges.userId, userId))
    await tx.update(users).set({ failedCodes: 0, codesLockedUntil: null }).where(eq(users.id, userId))
    const sessionsEnded = await endSessions(tx, userId)
    await enqueueMail(tx, { to: email, ...factorsReset(site, { at: now }) })
    const entry = { action: 'account.reset-factors', subjectType: 'account', subjectId: userId }
    const before = { factors: removed, recoveryCodeCount: codes.length }
    await recordAudit(tx, actor, { ...entry, before, after: { sessionsEnded } })
  })
}
