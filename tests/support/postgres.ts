import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TIMEOUTS } from '#db/migrate.ts'
import { TEMPLATE } from './postgres-server.ts'
import { provideTestKey } from './secret-key.ts'

let kept: pg.Pool | undefined

/**
 * Connections to the maintenance database of this run's PostgreSQL. A process keeps them for all its files, since opening one takes
 * six milliseconds of a processor. They do not keep the process alive.
 */
function maintenance(): pg.Pool {
  const options = { connectionString: inject('postgresUrl'), max: 4, idleTimeoutMillis: 0, allowExitOnIdle: true }
  kept ??= new pg.Pool(options).on('error', () => {})
  return kept
}

/** The address of a fresh, migrated, empty database on this run's PostgreSQL. It goes when the server goes. */
export async function createDatabase({ template = TEMPLATE } = {}): Promise<string> {
  provideTestKey()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // A copy of the files costs half of what a copy by the write-ahead log does.
  await maintenance().query(`create database ${name} template ${template} strategy file_copy`)
  // Settings of the role in a database are not copied with it.
  if (template === TEMPLATE) {
    const settings = Object.entries(TIMEOUTS).map(([setting, value]) => `set ${setting} = '${value}'`)
    await maintenance().query(settings.map((set) => `alter role current_user in database ${name} ${set}`).join(';'))
  }
  return Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
}

/** Deletes one that this process made, unless somebody is connected to it: then it goes when the server goes. */
export async function dropDatabase(url: string): Promise<void> {
  await maintenance()
    .query(`drop database if exists ${new URL(url).pathname.slice(1)}`)
    .catch(() => {})
}
