import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { rankRefusal } from '#src/contract/rank.ts'
import {
  type Approval,
  type ApprovalsInput,
  type DecisionOutcome,
  type DecisionResult,
  TOO_LATE_TO_UNDO,
} from '#src/contract/user.ts'
import type { CommandContext } from '../command-context.ts'
import type { ApprovalDecision } from '../outbox/templates/approval-decided.ts'
import { decideApproval, undoDecision } from './decide-approval.ts'
import { actingPerson, lockPerson } from './lock-person.ts'
import { nameActors } from './name-actors.ts'

/**
 * Decides about many registrations, each in its own right: one that cannot be decided holds up no other. Says of each, in
 * the order given, what became of it. Whoever decides what somebody else has decided meanwhile changes nothing, so that two
 * at one queue make one decision and one mail. (product 4, architecture 8)
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
    const held = await lockPerson(tx, id)
    const [profile] = held ? await tx.select().from(profiles).where(eq(profiles.id, id)) : []
    if (!held || !profile) return resultOf(id, null, 'gone', 'This account no longer exists.')
    const { username, approval, approvalDecidedBy } = profile
    const refusal = rankRefusal(await actingPerson(tx, context), held)
    if (refusal !== null) return resultOf(id, username, 'not_yours', refusal)
    if (approval !== from || approval === decision.approval) {
      const by = (await nameActors(tx, [approvalDecidedBy])).of(approvalDecidedBy)
      return resultOf(id, username, 'already', `This account is already ${approval}${by === null ? '' : `, by ${by}`}.`)
    }
    if (!held.isConfirmed) return resultOf(id, username, 'not_confirmed', 'The email address is not confirmed yet.')
    await decideApproval(tx, id, decision, context)
    return resultOf(id, username, 'done', decision.approval === 'approved' ? 'Approved.' : 'Rejected.')
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
  const held = await lockPerson(tx, id)
  const [profile] = held ? await tx.select().from(profiles).where(eq(profiles.id, id)) : []
  if (!held || !profile) return resultOf(id, null, 'gone', 'This account no longer exists.')
  const refusal = rankRefusal(await actingPerson(tx, context), held)
  if (refusal !== null) return resultOf(id, profile.username, 'not_yours', refusal)
  if (await undoDecision(tx, id, context)) return resultOf(id, profile.username, 'done', 'Undone.')
  return resultOf(id, profile.username, 'too_late', TOO_LATE_TO_UNDO)
}

function resultOf(id: string, username: string | null, outcome: DecisionOutcome, message: string): DecisionResult {
  return { id, username, outcome, message }
}
