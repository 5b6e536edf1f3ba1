import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type Changed, STALE } from '#src/contract/changed.ts'
import type { agendaReplacement, EventAgendaPart, EventParts } from '#src/contract/event-parts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Actor } from '../audit/audit.ts'
import { agendaParts, wordsVersion } from './agenda-parts.ts'
import { changeEventParts } from './change-event-parts.ts'
import { versionOf } from './event-parts.ts'

type Replacement = { eventId: string; replacement: z.output<typeof agendaReplacement> }

/**
 * Replaces an event's whole day, as by a template. Entries whose id is in the list keep it. Throws `not_found` for the
 * event, and `conflict` when the list is not the one it was compared with, or an id is named twice or not of this list.
 */
export function replaceAgenda(
  db: Db,
  { eventId, replacement }: Replacement,
  actor: Actor,
): Promise<Changed<EventParts<EventAgendaPart>>> {
  const plan = (before: EventAgendaPart[], { eventSlug }: { eventSlug: string }) => {
    if (versionOf(before) !== replacement.version) throw new Failure('conflict', STALE)
    requireOwnIds(before, replacement)
    const next = replacement.items.map(({ id = randomUUID(), ...item }) => {
      return { id, ...item, displayOrder: 0, version: wordsVersion(item) }
    })
    return { verb: 'replace', reason: `replaced the agenda of ${eventSlug}`, next }
  }
  return changeEventParts(db, agendaParts, eventId, plan, actor)
}

function requireOwnIds(before: readonly EventAgendaPart[], { items }: Replacement['replacement']): void {
  const own = new Set(before.map(({ id }) => id))
  const named = items.flatMap(({ id }) => id ?? [])
  const isOwn = new Set(named).size === named.length && named.every((id) => own.has(id))
  if (!isOwn) throw new Failure('conflict', STALE)
}
