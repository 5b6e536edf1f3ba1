import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorContacts, vendorProposals } from '#db/schema/partners.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { namesOf } from '#src/contract/proposal-fields.ts'
import { DECIDE_EVERY_FIELD, type ProposalDecision, type ProposalReview } from '#src/contract/vendor-proposal.ts'
import { type Changed, isSame, STALE } from '#src/contract/versioned.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { proposalDecided } from '../outbox/templates/vendor-letters.ts'
import { updateVendor } from '../vendors/save-vendor.ts'
import { readProposal } from './list-proposals.ts'
import { fieldsOf, lockVendor, type ProposalRow, pickFields, toFields } from './proposal.ts'

/**
 * Decides about every field of an open proposal at once. What is accepted is saved like an edit of the entry, so that events are built
 * again; the contact is mailed what was decided. Throws `not_found`, `invalid` for a decision that leaves a field out, and `conflict` if
 * the entry or the proposal is not what was decided about. The same decision sent twice is made once. (security VP7, VP8)
 */
export async function decideProposal(
  db: Db,
  id: string,
  decision: ProposalDecision,
  context: CommandContext,
): Promise<Changed<ProposalReview>> {
  const { vendorId } = await readProposal(db, id)
  return db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, vendorId)
    const [proposal] = await tx.select().from(vendorProposals).where(eq(vendorProposals.id, id))
    if (!proposal) throw new Failure('not_found', NOT_FOUND.proposal)
    if (isAgain(proposal, decision)) return { item: await readProposal(tx, id), revision: null }
    if (proposal.state !== 'open') throw new Failure('conflict', STALE)
    requireVersion(proposal, decision.version)
    requireVersion(vendor, decision.entryVersion)
    if (!isSame(fieldsOf(proposal.fields), fieldsOf(decision.fields))) throw new Failure('invalid', DECIDE_EVERY_FIELD)
    const accepted = fieldsOf(decision.fields).filter((field) => decision.fields[field] === 'accepted')
    const proposed = toFields(proposal.fields)
    const taken = Object.fromEntries(accepted.map((field) => [field, proposed[field]]))
    const change = { ...pickFields(vendor), ...taken, version: vendor.version }
    const { revision } = await updateVendor(tx, vendorId, change, context.actor)
    await keepDecision(tx, proposal, decision, context)
    await mailDecision(tx, { proposal, decision, vendorName: change.vendorName }, context)
    return { item: await readProposal(tx, id), revision }
  })
}

/** True for a decision that was stored before, such as a second press. */
function isAgain({ state, decisions, note, version }: ProposalRow, decision: ProposalDecision): boolean {
  const isSo = state === 'decided' && version === decision.version + 1 && note === decision.note
  return isSo && isSame(decisions, decision.fields)
}

async function keepDecision(
  tx: Db,
  { id, vendorId, fields, version }: ProposalRow,
  { fields: decisions, note }: ProposalDecision,
  { actor, now }: CommandContext,
): Promise<void> {
  const at = new Date(now)
  const decided = { state: 'decided', decisions, note, decidedBy: actor.id, decidedAt: at } as const
  await tx
    .update(vendorProposals)
    .set({ ...decided, version: version + 1, updatedAt: at })
    .where(eq(vendorProposals.id, id))
  const subject = { action: 'vendor_proposal.decide', subjectType: 'vendor_proposal', subjectId: id }
  await recordAudit(tx, actor, { ...subject, before: { vendorId, fields }, after: { vendorId, decisions, note } })
}

type Decided = { proposal: ProposalRow; decision: ProposalDecision; vendorName: string }

/** Mails the contact who proposed, unless they have no access any longer. */
async function mailDecision(
  tx: Db,
  { proposal, decision, vendorName }: Decided,
  { site }: CommandContext,
): Promise<void> {
  if (proposal.contactId === null) return
  const [contact] = await tx.select().from(vendorContacts).where(eq(vendorContacts.id, proposal.contactId))
  if (contact?.state !== 'active') return
  const named = (verdict: 'accepted' | 'returned') =>
    namesOf(fieldsOf(decision.fields).filter((field) => decision.fields[field] === verdict))
  const { name, email: to } = contact
  const decided = { accepted: named('accepted'), returned: named('returned'), note: decision.note }
  await enqueueMail(tx, { to, ...proposalDecided(site, { name, vendorName, ...decided }) })
}
