import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { matchesWords } from '#db/search.ts'

const { id, title, description, reporterEmail } = eventReports

/** The columns of the search index, in its order. */
export const SEARCHED = [title, description, reporterEmail]

/** More than this are so many that the first of them are met soon by walking through the newest. */
const MANY = 2_000

/** Which reports have the words of a search. Where they are few they are fetched one by one, and not looked for in a list. */
type ReportMatch = { where: SQL; areFew: boolean }

/**
 * Looks the words up in their index before anything else is asked. PostgreSQL cannot tell how many have a beginning of a
 * word: where it expects many and there are none, it would read everybody's words. Undefined without words.
 */
export async function findReports(db: Db, q: string): Promise<ReportMatch | undefined> {
  const match = matchesWords(SEARCHED, q)
  if (!match) return undefined
  const found = idsIn(await db.execute(sql`${foundBy(db, match)} limit ${MANY + 1}`))
  const areFew = found.length <= MANY
  return { where: areFew ? inArray(id, found) : match, areFew }
}

/** Materialized, it is planned for all of them, by the index; it is read only as far as it is asked for. */
function foundBy(db: Db, match: SQL): SQL {
  return sql`with found as materialized (${db.select({ id }).from(eventReports).where(match).getSQL()}) select id from found`
}

/** Drizzle leaves the shape of a raw answer to the driver; every driver we use has `rows`. */
function idsIn(answer: unknown): string[] {
  return (answer as { rows: { id: string }[] }).rows.map((row) => row.id)
}
