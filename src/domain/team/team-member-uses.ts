import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import type { EntryUses } from '#src/contract/library.ts'
import { readUses } from '../library/uses.ts'
import { readTeamMember } from './read-team.ts'

/** The events a team member stands in. Throws `not_found`. */
export async function readTeamMemberUses(db: Db, id: string): Promise<EntryUses> {
  await readTeamMember(db, id)
  const { eventId, isActive, teamLibraryId } = eventTeam
  return readUses(db, sql`select ${eventId}, ${isActive} from ${eventTeam} where ${eq(teamLibraryId, id)}`)
}

/** True while a page of the site shows the team member. */
export async function isTeamMemberShown(db: Db, id: string): Promise<boolean> {
  const shown = await db
    .select({ id: eventTeam.id })
    .from(eventTeam)
    .innerJoin(eventConfig, eq(eventConfig.id, eventTeam.eventId))
    .where(and(eq(eventTeam.teamLibraryId, id), eventTeam.isActive, eventConfig.isPublished))
    .limit(1)
  return shown.length > 0
}
