import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { findPrograms, type Programs, unprivilegedUser } from '#db/postgres-programs.ts'
import { createCluster, startServer } from '#db/postgres-server.ts'
import { folderForData } from './memory.ts'

export { freePort } from '#db/postgres-server.ts'

/** The migrated database that every other one is a copy of. Nobody connects to it after it is made. */
export const TEMPLATE = 'template_migrated'

type TestServer = {
  url: string
  /** The host that stands for its socket in an address: the folder of that. */
  socketHost: string
  stop: () => Promise<void>
}

/** What a run of tests can do without, since its data goes with it. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
}
/** The password of the role, which all tests share, is no secret: making its key 4096 times over takes a millisecond for each connection. */
const ONE_ITERATION = { scram_iterations: '1' }

/**
 * Starts PostgreSQL on loopback and a free port with the migrated template database in it; its data is in a temporary
 * folder that is removed after `stop`.
 */
export async function startPostgres(): Promise<TestServer> {
  const found = programs()
  if (found === undefined) throw new Error('There is no PostgreSQL for this machine.')
  const folder = mkdtempSync(join(folderForData(), 'workshop-postgres-'))
  const clear = () => removeBehind(folder)
  try {
    const { port, stop } = await startIn(folder, found)
    const url = `postgres://postgres:test@127.0.0.1:${port}/postgres`
    await createTemplate(url)
    return { url, socketHost: encodeURIComponent(folder), stop: () => stop().finally(clear) }
  } catch (cause) {
    clear()
    throw cause
  }
}

/** Deletes a folder in a process of its own: the files of some hundred databases take half a minute, for which nothing has to wait. */
function removeBehind(folder: string): void {
  const program =
    'process.getBuiltinModule("fs").rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5 })'
  spawn(process.execPath, ['--eval', program, folder], { detached: true, stdio: 'ignore' }).unref()
}

/** Those that the product brings, or with `TEST_POSTGRES=system` those that are installed on this machine. */
function programs(): Programs | undefined {
  return findPrograms({ user: unprivilegedUser(), isSystem: process.env.TEST_POSTGRES === 'system' })
}

async function startIn(folder: string, programs: Programs): ReturnType<typeof startServer> {
  chmodSync(folder, 0o777)
  const options = { programs, user: unprivilegedUser(), data: join(folder, 'data') }
  createCluster(options, 'test', { isKept: false })
  const settings = { ...SETTINGS, ...(programs.major >= 16 && ONE_ITERATION), unix_socket_directories: folder }
  return startServer({ ...options, settings })
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // It was made before the server had its settings.
  await client.query(`alter role current_user password 'test'`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate(Object.assign(new URL(url), { pathname: `/${TEMPLATE}` }).href)
}
