import type { BulkResult } from '#src/contract/bulk.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { enumerate, plural } from '#src/contract/plural.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import { deleteEvent, publishEvent, unpublishEvent } from './manage-calls.ts'

/** What can be done with several events at once. */
export type BulkAction = 'publish' | 'unpublish' | 'delete'

type Change = (event: EventLine) => Promise<object>

const CHANGES: Record<BulkAction, Change> = {
  publish: ({ id }) => publishEvent(id),
  unpublish: ({ id }) => unpublishEvent(id),
  delete: deleteEvent,
}

/**
 * Changes the events one after the other. A refusal is noted with its event and stops no other one. `revision` is the newest
 * one that shows a change on the site; null when visitors see no change.
 */
export async function changeEvents(
  action: BulkAction,
  events: readonly EventLine[],
  change: Change = CHANGES[action],
): Promise<{ results: BulkResult[]; revision: number | null }> {
  const results: BulkResult[] = []
  let revision: number | null = null
  for (const event of events) {
    let refusal = reasonAgainst(action, event)
    try {
      const answer = refusal === null ? await change(event) : {}
      if ('revision' in answer && typeof answer.revision === 'number') revision = answer.revision
    } catch (fault) {
      // The person was asked to confirm who they are and declined: nothing further is sent.
      if (isCancelled(fault)) {
        if (results.length > 0) break
        throw fault
      }
      const { errors, detail } = toApiError(fault)
      refusal = errors[0]?.message ?? detail
    }
    results.push({ id: event.id, refusal })
  }
  return { results, revision }
}

/** Why an action does not apply to an event; null where it does. */
function reasonAgainst(action: BulkAction, { isPublished, missing }: EventLine): string | null {
  if (action === 'unpublish') return isPublished ? null : 'It is already a draft.'
  if (action === 'delete') return null
  if (isPublished) return 'It is already published.'
  return missing.length > 0 ? `It needs ${enumerate(missing)}.` : null
}

const DONE: Record<BulkAction, string> = { publish: 'published', unpublish: 'unpublished', delete: 'deleted' }

/** `2 events published. 1 was left unchanged.` */
export function bulkSentence(results: readonly BulkResult[], action: BulkAction): string {
  const unchanged = results.filter(({ refusal }) => refusal !== null).length
  const changed = results.length - unchanged
  const rest = unchanged === 0 ? '' : ` ${unchanged} ${unchanged === 1 ? 'was' : 'were'} left unchanged.`
  return changed === 0 ? `No event was ${DONE[action]}.${rest}` : `${plural(changed, 'event')} ${DONE[action]}.${rest}`
}
