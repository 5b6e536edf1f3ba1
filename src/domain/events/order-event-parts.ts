import type { Db } from '#db/client.ts'
import { type Changed, STALE } from '#src/contract/changed.ts'
import type { EventPart, EventParts } from '#src/contract/event-parts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Actor } from '../audit/audit.ts'
import { changeEventParts } from './change-event-parts.ts'
import type { PartKind } from './event-parts.ts'

/**
 * Puts a list in the order of these ids, which name every entry once. Throws `not_found` for the event, and `conflict`
 * when somebody added or removed an entry meanwhile, so that nobody's change is lost.
 */
export function orderEventParts<Part extends EventPart>(
  db: Db,
  kind: PartKind<Part>,
  { eventId, ids }: { eventId: string; ids: readonly string[] },
  actor: Actor,
): Promise<Changed<EventParts<Part>>> {
  const plan = (before: Part[], { eventSlug }: { eventSlug: string }) => ({
    verb: 'order',
    reason: `reordered the ${kind.kind} of ${eventSlug}`,
    next: inOrder(before, ids),
  })
  return changeEventParts(db, kind, eventId, plan, actor)
}

function inOrder<Part extends EventPart>(parts: readonly Part[], ids: readonly string[]): Part[] {
  const byId = new Map(parts.map((part) => [part.id, part]))
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
  if (ordered.length !== parts.length || ids.length !== parts.length) throw new Failure('conflict', STALE)
  return ordered
}
