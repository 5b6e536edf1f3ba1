import type { Db } from '#db/client.ts'
import { NOT_IN_REVIEW, OWN_APPROVAL, SET_EMPTY } from '#src/contract/change-set.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { type ItemRow, lockEditableSet, readItems, type SetRow, touchSet } from './change-set.ts'
import { setEntry } from './edit-set.ts'

/** Asks for a review of a set, which stays editable. Throws `not_found`, and `conflict` for an empty or stale set. */
export async function askForReview(db: Db, id: string, version: number, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const set = await lockEditableSet(tx, id, version)
    if ((await readItems(tx, id)).length === 0) throw new Failure('conflict', SET_EMPTY)
    await touchSet(tx, set, { state: 'in_review', fault: null })
    await recordAudit(tx, actor, { ...setEntry('ask_review', id), after: { name: set.name } })
  })
}

/**
 * Approves what the set says now; an edit after it voids the approval. Throws `conflict` for a set that is not in review, or that has
 * changed since it was read, and `forbidden` for somebody who has changed it.
 */
export async function approveSet(
  db: Db,
  id: string,
  version: number,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<void> {
  await db.transaction(async (tx) => {
    const set = await lockEditableSet(tx, id, version)
    if (set.state !== 'in_review') throw new Failure('conflict', NOT_IN_REVIEW)
    if (hasWorkedOn(set, await readItems(tx, id), actor.id)) throw new Failure('forbidden', OWN_APPROVAL)
    await touchSet(tx, set, { approvedBy: actor.id, approvedAt: new Date(now) })
    await recordAudit(tx, actor, { ...setEntry('approve', id), after: { name: set.name } })
  })
}

/** Whether a person made the set or was the last to change one of its records. */
export function hasWorkedOn(set: SetRow, items: readonly ItemRow[], userId: string): boolean {
  return set.createdBy === userId || items.some(({ updatedBy }) => updatedBy === userId)
}
