import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** What the database says of itself, so that backup and restore need not know the tables. All of schema `public`. */

type Column = { name: string; type: string }

const inPublic = sql`n.nspname = 'public'`
const relations = sql`pg_class c join pg_namespace n on n.oid = c.relnamespace`

/** Every table, by name. */
export async function tableNames(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: sql<string>`c.relname` })
    .from(relations)
    .where(sql`${inPublic} and c.relkind = 'r'`)
    .orderBy(sql`c.relname`)
  return rows.map(({ name }) => name)
}

/** The columns of a table that hold what was written, in order: not those that are computed. */
export function getColumns(db: Db, table: string): Promise<Column[]> {
  return db
    .select({ name: sql<string>`a.attname`, type: sql<string>`format_type(a.atttypid, a.atttypmod)` })
    .from(sql`${relations} join pg_attribute a on a.attrelid = c.oid`)
    .where(sql`${inPublic} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`)
    .orderBy(sql`a.attnum`)
}

/** Every sequence with its present value. */
export async function sequences(db: Db): Promise<{ name: string; last: string; called: boolean }[]> {
  const names = await db
    .select({ name: sql<string>`c.relname` })
    .from(relations)
    .where(sql`${inPublic} and c.relkind = 'S'`)
    .orderBy(sql`c.relname`)
  const found = []
  for (const { name } of names) {
    const position = { last: sql<string>`last_value::text`, called: sql<boolean>`is_called` }
    const [row] = await db.select(position).from(sql`public.${sql.identifier(name)}`)
    if (row !== undefined) found.push({ name, ...row })
  }
  return found
}

/** Every foreign key with the text that makes it again. */
export function foreignKeys(db: Db): Promise<{ table: string; name: string; definition: string }[]> {
  return db
    .select({
      table: sql<string>`c.relname`,
      name: sql<string>`k.conname`,
      definition: sql<string>`pg_get_constraintdef(k.oid)`,
    })
    .from(sql`${relations} join pg_constraint k on k.conrelid = c.oid`)
    .where(sql`${inPublic} and k.contype = 'f'`)
    .orderBy(sql`c.relname, k.conname`)
}
