import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { rankRefusal } from '#src/contract/rank.ts'
import {
  type Approval,
  type ApprovalsInput,
  type DecisionOutcome,
  type DecisionResult,
  TOO_LATE_TO_UNDO,
  UNDO_WINDOW,
} from '#src/contract/user.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail, takeBackMail } from '../outbox/enqueue.ts'
import { type ApprovalDecision, approvalDecided } from '../outbox/templates/account-letters.ts'
import { actingPerson, lockPerson } from './person.ts'

/**
 * Decides about many registrations, each by itself: one that cannot be decided does not stop the others. Returns the
 * outcome of each, in the order given. A registration that another person has decided in the meantime does not change,
 * so that two people at one queue make one decision and one mail. (product 4, architecture 8)
 */
export async function decideApprovals(
  db: Db,
  input: ApprovalsInput,
  context: CommandContext,
): Promise<DecisionResult[]> {
  const decision: ApprovalDecision =
    input.decision === 'approved' ? { approval: input.decision } : { approval: input.decision, reason: input.reason }
  const results: DecisionResult[] = []
  for (const id of new Set(input.ids)) results.push(await decideOne(db, id, { decision, from: input.from }, context))
  return results
}

type Asked = { decision: ApprovalDecision; from: Approval }

async function decideOne(
  db: Db,
  id: string,
  { decision, from }: Asked,
  context: CommandContext,
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const locked = await lockPerson(tx, id)
    const [profile] = locked ? await tx.select().from(profiles).where(eq(profiles.id, id)) : []
    if (!locked || !profile) return toResult(id, null, 'gone', 'This account no longer exists.')
    const { username, approval, approvalDecidedBy } = profile
    const refusal = rankRefusal(await actingPerson(tx, context), locked)
    if (refusal !== null) return toResult(id, username, 'not_yours', refusal)
    if (approval !== from || approval === decision.approval) {
      const by = actorName(await readUsernames(tx, [approvalDecidedBy]), approvalDecidedBy)
      return toResult(id, username, 'already', `This account is already ${approval}${by === null ? '' : `, by ${by}`}.`)
    }
    if (!locked.isConfirmed) return toResult(id, username, 'not_confirmed', 'The email address is not confirmed yet.')
    await decideApproval(tx, id, decision, context)
    return toResult(id, username, 'done', decision.approval === 'approved' ? 'Approved.' : 'Rejected.')
  })
}

/**
 * Takes back decisions about registrations that waited, each in its own right, while their mails are held. Says of each, in the
 * order given, what became of it.
 */
export async function undoApprovals(
  db: Db,
  ids: readonly string[],
  context: CommandContext,
): Promise<DecisionResult[]> {
  const results: DecisionResult[] = []
  for (const id of new Set(ids)) results.push(await db.transaction((tx) => undoOne(tx, id, context)))
  return results
}

async function undoOne(tx: Db, id: string, context: CommandContext): Promise<DecisionResult> {
  const locked = await lockPerson(tx, id)
  const [profile] = locked ? await tx.select().from(profiles).where(eq(profiles.id, id)) : []
  if (!locked || !profile) return toResult(id, null, 'gone', 'This account no longer exists.')
  const refusal = rankRefusal(await actingPerson(tx, context), locked)
  if (refusal !== null) return toResult(id, profile.username, 'not_yours', refusal)
  if (await undoDecision(tx, id, context)) return toResult(id, profile.username, 'done', 'Undone.')
  return toResult(id, profile.username, 'too_late', TOO_LATE_TO_UNDO)
}

function toResult(id: string, username: string | null, outcome: DecisionOutcome, message: string): DecisionResult {
  return { id, username, outcome, message }
}

const LONGEST_REASON = 500
/** Milliseconds. Longer than the button to undo is shown, so that a slow line still finds the mail here. */
const MAIL_HELD = UNDO_WINDOW + 2_000

/**
 * Approves or rejects a registration and mails the person; false if it was already decided so. The only way to change
 * an approval. Throws `not_found`, or `invalid` for a rejection without a reason. (product 4, security AN12)
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
    if (!found) throw new Failure('not_found', NOT_FOUND.account)
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
 * Undoes a decision that `context.actor` made about a pending registration, while its mail is held back: the person is
 * pending again and is not notified. False if the mail was sent or another decision applies. The caller locks the
 * account.
 */
async function undoDecision(tx: Db, userId: string, context: CommandContext): Promise<boolean> {
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
