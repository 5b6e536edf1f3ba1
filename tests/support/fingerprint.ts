import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'

/**
 * One value for everything the database holds, but for the tables named. Tables without a row are no part of it, and those whose
 * files are still empty are not asked: a test writes to a few of a hundred tables, and many tests ask twice.
 */
export async function fingerprint(db: Db, but: readonly string[] = []): Promise<string> {
  const tables = await db.execute(
    sql`select relname as name, relkind = 'r' and pg_relation_size(oid) = 0 as "isEmpty" from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const all = getRows<{ name: string; isEmpty: boolean }>(tables)
  expect(all.length).toBeGreaterThan(10)
  const hashes = all
    .filter(({ name, isEmpty }) => !isEmpty && !but.includes(name))
    .map(({ name }) => sql.identifier(name))
    .map((name) => sql`(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t) as ${name}`)
  const [row = {}] = getRows<Record<string, string | null>>(await db.execute(sql`select ${sql.join(hashes, sql`, `)}`))
  const filled = Object.entries(row).filter(([, hash]) => hash !== null)
  return filled.map(([name, hash]) => `${name}=${hash}`).join('\n')
}

function getRows<Row>(result: unknown): Row[] {
  return (result as { rows: Row[] }).rows
}
