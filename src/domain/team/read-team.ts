import { and, asc, eq, getTableColumns, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Duplicates, EntryUses, LibraryQuery } from '#src/contract/library.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import type { TeamDuplicateQuery, TeamEntry } from '#src/contract/team-member.ts'
import { nameKey, readUses } from '../library/entries.ts'

const { id, fullName, title, email, credentials, specialties } = teamLibrary
const name = sql<string>`lower(${fullName})`
const uses = sql<number>`(select count(*)::int from ${eventTeam} where ${eq(eventTeam.teamLibraryId, id)})`
const columns = { ...getTableColumns(teamLibrary), uses }

/** Team members by name, each with the number of events that use it. */
export async function listTeam(db: Db, ask: LibraryQuery): Promise<Page<TeamEntry>> {
  const rows = await pageOfTeam(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toTeamMember, getPlace: (row) => [row.name, row.id] })
}

/** The query of `listTeam`, for one row more than is shown. */
export function pageOfTeam(db: Db, { limit, cursor, q }: LibraryQuery) {
  return db
    .select({ ...columns, name })
    .from(teamLibrary)
    .where(and(matchesWords([fullName, title, credentials, specialties], q), cursor && comesAfter([name, id], cursor)))
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
}

/** Throws `not_found`. */
export async function readTeamMember(db: Db, memberId: string): Promise<TeamEntry> {
  const [row] = await db.select(columns).from(teamLibrary).where(eq(id, memberId))
  if (!row) throw new Failure('not_found', NOT_FOUND.teamMember)
  return toTeamMember(row)
}

/** The events that use a team member. Throws `not_found`. */
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

type Row = typeof teamLibrary.$inferSelect & { uses: number; name?: string }

function toTeamMember({ createdAt, updatedAt, name: _name, ...row }: Row): TeamEntry {
  return { ...row, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() }
}

const MOST_TWINS = 5
const NO = sql<boolean>`false`

/** Team members that may be the one about to be saved: with the same name except for case and spaces, or the same email address. */
export async function findTeamDuplicates(
  db: Db,
  { name, email: address, except }: TeamDuplicateQuery,
): Promise<Duplicates> {
  const byName = name === '' ? NO : sql<boolean>`${nameKey(fullName)} = ${nameKey(name)}`
  const byEmail = address === '' ? NO : sql<boolean>`coalesce(lower(${email}) = lower(${address}), false)`
  const rows = await db
    .select({ id, name: fullName, byName })
    .from(teamLibrary)
    .where(and(or(byName, byEmail), except === undefined ? undefined : ne(id, except)))
    .orderBy(asc(sql`lower(${fullName})`), asc(id))
    .limit(MOST_TWINS)
  return { items: rows.map(({ byName, ...member }) => ({ ...member, because: byName ? 'name' : 'email' })) }
}
