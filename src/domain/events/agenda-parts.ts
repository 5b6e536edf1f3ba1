import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { eventAgenda } from '#db/schema/events.ts'
import type { AgendaItem } from '#src/contract/event.ts'
import type { EventAgendaPart } from '#src/contract/event-parts.ts'
import { type PartKind, versionOf } from './event-parts.ts'

const { id, eventId, isActive, displayOrder, timeSlot, title, description } = eventAgenda

/** The day of an event. */
export const agendaParts: PartKind<EventAgendaPart> = {
  kind: 'agenda',
  noun: 'agenda entry',
  nouns: 'agenda entries',
  nameOf: (part) => `${part.timeSlot} ${part.title}`,
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

/** Stands for an entry's words as they are. */
export function wordsVersion({ timeSlot, title, description }: AgendaItem): string {
  return versionOf([timeSlot, title, description])
}
