import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { isConnectionFault } from '#db/retry.ts'
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
    throw isConnectionFault(cause) ? new UnreachableDatabase(url, cause) : cause
  }
  if (seed !== 'demo') return
  const { seedDemo } = await import('#db/seed/seed.ts')
  await seedDemo(db, now)
}

/** Nobody answers at the database's address. */
export class UnreachableDatabase extends Error {
  constructor(url: string, cause: unknown) {
    const { host } = new URL(url)
    super(`The database at ${host} cannot be reached. Check DATABASE_URL and that the database runs.`, { cause })
    this.name = 'UnreachableDatabase'
  }
}
