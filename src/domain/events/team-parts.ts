import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import type { EventTeamPart } from '#src/contract/event-parts.ts'
import { type LibraryKind, newPart } from './add-library-parts.ts'

const { id, eventId, teamLibraryId, isActive, displayOrder } = eventTeam
const { fullName, title, photoUrl, credentials } = teamLibrary

/** The people of an event. */
export const teamParts: LibraryKind<EventTeamPart> = {
  kind: 'team',
  noun: 'team member',
  nouns: 'team members',
  nameOf: (part) => part.fullName,
  libraryIdOf: (part) => part.teamLibraryId,
  read: (db, event) =>
    db
      .select({ id, isActive, displayOrder, teamLibraryId, fullName, title, photoUrl, credentials })
      .from(eventTeam)
      .innerJoin(teamLibrary, eq(teamLibrary.id, teamLibraryId))
      .where(eq(eventId, event))
      .orderBy(asc(displayOrder), asc(id)),
  save: async (tx, event, parts) => {
    const rows = parts.map((part) => ({
      id: part.id,
      eventId: event,
      teamLibraryId: part.teamLibraryId,
      isActive: part.isActive,
      displayOrder: part.displayOrder,
    }))
    const saved = await tx
      .insert(eventTeam)
      .values(rows)
      .onConflictDoUpdate({
        target: id,
        set: {
          isActive: sql`excluded.is_active`,
          displayOrder: sql`excluded.display_order`,
          updatedAt: sql`now()`,
        },
        setWhere: eq(eventId, event),
      })
      .returning({ id })
    return saved.map((row) => row.id)
  },
  remove: async (tx, event, ids) => {
    await tx.delete(eventTeam).where(and(eq(eventId, event), inArray(id, ids)))
  },
  take: async (tx, libraryIds) => {
    const rows = await tx
      .select({ teamLibraryId: teamLibrary.id, fullName, title, photoUrl, credentials })
      .from(teamLibrary)
      .where(inArray(teamLibrary.id, [...libraryIds]))
      .orderBy(asc(teamLibrary.id))
      .for('key share')
    return rows.map((row) => ({ ...newPart(), ...row }))
  },
}
