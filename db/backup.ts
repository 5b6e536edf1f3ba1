import { sql } from 'drizzle-orm'
import { type BackupEntry, type Counts, writeBackup } from './backup-file.ts'
import { getColumns, sequences, tableNames } from './catalog.ts'
import { type Db, inSnapshot, openDb } from './client.ts'
import { getKept } from './kept-rows.ts'
import { appliedMigrations } from './migrate.ts'

const BATCH_BYTES = 4 * 1024 * 1024
const MOST_ROWS = 2_000

/**
 * Writes the contents of the database at `url`, except what would open a session (`kept-rows.ts`), as they are at one
 * moment, to a new file at `path`, and resolves with the number of rows of each table. Does not block writes. Leaves no
 * file when it fails. (security DL4)
 */
export async function backupDatabase(url: string, path: string): Promise<Counts> {
  const { db, close } = openDb(url, { max: 1, answerWithin: 0 })
  const counts: Counts = {}
  try {
    await inSnapshot(db, async (tx) => {
      await withoutTimeouts(tx)
      await writeBackup(path, entries(tx, counts))
    })
    return counts
  } finally {
    await close()
  }
}

/** Lifts the limits on time for this transaction, and fixes how values are written as text. */
export async function withoutTimeouts(tx: Db): Promise<void> {
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    timezone: 'UTC',
    datestyle: 'ISO',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
  }
  for (const [name, value] of Object.entries(settings)) {
    await tx.execute(sql`set local ${sql.identifier(name)} = ${sql.raw(`'${value}'`)}`)
  }
}

async function* entries(tx: Db, counts: Counts): AsyncGenerator<BackupEntry> {
  const migrations = [...(await appliedMigrations(tx))].map(([at, hash]) => ({ at, hash }))
  if (migrations.length === 0) throw new Error('The database holds nothing of this product: it was never migrated.')
  yield { header: { at: new Date().toISOString(), migrations } }
  for (const table of await tableNames(tx)) {
    const columns = (await getColumns(tx, table)).map(({ name }) => name)
    if (columns.length === 0) continue
    counts[table] = 0
    yield { table: { table, columns } }
    for await (const row of getRows(tx, { table, columns })) {
      counts[table] += 1
      yield { row }
    }
  }
  for (const { name, ...stand } of await sequences(tx)) yield { sequence: { sequence: name, ...stand } }
  yield { counts }
}

/** The rows of a table in the order they lie in, each as a JSON array of text; as many at a time as fit in the memory we allow. */
async function* getRows(tx: Db, { table, columns }: { table: string; columns: string[] }): AsyncGenerator<string> {
  const values = sql.join(
    columns.map((name) => sql`t.${sql.identifier(name)}::text`),
    sql`, `,
  )
  const fields = { place: sql<string>`t.ctid::text`, row: sql<string>`to_json(array[${values}])::text` }
  let place = '(0,0)'
  for (let limit = 16; ; ) {
    const rows = await tx
      .select(fields)
      .from(sql`public.${sql.identifier(table)} t`)
      .where(sql`t.ctid > ${place}::tid and ${getKept(table)}`)
      .orderBy(sql`t.ctid`)
      .limit(limit)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    place = last.place
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0) / rows.length
    limit = Math.min(MOST_ROWS, Math.max(1, Math.floor(BATCH_BYTES / bytes)))
  }
}
