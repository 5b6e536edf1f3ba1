import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import { UNDO_WINDOW } from '#src/contract/user.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail, takeBackMail } from '../outbox/enqueue.ts'
import { type ApprovalDecision, approvalDecided } from '../outbox/templates/approval-decided.ts'

const LONGEST_REASON = 500
/** Milliseconds. Longer than the button to undo is shown, so that a slow line still finds the mail here. */
const MAIL_HELD = UNDO_WINDOW + 2_000

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
    await enqueueMail(tx, { to: email, ...approvalDecided(site, kept), heldFor: MAIL_HELD })
    await recordAudit(tx, actor, { action: 'account.decide', subjectType: 'account', subjectId: userId, before, after })
    return true
  })
}

/**
 * Takes back a decision that `context.actor` made about a waiting registration, while its mail is held: the person waits again
 * and hears nothing of it. False when the mail is out, or another decision stands. The caller holds the account.
 */
export async function undoDecision(tx: Db, userId: string, context: CommandContext): Promise<boolean> {
  const [found] = await tx
    .select({
      email: users.email,
      approval: profiles.approval,
      approvalReason: profiles.approvalReason,
      by: profiles.approvalDecidedBy,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  if (!found || found.approval === 'pending' || found.by !== context.actor.id) return false
  if (!(await takeBackMail(tx, { to: found.email, template: 'approval-decided' }))) return false
  const after = { approval: 'pending', approvalReason: null } as const
  await tx
    .update(profiles)
    .set({ ...after, approvalDecidedAt: null, approvalDecidedBy: null })
    .where(eq(profiles.id, userId))
  const before = { approval: found.approval, approvalReason: found.approvalReason }
  const subject = { subjectType: 'account', subjectId: userId } as const
  await recordAudit(tx, context.actor, { action: 'account.undo-decision', ...subject, before, after })
  return true
}

function requireReason(given: string): string {
  const reason = given.trim()
  const length = [...reason].length
  if (length >= 1 && length <= LONGEST_REASON) return reason
  throw new Failure('invalid', `A rejection needs a reason of at most ${LONGEST_REASON} characters.`, {
    field: 'reason',
  })
}
