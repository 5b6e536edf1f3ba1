import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { TEMPLATE } from './postgres-server.ts'

/** The address of a fresh, migrated, empty database on this run's PostgreSQL. It goes when the server goes. */
export async function createDatabase({ template = TEMPLATE }: { template?: string } = {}): Promise<string> {
  const server = inject('postgresUrl')
  if (server === null) throw new Error('There is no PostgreSQL on this machine.')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template}`)
  } finally {
    await client.end()
  }
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  if (template === TEMPLATE) await migrate(url) // settings of the role in a database are not copied with it
  return url
}
