import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenDb, openDb } from '#db/client.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres-server.ts'
import { within } from './child.ts'

/** A migrated, empty database for one part of the bench. `name` says which kind it is. */
export type BenchDatabase = OpenDb & { url: string; name: string }

/** PostgreSQL where this machine has it, else the embedded one; its data is gone once it is closed. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const { url, name, stop } = await within(120_000, 'Starting a database', startDatabase())
  try {
    await migrate(url)
  } catch (cause) {
    await stop()
    throw cause
  }
  const { db, close } = openDb(url, { max: 4, answerWithin: 120_000 })
  return { db, url, name, close: () => within(60_000, 'Stopping the database', close().then(stop)) }
}

async function startDatabase(): Promise<{ url: string; name: string; stop: () => Promise<void> }> {
  const bin = findPostgres()
  if (bin !== undefined) return { name: 'PostgreSQL', ...(await startPostgres(bin)) }
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-database-'))
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  const clear = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  return { name: 'embedded PostgreSQL', url, stop: () => stop().finally(clear) }
}
