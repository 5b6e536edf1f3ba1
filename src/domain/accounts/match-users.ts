import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { matchesWords } from '#db/search.ts'

/** Who has the words of a search, in their names and in their address. */
export type UserMatch = { byName: SQL; byAddress: SQL }

/** More than this are so many that the first of them are met soon by walking through the newest. */
const MANY = 2_000

/**
 * Looks the words up in their indexes before anything else is asked. PostgreSQL cannot tell how many have a beginning of a
 * word: where it expects many and there are none, it would read everybody's words. Undefined without words.
 */
export async function matchUsers(db: Db, q: string): Promise<UserMatch | undefined> {
  const asked = userMatchQueries(db, q)
  if (!asked) return undefined
  const named = idsIn(await db.execute(asked.named))
  const addressed = idsIn(await db.execute(asked.addressed))
  return {
    byName: named.length > MANY ? asked.byName : inArray(users.id, named),
    byAddress: addressed.length > MANY ? asked.byAddress : inArray(users.id, addressed),
  }
}

/** The two questions it asks, and what each looks for. */
export function userMatchQueries(db: Db, q: string) {
  const byName = matchesWords([profiles.username, profiles.fullName], q)
  const byAddress = matchesWords([users.email], q)
  if (!byName || !byAddress) return undefined
  const named = fewOf(db.select({ id: profiles.id }).from(profiles).where(byName).getSQL())
  const addressed = fewOf(db.select({ id: users.id }).from(users).where(byAddress).getSQL())
  return { byName, byAddress, named, addressed }
}

/** Materialized, it is planned for all of them, by the index; it is read only as far as it is asked for. */
function fewOf(query: SQL): SQL {
  return sql`with found as materialized (${query}) select id from found limit ${MANY + 1}`
}

/** Drizzle leaves the shape of a raw answer to the driver; every driver we use has `rows`. */
function idsIn(answer: unknown): string[] {
  return (answer as { rows: { id: string }[] }).rows.map(({ id }) => id)
}
