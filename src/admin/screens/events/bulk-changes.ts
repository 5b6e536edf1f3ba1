import type { BulkResult } from '#src/contract/bulk.ts'
import { type Finding, findingCode } from '#src/contract/content-check.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { enumerate, plural } from '#src/contract/plural.ts'
import { toApiError } from '#src/islands/call.ts'
import { changeOneByOne } from '../../blocks/one-by-one.ts'
import { deleteEvent, publishEvent, unpublishEvent } from './manage-calls.ts'

/** What can be done with several events at once. */
export type BulkAction = 'publish' | 'unpublish' | 'delete'

export type Change = (event: EventLine) => Promise<object>

const CHANGES: Record<BulkAction, Change> = {
  publish: ({ id }) => publishEvent(id, []),
  unpublish: ({ id }) => unpublishEvent(id),
  delete: deleteEvent,
}

/** What the content checks found in events that were not published because of it, by the id of the event. */
export type Found = ReadonlyMap<string, readonly Finding[]>

/** Publishes each event with the warnings that were found in it accepted. */
export const publishAccepted =
  (found: Found): Change =>
  ({ id }) =>
    publishEvent(id, (found.get(id) ?? []).map(findingCode))

/** Changes the events one after the other; what the action does not apply to is not sent, and says why. */
export async function changeEvents(
  action: BulkAction,
  events: readonly EventLine[],
  change: Change = CHANGES[action],
): Promise<Awaited<ReturnType<typeof changeOneByOne>> & { found: Found }> {
  const found = new Map<string, readonly Finding[]>()
  const noting = (event: EventLine) =>
    change(event).catch((fault: unknown) => {
      const { findings } = toApiError(fault)
      if (findings.length > 0) found.set(event.id, findings)
      throw fault
    })
  const reason = (event: EventLine) => reasonAgainst(action, event)
  return { ...(await changeOneByOne(events, { change: noting, reasonAgainst: reason })), found }
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
