import type { Db } from '#db/client.ts'
import type { Changed } from '#src/contract/changed.ts'
import type { EventPart, EventParts } from '#src/contract/event-parts.ts'
import type { Actor } from '../audit/audit.ts'
import { changeEventParts } from './change-event-parts.ts'
import { findPart, type PartKind } from './event-parts.ts'

/** Shows an entry to visitors, or hides it and keeps its place. Throws `not_found` for the event or the entry. (product 4) */
export function activateEventPart<Part extends EventPart>(
  db: Db,
  kind: PartKind<Part>,
  { eventId, partId, isActive }: { eventId: string; partId: string; isActive: boolean },
  actor: Actor,
): Promise<Changed<EventParts<Part>>> {
  const plan = (before: Part[], { eventSlug }: { eventSlug: string }) => {
    const name = kind.nameOf(findPart(kind, before, partId))
    return {
      verb: isActive ? 'activate' : 'deactivate',
      reason: isActive ? `showed ${name} on ${eventSlug}` : `hid ${name} on ${eventSlug}`,
      next: before.map((part) => (part.id === partId ? { ...part, isActive } : part)),
    }
  }
  return changeEventParts(db, kind, eventId, plan, actor)
}
