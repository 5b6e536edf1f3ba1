import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'

/**
 * One value for every version of a row that the database holds, but for the tables named: a row that is written again is another
 * one, even with the same values. What rows contain is not read, since an audit log of some thousand entries takes long to read.
 */
export function fingerprint(db: Db, but: readonly string[] = []): Promise<string> {
  return markTables(db, but, sql`count(*) || ':' || bit_xor(hash_record_extended(row(tableoid, ctid, xmin), 0))`)
}

/** One value for what the rows contain, but for the tables named. Rows that were deleted and made again are the same ones. */
export function contentFingerprint(db: Db, but: readonly string[] = []): Promise<string> {
  return markTables(db, but, sql`md5(string_agg(t::text, '|' order by t::text))`)
}

/**
 * The value of `mark` over each table. Tables without a row are no part of it, and those whose files are still empty are not asked:
 * a test writes to a few of a hundred tables, and many tests ask twice.
 */
async function markTables(db: Db, but: readonly string[], mark: SQL): Promise<string> {
  const tables = await db.execute(
    sql`select relname as name, relkind = 'r' and pg_relation_size(oid) = 0 as "isEmpty" from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const all = getRows<{ name: string; isEmpty: boolean }>(tables)
  expect(all.length).toBeGreaterThan(10)
  const marks = all
    .filter(({ name, isEmpty }) => !isEmpty && !but.includes(name))
    .map(({ name }) => sql.identifier(name))
    .map((name) => sql`(select ${mark} from ${name} t) as ${name}`)
  const [row = {}] = getRows<Record<string, string | null>>(await db.execute(sql`select ${sql.join(marks, sql`, `)}`))
  const filled = Object.entries(row).filter(([, value]) => value !== null)
  return filled.map(([name, value]) => `${name}=${value}`).join('\n')
}

function getRows<Row>(result: unknown): Row[] {
  return (result as { rows: Row[] }).rows
}
