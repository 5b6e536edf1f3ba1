import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/client.ts'
import { describeConnectionFault, isConnectionFault } from '#db/fault.ts'
import { migrate } from '#db/migrate.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Env } from '#src/platform/env.ts'

/** A Postgres address, and what ends it if it is ours. */
export type Database = { url: string; stop: () => Promise<void> }

/** The database of `DATABASE_URL`, or the embedded one in the data folder, which no second process can open. */
export async function openDatabase(env: Pick<Env, 'databaseUrl'>, dataDir: string): Promise<Database> {
  if (env.databaseUrl !== undefined) return { url: env.databaseUrl, stop: async () => {} }
  const { startEmbeddedPostgres } = await import('#db/embedded.ts')
  await mkdir(dataDir, { recursive: true })
  return startEmbeddedPostgres({ dataDir: join(dataDir, 'db') })
}

/** Brings the schema up to this code and seeds an empty database if wanted. Throws a sentence that names the host. */
export async function prepareDatabase(
  { url, db }: { url: string; db: Db },
  { seed, now }: { seed: Env['seed']; now: Instant },
): Promise<void> {
  try {
    await migrate(url)
  } catch (cause) {
    throw isConnectionFault(cause) || isTurnedAway(cause) ? new UnreachableDatabase(url, cause) : cause
  }
  if (seed !== 'demo') return
  const { seedDemo } = await import('#db/seed/seed.ts')
  await seedDemo(db, now)
}

/** Nobody answers at the database's address, or not to us. */
export class UnreachableDatabase extends Error {
  constructor(url: string, cause: unknown) {
    super(`${describeConnectionFault(url, cause)} Check DATABASE_URL and that the database runs.`, { cause })
    this.name = 'UnreachableDatabase'
  }
}

/** Wrong user, password or database name: SQLSTATE classes 28 and 3D. */
function isTurnedAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(28|3D)/.test(code) || isTurnedAway(error.cause)
}
