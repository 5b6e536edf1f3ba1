import type { Db } from '#db/client.ts'
import type { Changed } from '#src/contract/changed.ts'
import type { EventPart, EventParts } from '#src/contract/event-parts.ts'
import type { Actor } from '../audit/audit.ts'
import { changeEventParts } from './change-event-parts.ts'
import { findPart, type PartKind } from './event-parts.ts'

/** Takes an entry off an event; the library keeps it. Throws `not_found` for the event and for an entry it does not have. */
export function removeEventPart<Part extends EventPart>(
  db: Db,
  kind: PartKind<Part>,
  { eventId, partId }: { eventId: string; partId: string },
  actor: Actor,
): Promise<Changed<EventParts<Part>>> {
  const plan = (before: Part[], { eventSlug }: { eventSlug: string }) => {
    const part = findPart(kind, before, partId)
    const reason = `removed ${kind.nameOf(part)} from ${eventSlug}`
    return { verb: 'remove', reason, next: before.filter(({ id }) => id !== partId) }
  }
  return changeEventParts(db, kind, eventId, plan, actor)
}
