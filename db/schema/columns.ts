import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { customType, date, index, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const id = () => uuid().primaryKey().defaultRandom()

/**
 * An instant; drizzle returns a Date, which the domain turns into milliseconds. `column` is the name of the column where it
 * differs from the name of the field.
 */
export const instant = (column?: string) => {
  const options = { withTimezone: true, mode: 'date' } as const
  return column === undefined ? timestamp(options) : timestamp(column, options)
}

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A day on the calendar, as `YYYY-MM-DD`. */
export const day = () => date({ mode: 'string' }).notNull()

/** How many; none at first. */
export const count = () => integer().notNull().default(0)

/** Part of a key, which cannot be null: the empty text stands for 'none'. */
export const keyText = () => text().notNull().default('')

export const createdAt = () => instant().notNull().defaultNow()

export const updatedAt = () =>
  instant()
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`)

/**
 * The characters between words. PostgreSQL would take `ada.lovelace`, an address or `-2026` for one word, and `<b>` for
 * none.
 */
const BETWEEN_WORDS = '.:@/_+-#&<>%~='

/**
 * The words of several columns, for `@@`. The index and the question must say the same text to meet; both call this. Plain
 * words, no language: names have none. (security DB5)
 */
export function searchWords(columns: readonly SQLWrapper[]): SQL {
  const texts = columns.map((column) => sql`coalesce(${column}, '')`)
  const spaces = ' '.repeat(BETWEEN_WORDS.length)
  const text = sql`translate(${sql.join(texts, sql.raw(` || ' ' || `))}, ${sql.raw(`'${BETWEEN_WORDS}', '${spaces}'`)})`
  return sql`to_tsvector('simple', ${text})`
}

/** An index that finds rows by the beginnings of their words. */
export const searchIndex = (name: string, columns: readonly SQLWrapper[]) =>
  index(name).using('gin', searchWords(columns))
