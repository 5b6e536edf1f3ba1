import { sql } from 'drizzle-orm'
import { withoutTimeouts } from './backup.ts'
import { type BackupEntry, type Counts, type Header, readBackup, type Sequence, type Table } from './backup-file.ts'
import { foreignKeys, getColumns, tableNames } from './catalog.ts'
import { type Db, openDb } from './client.ts'
import { getKept, THINNED } from './kept-rows.ts'
import { appliedMigrations, applyMigrations, knownMigrations } from './migrate.ts'
import { clearDatabase } from './reset.ts'

const BATCH_BYTES = 4 * 1024 * 1024

/** Tables that hold rows as soon as they are there. */
const NEVER_EMPTY = new Set(['site_content', 'site_mode', 'mail_rules', 'mail_rule_versions', 'mail_plan_marks'])

/**
 * How far a restored site's revision jumps ahead. The site that is live may have been built from revisions that are lost;
 * an older build never replaces a newer one, so without the jump the restored content would never be shown. (security BR5)
 */
const REVISION_JUMP = 10_000

/**
 * Puts the backup at `path` into the empty database at `url`, in one transaction, and resolves with the number of rows of
 * each table. Sessions, codes, links and keys are left out, whenever the backup was made (`kept-rows.ts`). The schema is made as it was when the backup was taken and then brought to this code's. Throws an Error with
 * a sentence when the file is damaged or from later code, or when the database holds anything; nothing is changed then.
 * (security DL4)
 */
export async function restoreDatabase(url: string, path: string): Promise<Counts> {
  const { header, counts } = await checked(path)
  const { db, close } = openDb(url, { max: 1, answerWithin: 0 })
  try {
    await db.transaction(async (tx) => {
      await withoutTimeouts(tx)
      await assertEmpty(tx)
      await clearDatabase(tx)
      await applyMigrations(tx, { upTo: header.migrations.reduce((last, { at }) => Math.max(last, at), 0) })
      await fill(tx, path)
      await applyMigrations(tx)
      Object.assign(counts, await thinOut(tx))
      await tx.execute(sql`update site_content set version = version + ${REVISION_JUMP}, changed_at = now()`)
    })
    return counts
  } finally {
    await close()
  }
}

/** Reads the whole file before anything is changed. */
async function checked(path: string): Promise<{ header: Header; counts: Counts }> {
  let header: Header | undefined
  let counts: Counts = {}
  for await (const entry of readBackup(path)) {
    if ('header' in entry) header = entry.header
    if ('counts' in entry) counts = entry.counts
  }
  const known = knownMigrations()
  const isKnown = header?.migrations.every(({ at, hash }) => known.get(at) === hash) ?? false
  if (header === undefined || header.migrations.length === 0 || !isKnown) {
    throw new Error(`The backup ${path} was made by another version of the product. Restore it with that version.`)
  }
  return { header, counts }
}

async function assertEmpty(tx: Db): Promise<void> {
  const tables = await tableNames(tx)
  if (tables.length > 0 && (await appliedMigrations(tx)).size === 0) {
    throw new Error(
      `The database holds tables of something else (${tables.slice(0, 3).join(', ')}). Restore into a new one.`,
    )
  }
  for (const table of tables) {
    if (NEVER_EMPTY.has(table)) continue
    const [row] = await tx
      .select({ one: sql`1` })
      .from(sql`public.${sql.identifier(table)}`)
      .limit(1)
    if (row === undefined) continue
    throw new Error(
      `The database is not empty: ${table} has rows. Restore into a new database, or empty this one first.`,
    )
  }
}

/** Takes out what a backup of earlier code still holds, and resolves with the number of rows that remain of each such table. */
async function thinOut(tx: Db): Promise<Counts> {
  const counts: Counts = {}
  for (const name of THINNED) {
    const table = sql`public.${sql.identifier(name)}`
    await tx.execute(sql`delete from ${table} where (${getKept(name)}) is not true`)
    counts[name] = await tx.$count(table)
  }
  return counts
}

/**
 * Foreign keys and triggers are off during this, so that tables can come in any order and refer to each other in
 * circles.
 */
async function fill(tx: Db, path: string): Promise<void> {
  const tables = (await tableNames(tx)).map((name) => sql`public.${sql.identifier(name)}`)
  const keys = (await foreignKeys(tx)).map((key) => ({
    drop: sql`alter table public.${sql.identifier(key.table)} drop constraint ${sql.identifier(key.name)}`,
    add: sql`alter table public.${sql.identifier(key.table)} add constraint ${sql.identifier(key.name)} ${sql.raw(key.definition)}`,
  }))
  for (const table of tables) await tx.execute(sql`alter table ${table} disable trigger user`)
  await tx.execute(sql`truncate ${sql.join(tables, sql`, `)} restart identity cascade`)
  for (const { drop } of keys) await tx.execute(drop)
  await insertAll(tx, readBackup(path))
  for (const table of tables) await tx.execute(sql`alter table ${table} enable trigger user`)
  for (const { add } of keys) await tx.execute(add)
}

async function insertAll(tx: Db, entries: AsyncIterable<BackupEntry>): Promise<void> {
  let insert = async (_rows: string[]) => {}
  let rows: string[] = []
  let bytes = 0
  const flush = async () => {
    if (rows.length > 0) await insert(rows)
    rows = []
    bytes = 0
  }
  for await (const entry of entries) {
    if ('row' in entry) {
      rows.push(entry.row)
      bytes += entry.row.length
      if (bytes > BATCH_BYTES) await flush()
      continue
    }
    await flush()
    if ('table' in entry) insert = await insertInto(tx, entry.table)
    if ('sequence' in entry) await setSequence(tx, entry.sequence)
  }
}

/** One statement for many rows: the database takes the JSON apart and reads each text as the column's type. */
async function insertInto(tx: Db, { table, columns }: Table): Promise<(rows: string[]) => Promise<void>> {
  const types = new Map((await getColumns(tx, table)).map(({ name, type }) => [name, type]))
  const names = columns.map((name) => sql.identifier(name))
  const values = columns.map((name, place) => sql.raw(`(line ->> ${place})::${types.get(name) ?? 'text'}`))
  return async (rows) => {
    await tx.execute(sql`
      insert into public.${sql.identifier(table)} (${sql.join(names, sql`, `)}) overriding system value
      select ${sql.join(values, sql`, `)} from json_array_elements(${`[${rows.join(',')}]`}::json) line`)
  }
}

async function setSequence(tx: Db, { sequence, last, called }: Sequence): Promise<void> {
  const name = sql`public.${sql.identifier(sequence)}`
  const regclass = sql`${`public.${JSON.stringify(sequence)}`}::regclass`
  await tx.select({ stand: sql`setval(${regclass}, ${last}::bigint, ${called})` }).from(name)
}
