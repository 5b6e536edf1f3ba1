import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type Changed, STALE } from '#src/contract/changed.ts'
import { type EventAgendaPart, type EventParts, MOST_PARTS, type newAgendaItem } from '#src/contract/event-parts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Actor } from '../audit/audit.ts'
import { agendaParts, wordsVersion } from './agenda-parts.ts'
import { changeEventParts } from './change-event-parts.ts'
import { tooMany } from './event-parts.ts'

/**
 * Adds an entry at the end of an event's day. The same again adds nothing. Throws `not_found` for the event, `invalid` for a
 * day that is full, `conflict` for an id that another event uses or that is there with other words.
 */
export function addAgendaItem(
  db: Db,
  { eventId, item }: { eventId: string; item: z.output<typeof newAgendaItem> },
  actor: Actor,
): Promise<Changed<EventParts<EventAgendaPart>>> {
  const plan = (before: EventAgendaPart[], { eventSlug }: { eventSlug: string }) => {
    const present = before.find(({ id }) => id === item.id)
    if (!present && before.length >= MOST_PARTS) throw new Failure('invalid', tooMany(agendaParts))
    const added = { ...item, displayOrder: 0, version: wordsVersion(item) }
    if (present && present.version !== added.version) throw new Failure('conflict', STALE)
    const reason = `added ${agendaParts.nameOf(added)} to ${eventSlug}`
    return { verb: 'add', reason, next: present ? before : [...before, added] }
  }
  return changeEventParts(db, agendaParts, eventId, plan, actor)
}
