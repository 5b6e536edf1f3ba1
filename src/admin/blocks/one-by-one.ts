import type { BulkResult } from '#src/contract/bulk.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'

type Entry = { id: string }
type OneByOne<One extends Entry> = {
  change: (entry: One) => Promise<unknown>
  /** Why the change does not apply to an entry, which is then not sent; null if it does. */
  reasonAgainst?: (entry: One) => string | null
}

/**
 * A bulk change through the call for one entry, one after the other. A refusal is noted with its entry and stops no other one.
 * `revision` is the newest one that shows a change on the site; null when visitors see no change.
 */
export async function changeOneByOne<One extends Entry>(
  entries: readonly One[],
  { change, reasonAgainst = () => null }: OneByOne<One>,
): Promise<{ results: BulkResult[]; revision: number | null }> {
  const results: BulkResult[] = []
  let revision: number | null = null
  for (const entry of entries) {
    let refusal = reasonAgainst(entry)
    try {
      const answer = refusal === null ? await change(entry) : null
      revision = revisionIn(answer) ?? revision
    } catch (fault) {
      // The person was asked to confirm who they are and declined: nothing further is sent.
      if (isCancelled(fault)) {
        if (results.length > 0) break
        throw fault
      }
      const { errors, detail } = toApiError(fault)
      refusal = errors[0]?.message ?? detail
    }
    results.push({ id: entry.id, refusal })
  }
  return { results, revision }
}

function revisionIn(answer: unknown): number | null {
  const isPublic = typeof answer === 'object' && answer !== null && 'revision' in answer
  return isPublic && typeof answer.revision === 'number' ? answer.revision : null
}
