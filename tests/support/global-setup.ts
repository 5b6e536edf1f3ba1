import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.ts'
import { pgliteDump } from './pglite-dump.ts'
import { findPostgres, startPostgres, TEMPLATE } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that `testDb` loads. */
    pgliteDump: string
    /** A folder for this run, which goes with it. */
    temporaryFolder: string
    /** The maintenance database of this run's PostgreSQL; null when this machine has none. */
    postgresUrl: string | null
  }
}

/** Once per run: the migrated PGlite dump, one PostgreSQL server with a migrated template database, and a folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = findPostgres()
  const server = bin === undefined ? undefined : await startPostgres(bin)
  if (server === undefined) console.log('PostgreSQL was not found on this machine: its tests are skipped.')
  else await createTemplate(server.url)
  project.provide('postgresUrl', server?.url ?? null)
  project.provide('pgliteDump', await pgliteDump())
  const folder = mkdtempSync(join(tmpdir(), 'workshop-tests-'))
  project.provide('temporaryFolder', folder)
  return async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate(Object.assign(new URL(url), { pathname: `/${TEMPLATE}` }).href)
}
