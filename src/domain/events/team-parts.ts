import { asc, eq, inArray } from 'drizzle-orm'
import { eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import type { EventTeamPart } from '#src/contract/event-parts.ts'
import { type LibraryKind, newPart, partsIn } from './add-library-parts.ts'

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
  ...partsIn(eventTeam, ({ teamLibraryId }) => ({ teamLibraryId })),
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
