import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { type ApprovalDecision, approvalDecided } from '../outbox/templates/approval-decided.ts'

const LONGEST_REASON = 500

/**
 * Approves or rejects a registration and mails the person, unless it stood so already: then false. The one way approval
 * ever changes. Throws `not_found`, or `invalid` for a rejection without a reason. (product 4, security AN12)
 */
export async function decideApproval(
  db: Db,
  userId: string,
  decision: ApprovalDecision,
  context: CommandContext,
): Promise<boolean> {
  const { actor, site, now } = context
  const reason = decision.approval === 'rejected' ? requireReason(decision.reason) : null
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ email: users.email, approval: profiles.approval, approvalReason: profiles.approvalReason })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('update')
    if (!found) throw new Failure('not_found', 'Account not found.')
    const { email, ...before } = found
    const after = { approval: decision.approval, approvalReason: reason }
    if (before.approval === after.approval && before.approvalReason === reason) return false
    await tx
      .update(profiles)
      .set({ ...after, approvalDecidedAt: new Date(now), approvalDecidedBy: actor.id })
      .where(eq(profiles.id, userId))
    const kept = decision.approval === 'rejected' ? { ...decision, reason: reason ?? '' } : decision
    await enqueueMail(tx, { to: email, ...approvalDecided(site, kept) })
    await recordAudit(tx, actor, { action: 'account.decide', subjectType: 'account', subjectId: userId, before, after })
    return true
  })
}

function requireReason(given: string): string {
  const reason = given.trim()
  const length = [...reason].length
  if (length >= 1 && length <= LONGEST_REASON) return reason
  throw new Failure('invalid', `A rejection needs a reason of at most ${LONGEST_REASON} characters.`, {
    field: 'reason',
  })
}
