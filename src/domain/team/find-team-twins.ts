import { and, asc, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import type { Duplicates } from '#src/contract/library.ts'
import type { TeamDuplicateQuery } from '#src/contract/team-member.ts'
import { nameKey } from '../library/keys.ts'

const MOST_TWINS = 5
const NO = sql<boolean>`false`
const { id, fullName, email } = teamLibrary

/** Team members that may be the one about to be saved: of the same name but for case and spaces, or at the same address. */
export async function findTeamTwins(db: Db, { name, email: address, except }: TeamDuplicateQuery): Promise<Duplicates> {
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
