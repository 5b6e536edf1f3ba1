import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Db, type OpenOptions, openDb } from './client.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

/** Everybody who migrates holds this lock; the number is ours and means nothing. */
const MIGRATION_LOCK = 7_240_117

/**
 * Brings the database at `url` to this code's schema and resolves with the number of migrations applied.
 * Forward only, all or nothing, and safe to run twice or by two at once: the second waits, then finds nothing to do.
 * Throws what the driver throws. (security DB9)
 */
export async function migrate(url: string, options: Pick<OpenOptions, 'driver'> = {}): Promise<number> {
  const { db, close } = openDb(url, { ...options, max: 1, answerWithin: 0 })
  try {
    return await applyMigrations(db)
  } finally {
    await close()
  }
}

/**
 * The same on a database that is already open, as far as the migration written at `upTo` (milliseconds). One transaction
 * holds the lock and the work, because a session lock does not survive a connection pooler.
 */
export async function applyMigrations(db: Db, { upTo = Number.POSITIVE_INFINITY } = {}): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS }).filter(
    ({ folderMillis }) => folderMillis <= upTo,
  )
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local lock_timeout = '60s'`)
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await setTimeouts(tx)
    await makeJournal(tx)
    const applied = await appliedMigrations(tx)
    let count = 0
    for (const { folderMillis, hash, sql: statements } of migrations) {
      const before = applied.get(folderMillis)
      if (before !== undefined) {
        assertUnchanged(before, hash, folderMillis)
        continue
      }
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
      )
      count += 1
    }
    return count
  })
}

/** Every migration of this code: when it was written, in milliseconds, and the hash of its text. */
export function knownMigrations(): Map<number, string> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  return new Map(migrations.map(({ folderMillis, hash }) => [folderMillis, hash]))
}

/**
 * Every statement ends after five seconds, and so does a transaction that falls silent. Settings of the role, because
 * poolers refuse them as startup parameters. (security DB5, DB6)
 */
export const TIMEOUTS = { statement_timeout: '5s', idle_in_transaction_session_timeout: '5s' } as const

async function setTimeouts(tx: Db): Promise<void> {
  const [row] = await tx.select({ database: sql<string>`current_database()` }).from(sql`(values (1)) one`)
  const role = sql`alter role current_user in database ${sql.identifier(row?.database ?? '')} set`
  for (const [setting, value] of Object.entries(TIMEOUTS)) {
    await tx.execute(sql`${role} ${sql.identifier(setting)} = ${sql.raw(`'${value}'`)}`)
  }
}

async function makeJournal(tx: Db): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
}

/** The same of every migration this database has had; none when it was never migrated. The table is drizzle-kit's. */
export async function appliedMigrations(tx: Db): Promise<Map<number, string>> {
  const journal = sql<string | null>`to_regclass('drizzle.__drizzle_migrations')::text`
  const [found] = await tx.select({ journal }).from(sql`(values (1)) one`)
  if (found?.journal == null) return new Map()
  const rows = await tx
    .select({ hash: sql<string>`hash`, at: sql<string>`created_at::text` })
    .from(sql`drizzle.__drizzle_migrations`)
  return new Map(rows.map((row) => [Number(row.at), row.hash]))
}

function assertUnchanged(before: string, now: string, folderMillis: number): void {
  if (before === now) return
  throw new Error(
    `The migration of ${new Date(folderMillis).toISOString()} was changed after this database applied it. ` +
      'Applied migrations never change: restore the file and put the change in a new migration.',
  )
}
