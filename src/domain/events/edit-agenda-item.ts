import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type Changed, STALE } from '#src/contract/changed.ts'
import type { agendaPatch, EventAgendaPart, EventParts } from '#src/contract/event-parts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Actor } from '../audit/audit.ts'
import { activateEventPart } from './activate-event-part.ts'
import { agendaParts, wordsVersion } from './agenda-parts.ts'
import { changeEventParts } from './change-event-parts.ts'
import { findPart } from './event-parts.ts'

type Patch = z.output<typeof agendaPatch>
type Edit = { eventId: string; partId: string; patch: Patch }

/**
 * Changes what is named of one entry of an event's day. Throws `not_found` for the event or the entry, and `conflict` when
 * its words have changed since the version they were made from; words that are already so are no conflict.
 */
export function editAgendaItem(
  db: Db,
  { eventId, partId, patch }: Edit,
  actor: Actor,
): Promise<Changed<EventParts<EventAgendaPart>>> {
  const { version, isActive } = patch
  if (version === undefined && isActive !== undefined) {
    return activateEventPart(db, agendaParts, { eventId, partId, isActive }, actor)
  }
  const plan = (before: EventAgendaPart[], { eventSlug }: { eventSlug: string }) => {
    const part = findPart(agendaParts, before, partId)
    const edited = edit(part, patch)
    if (part.version !== version && part.version !== edited.version) throw new Failure('conflict', STALE)
    const reason = `changed ${agendaParts.nameOf(edited)} on ${eventSlug}`
    return { verb: 'edit', reason, next: before.map((other) => (other.id === partId ? edited : other)) }
  }
  return changeEventParts(db, agendaParts, eventId, plan, actor)
}

function edit(part: EventAgendaPart, { timeSlot, title, description, isActive }: Patch): EventAgendaPart {
  const words = {
    timeSlot: timeSlot ?? part.timeSlot,
    title: title ?? part.title,
    description: description === undefined ? part.description : description || null,
  }
  return { ...part, ...words, isActive: isActive ?? part.isActive, version: wordsVersion(words) }
}
