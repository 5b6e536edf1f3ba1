import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { eventAgenda } from '#db/schema/events.ts'
import type { AgendaItem } from '#src/contract/event.ts'
import {
  type agendaPatch,
  type agendaReplacement,
  type EventAgendaPart,
  type EventParts,
  MOST_PARTS,
  type newAgendaItem,
} from '#src/contract/event-parts.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { activateEventPart, changeEventParts } from './change-event-parts.ts'
import { findPart, getVersion, type PartKind, tooMany } from './event-parts.ts'

const { id, eventId, isActive, displayOrder, timeSlot, title, description } = eventAgenda

/** The agenda of an event. */
export const agendaParts: PartKind<EventAgendaPart> = {
  kind: 'agenda',
  noun: 'agenda entry',
  nouns: 'agenda entries',
  getName: (part) => `${part.timeSlot} ${part.title}`,
  read: async (db, event) => {
    const rows = await db
      .select({ id, isActive, displayOrder, timeSlot, title, description })
      .from(eventAgenda)
      .where(eq(eventId, event))
      .orderBy(asc(displayOrder), asc(id))
    return rows.map((row) => ({ ...row, version: wordsVersion(row) }))
  },
  save: async (tx, event, parts) => {
    const rows = parts.map(({ version: _version, ...part }) => ({ ...part, eventId: event }))
    const saved = await tx
      .insert(eventAgenda)
      .values(rows)
      .onConflictDoUpdate({
        target: id,
        set: {
          isActive: sql`excluded.is_active`,
          displayOrder: sql`excluded.display_order`,
          timeSlot: sql`excluded.time_slot`,
          title: sql`excluded.title`,
          description: sql`excluded.description`,
          updatedAt: sql`now()`,
        },
        setWhere: eq(eventId, event),
      })
      .returning({ id })
    return saved.map((row) => row.id)
  },
  remove: async (tx, event, ids) => {
    await tx.delete(eventAgenda).where(and(eq(eventId, event), inArray(id, ids)))
  },
}

/** A key for the text of an entry. */
function wordsVersion({ timeSlot, title, description }: AgendaItem): string {
  return getVersion([timeSlot, title, description])
}

/**
 * Adds an entry to the agenda of an event, at its `displayOrder` or at the end. A repeated call adds nothing. Throws `not_found`
 * for the event, `invalid` for a full agenda, `conflict` for an id that another event uses or that belongs to an entry with other words.
 */
export function addAgendaItem(
  db: Db,
  { eventId, item }: { eventId: string; item: z.output<typeof newAgendaItem> },
  actor: Actor,
): Promise<Changed<EventParts<EventAgendaPart>>> {
  const plan = (before: EventAgendaPart[], { eventSlug }: { eventSlug: string }) => {
    const present = before.find(({ id }) => id === item.id)
    if (!present && before.length >= MOST_PARTS) throw new Failure('invalid', tooMany(agendaParts))
    const { displayOrder = MOST_PARTS, ...words } = item
    const added = { ...words, displayOrder, version: wordsVersion(item) }
    if (present && present.version !== added.version) throw new Failure('conflict', STALE)
    const reason = `added ${agendaParts.getName(added)} to ${eventSlug}`
    return { verb: 'add', reason, next: present ? before : before.toSpliced(displayOrder - 1, 0, added) }
  }
  return changeEventParts(db, agendaParts, eventId, plan, actor)
}

type Patch = z.output<typeof agendaPatch>
type Edit = { eventId: string; partId: string; patch: Patch }

/**
 * Changes the given fields of one entry of an event's agenda. Throws `not_found` for the event or the entry, and `conflict` when
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
    const reason = `changed ${agendaParts.getName(edited)} on ${eventSlug}`
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

type Replacement = { eventId: string; replacement: z.output<typeof agendaReplacement> }

/**
 * Replaces an event's whole agenda, as by a template. Entries whose id is in the list keep it. Throws `not_found` for the
 * event, and `conflict` when the list is not the one it was compared with, or an id is named twice or not of this list.
 */
export function replaceAgenda(
  db: Db,
  { eventId, replacement }: Replacement,
  actor: Actor,
): Promise<Changed<EventParts<EventAgendaPart>>> {
  const plan = (before: EventAgendaPart[], { eventSlug }: { eventSlug: string }) => {
    if (getVersion(before) !== replacement.version) throw new Failure('conflict', STALE)
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
