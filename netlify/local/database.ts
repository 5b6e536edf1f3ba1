import { mkdir } from 'node:fs/promises'
import type { Db } from '#db/client.ts'
import { requireOurs } from '#db/data-folder.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { describeConnectionFault, isConnectionFault } from '#db/fault.ts'
import { migrate } from '#db/migrate.ts'
import { readOwner, takeFolder } from '#db/owner-lock.ts'
import { seedDemo } from '#db/seed/seed.ts'
import type { Instant } from '#src/contract/instant.ts'
import { addStarterSet } from '#src/domain/mail-rules/add-starter-set.ts'
import type { Env } from '#src/platform/env.ts'
import { addDemoContent } from './demo-content.ts'
import { addDemoForum } from './demo-forum.ts'
import { addDemoPeople, type DemoOwner, demoOwner } from './demo-people.ts'
import { addDemoShop } from './demo-shop.ts'
import { addDemoVisits } from './demo-visits.ts'
import { type KeptDatabase, keepDatabase } from './keep-database.ts'

/** A Postgres address, and what ends it if it is ours. An embedded one that died tells when it is back. */
export type Database = { url: string; stop: () => Promise<void>; onBack?: KeptDatabase['onBack'] }

/**
 * The database of `DATABASE_URL`, or the embedded one in `dataDir`. Either way this process owns the folder from now on:
 * two servers on one folder would undo each other's releases. Throws a sentence for a folder that is in use or foreign.
 */
export async function openDatabase(
  { databaseUrl: url }: Pick<Env, 'databaseUrl'>,
  dataDir: string,
  say: (sentence: string) => void,
): Promise<Database> {
  if (url === undefined)
    return keepDatabase({ start: (before) => startEmbeddedPostgres({ dataDir, url: before }), say })
  requireOurs(dataDir)
  await mkdir(dataDir, { recursive: true })
  const lock = takeFolder(dataDir)
  if (!lock) {
    const owner = readOwner(dataDir)
    throw new Error(
      `The data folder ${dataDir} is in use${owner ? ` by process ${owner.pid}` : ''}. ` +
        'Stop that server first, or set DATA_DIR to another folder.',
    )
  }
  lock.announce({ pid: process.pid, databasePid: process.pid })
  return { url, stop: async () => lock.release() }
}

/**
 * Brings the schema up to this code, adds the starter set of workflows, and seeds an empty database if wanted. Resolves with the owner it made then. Throws a
 * sentence that names the host.
 */
export async function prepareDatabase(
  { url, db }: { url: string; db: Db },
  { env, now }: { env: SeedEnv & Pick<Env, 'seed'>; now: Instant },
): Promise<DemoOwner | undefined> {
  try {
    await migrate(url)
    await addStarterSet(db)
  } catch (cause) {
    throw isConnectionFault(cause) || isTurnedAway(cause) ? new UnreachableDatabase(url, cause) : cause
  }
  return env.seed === 'demo' ? seedWithPeople(db, env, now) : undefined
}

type SeedEnv = Pick<Env, 'registrationOrigin' | 'ownerEmail' | 'ownerPassword'>

/** The demo with its people, into a database without events; resolves with its owner, or undefined where nothing was done. */
export async function seedWithPeople(db: Db, env: SeedEnv, now: Instant): Promise<DemoOwner | undefined> {
  const owner = demoOwner(env)
  const addPeople = async (tx: Db) => {
    await addDemoPeople(tx, owner, now)
    await addDemoForum(tx, now)
    await addDemoShop(tx, now)
    await addDemoContent(tx)
    await addDemoVisits(tx, now)
  }
  return (await seedDemo(db, now, { registrationOrigin: env.registrationOrigin, addPeople })) ? owner : undefined
}

/** No server answers at the database's address, or it refuses this user. */
export class UnreachableDatabase extends Error {
  constructor(url: string, cause: unknown) {
    super(`${describeConnectionFault(url, cause)} Check DATABASE_URL and make sure that the database is running.`, {
      cause,
    })
    this.name = 'UnreachableDatabase'
  }
}

/** Wrong user, password or database name: SQLSTATE classes 28 and 3D. */
function isTurnedAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(28|3D)/.test(code) || isTurnedAway(error.cause)
}
