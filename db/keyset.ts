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

/** The place of an item in a list by time: microseconds since 1970, as PostgreSQL counts, and its id. */
export type TimePlace = readonly [micros: number, id: string]

/** A column of instants in whole microseconds: a page that ended on milliseconds would tell rows apart wrongly. */
export function toMicros(column: SQLWrapper): SQL<number> {
  return sql`(extract(epoch from ${column}) * 1000000)::float8`.mapWith(Number)
}

/** The same in milliseconds, for the wire; null where there is none. */
export function toMillis(instant: SQLWrapper): SQL<number | null> {
  return sql<number | null>`floor(extract(epoch from ${instant}) * 1000)::float8`
}

/** The place as PostgreSQL compares it with `(instant, id)`. */
export function getPlace([micros, id]: TimePlace): [string, string] {
  const seconds = new Date(Math.floor(micros / 1000)).toISOString().slice(0, -4)
  return [`${seconds}${String(micros % 1_000_000).padStart(6, '0')}Z`, id]
}
