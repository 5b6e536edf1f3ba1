import { sql } from 'drizzle-orm'
import { type Db, openDb } from './client.ts'
import { applyMigrations } from './migrate.ts'

/**
 * Deletes everything in the database at `url` and creates the schema again, without a row of content. All or nothing.
 */
export async function resetDatabase(url: string): Promise<void> {
  const { db, close } = openDb(url, { max: 1, answerWithin: 0 })
  try {
    await db.transaction(async (tx) => {
      await clearDatabase(tx)
      await applyMigrations(tx)
    })
  } finally {
    await close()
  }
}

/** Leaves a database as it was before its first migration. */
export async function clearDatabase(tx: Db): Promise<void> {
  await tx.execute(sql`drop schema if exists drizzle cascade`)
  await tx.execute(sql`drop schema public cascade`)
  await tx.execute(sql`create schema public`)
  await tx.execute(sql`grant usage on schema public to public`)
}
