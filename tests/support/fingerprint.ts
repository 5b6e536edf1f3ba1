import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'

/** One value for everything the database holds, but for the tables named. */
export async function fingerprint(db: Db, but: readonly string[] = []): Promise<string> {
  const tables = await db.execute(sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const names = getNames(tables)
  expect(names.length).toBeGreaterThan(10)
  const rows = names
    .filter((name) => !but.includes(name))
    .map(async (name) => {
      const found = await db.execute(
        sql`select md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.identifier(name)} t`,
      )
      return `${name}=${JSON.stringify(found)}`
    })
  return (await Promise.all(rows)).join('\n')
}

function getNames(result: unknown): string[] {
  const { rows } = result as { rows: { name: string }[] }
  return rows.map((row) => row.name)
}
