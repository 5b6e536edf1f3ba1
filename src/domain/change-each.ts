import type { BulkResult } from '#src/contract/bulk.ts'
import { Failure } from '#src/contract/failure.ts'

/**
 * Changes each entry in its own transaction: one that is refused does not affect the others. Returns
 * the result of each, in the order given. An entry that is given twice is changed once.
 */
export async function changeEach<Entry extends { id: string }>(
  entries: readonly Entry[],
  change: (entry: Entry) => Promise<unknown>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const entry of new Map(entries.map((given) => [given.id, given])).values()) {
    try {
      await change(entry)
      results.push({ id: entry.id, refusal: null })
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault
      results.push({ id: entry.id, refusal: fault.message })
    }
  }
  return results
}

/** The entries of a bulk change that needs no more than their ids. */
export const byId = (ids: readonly string[]) => ids.map((id) => ({ id }))
