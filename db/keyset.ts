import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

type Place = readonly (string | number | Placeholder)[]

/** Rows behind a place in a list that is ordered by these columns, all ascending. */
export function comesAfter(columns: readonly SQLWrapper[], place: Place): SQL {
  return compare(columns, sql.raw('>'), place)
}

/** The same for a list that is ordered by these columns, all descending. */
export function comesBefore(columns: readonly SQLWrapper[], place: Place): SQL {
  return compare(columns, sql.raw('<'), place)
}

/** One comparison of whole rows, which an index on the same columns answers by itself. */
function compare(columns: readonly SQLWrapper[], sign: SQL, place: Place): SQL {
  const values = place.map((value) => sql`${value}`)
  return sql`(${sql.join([...columns], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`
}
