import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#db/client.ts'
import type { EventPart, EventParts } from '#src/contract/event-parts.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'
import { findPart, lockPartsEvent, type PartKind, type PartsEvent, toEventParts } from './event-parts.ts'

/** A change of a list. `verb` names it in the audit log: `event.vendors.add`. `reason` says it in words. */
type PartsChange<Part extends EventPart> = { verb: string; reason: string; next: Part[] }

/** Decides on a change of a list, which is locked while it does. Locks what it needs before the content is locked. */
type PlanParts<Part extends EventPart> = (
  before: Part[],
  event: PartsEvent,
  tx: Db,
) => PartsChange<Part> | Promise<PartsChange<Part>>

/**
 * Everything one change of an event's list leaves behind, in one transaction: its rows, numbered from 1 without gaps, the
 * audit entry with the list before and after, and, if visitors see anything new, the queued build. A change that changes
 * nothing leaves nothing behind. Throws `not_found` for the event, and what `plan` throws. (product 7, architecture 6)
 */
export async function changeEventParts<Part extends EventPart>(
  db: Db,
  kind: PartKind<Part>,
  eventId: string,
  plan: PlanParts<Part>,
  actor: Actor,
): Promise<Changed<EventParts<Part>>> {
  return db.transaction(async (tx) => {
    const event = await lockPartsEvent(tx, eventId)
    const before = await kind.read(tx, eventId)
    const { verb, reason, next } = await plan(before, event, tx)
    const numbered = next.map((part, index) => ({ ...part, displayOrder: index + 1 }))
    if (isDeepStrictEqual(before, numbered)) return { item: toEventParts(event, before), revision: null }
    const isSeen = event.isPublished && !isDeepStrictEqual(toSeen(before), toSeen(numbered))
    const revision = isSeen ? await touchContent(tx, reason, actor) : null
    await store(tx, kind, eventId, { before, next: numbered })
    const after = await kind.read(tx, eventId)
    const entry = { action: `event.${kind.kind}.${verb}`, subjectType: 'event', subjectId: eventId }
    await recordAudit(tx, actor, { ...entry, before: { [kind.kind]: before }, after: { [kind.kind]: after } })
    return { item: toEventParts(event, after), revision }
  })
}

/** Takes away what is gone, and writes what is new or different. */
async function store<Part extends EventPart>(
  tx: Db,
  kind: PartKind<Part>,
  eventId: string,
  { before, next }: { before: Part[]; next: Part[] },
): Promise<void> {
  const present = new Map(before.map((part) => [part.id, part]))
  const kept = new Set(next.map((part) => part.id))
  const gone = before.filter((part) => !kept.has(part.id)).map((part) => part.id)
  const written = next.filter((part) => !isDeepStrictEqual(present.get(part.id), part))
  if (gone.length > 0) await kind.remove(tx, eventId, gone)
  if (written.length === 0) return
  const saved = await kind.save(tx, eventId, written)
  if (saved.length !== written.length) throw new Failure('conflict', 'This entry belongs to another event.')
}

/** What visitors see of a list: the active ones, in order. (product 4) */
function toSeen(parts: readonly EventPart[]): object[] {
  return parts.filter((part) => part.isActive).map(({ id: _id, displayOrder: _displayOrder, ...part }) => part)
}

/**
 * Puts a list in the order of these ids, which name every entry once. Throws `not_found` for the event, and `conflict`
 * if an entry was added or removed in the meantime, so that no change is lost.
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

/** Shows an entry to visitors, or hides it and keeps its place. Throws `not_found` for the event or the entry. (product 4) */
export function activateEventPart<Part extends EventPart>(
  db: Db,
  kind: PartKind<Part>,
  { eventId, partId, isActive }: { eventId: string; partId: string; isActive: boolean },
  actor: Actor,
): Promise<Changed<EventParts<Part>>> {
  const plan = (before: Part[], { eventSlug }: { eventSlug: string }) => {
    const name = kind.getName(findPart(kind, before, partId))
    return {
      verb: isActive ? 'activate' : 'deactivate',
      reason: isActive ? `showed ${name} on ${eventSlug}` : `hid ${name} on ${eventSlug}`,
      next: before.map((part) => (part.id === partId ? { ...part, isActive } : part)),
    }
  }
  return changeEventParts(db, kind, eventId, plan, actor)
}

/** Removes an entry from an event; the library keeps it. Throws `not_found` for the event and for an entry it does not have. */
export function removeEventPart<Part extends EventPart>(
  db: Db,
  kind: PartKind<Part>,
  { eventId, partId }: { eventId: string; partId: string },
  actor: Actor,
): Promise<Changed<EventParts<Part>>> {
  const plan = (before: Part[], { eventSlug }: { eventSlug: string }) => {
    const part = findPart(kind, before, partId)
    const reason = `removed ${kind.getName(part)} from ${eventSlug}`
    return { verb: 'remove', reason, next: before.filter(({ id }) => id !== partId) }
  }
  return changeEventParts(db, kind, eventId, plan, actor)
}
