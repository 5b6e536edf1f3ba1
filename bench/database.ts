import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenDb, openDb } from '#db/client.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { within } from './child.ts'

/** A migrated, empty database for one part of the bench. */
export type BenchDatabase = OpenDb & { url: string }

/** The embedded PostgreSQL, as `npm start` runs it; its data is gone once it is closed. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const { url, stop } = await within(120_000, 'Starting a database', startDatabase())
  try {
    await migrate(url)
  } catch (cause) {
    await stop()
    throw cause
  }
  const { db, close } = openDb(url, { max: 4, answerWithin: 120_000 })
  return { db, url, close: () => within(60_000, 'Stopping the database', close().then(stop)) }
}

async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-database-'))
  await chmod(dataDir, 0o755) // PostgreSQL does not run as root, and needs to reach it
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  const clear = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  return { url, stop: () => stop().finally(clear) }
}
