import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TIMEOUTS } from '#db/migrate.ts'
import { TEMPLATE } from './postgres-server.ts'
import { provideTestKey } from './secret-key.ts'

/** The address of a fresh, migrated, empty database on this run's PostgreSQL. It goes when the server goes. */
export function createDatabase(options: { template?: string } = {}): Promise<string> {
  provideTestKey()
  return createDatabaseOn(inject('postgresUrl'), options)
}

/** Deletes one that this process made, unless somebody is connected to it: then it goes when the server goes. */
export async function dropDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`drop database if exists ${new URL(url).pathname.slice(1)}`).catch(() => {})
  await client.end()
}

/** The same on the server at this address. */
async function createDatabaseOn(server: string, { template = TEMPLATE } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // A copy of the files costs half of what a copy by the write-ahead log does.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    // Settings of the role in a database are not copied with it.
    if (template === TEMPLATE) {
      for (const [setting, value] of Object.entries(TIMEOUTS)) {
        await client.query(`alter role current_user in database ${name} set ${setting} = '${value}'`)
      }
    }
  } finally {
    await client.end()
  }
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
