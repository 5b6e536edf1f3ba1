import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { inject } from 'vitest'
import { type OpenDb, openDb } from '#db/client.ts'
import * as schema from '#db/schema/index.ts'
import { createDatabase } from './postgres.ts'

/** A database for one test file. Close it in `afterAll`. */
export type TestDb = OpenDb & { url?: string }

/** True when PostgreSQL was found on this machine. Use as `describe.skipIf(!hasPostgres)`. */
export const hasPostgres = inject('postgresUrl') !== null

/** A fresh, migrated, empty database on PGlite in this process. It has one connection: races do not show on it. */
export async function testDb(): Promise<TestDb> {
  const dump = new Blob([await readFile(inject('pgliteDump'))])
  const client = await PGlite.create({ loadDataDir: dump })
  return { db: drizzle(client, { schema, casing: 'snake_case' }), close: () => client.close() }
}

/** A fresh, migrated, empty database on a real PostgreSQL. Throws when there is none: check `hasPostgres`. */
export async function postgresDb(): Promise<TestDb & { url: string }> {
  const url = await createDatabase()
  return { ...openDb(url), url }
}

/** Both kinds, for a suite that must hold on each: `describe.each(databases)('on $name', ({ open }) => …)`. */
export const databases: readonly { name: string; open: () => Promise<TestDb> }[] = [
  { name: 'PGlite', open: testDb },
  ...(hasPostgres ? [{ name: 'PostgreSQL', open: postgresDb }] : []),
]
