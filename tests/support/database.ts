import { type OpenDb, openDb } from '#db/client.ts'
import { createDatabase } from './postgres.ts'

/** A database for one test file. Close it in `afterAll`. */
export type TestDb = OpenDb & { url: string }

/** A fresh, migrated, empty database on this run's PostgreSQL, with room for twenty connections at once. */
export async function testDb(): Promise<TestDb> {
  const url = await createDatabase()
  return { ...openDb(url, { max: 20 }), url }
}
