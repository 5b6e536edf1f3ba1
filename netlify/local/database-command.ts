import { resolve } from 'node:path'
import { type Db, openDb } from '#db/client.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { describeConnectionFault, isUnreachable } from '#db/fault.ts'
import { migrate } from '#db/migrate.ts'
import { noteEnd, noteStart } from '#src/domain/health/heartbeats.ts'
import { type Clock, clockStartingAt, systemClock } from '#src/platform/clock.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import { type BuildHook, buildHook } from '#src/platform/rebuild.ts'
import type { Database } from './database.ts'
import { runCommand } from './run-command.ts'
import { findRunningServer, type RunningServer } from './running-server.ts'
import { provideLocalKeys } from './secret-key.ts'

/** The database a chore works on. `isOurs` says that it is the embedded one, in the data folder of this machine. */
type Target = { url: string; isOurs: boolean }

/**
 * Runs a chore on the database of `DATABASE_URL`, else on the embedded one in `DATA_DIR`: the running server's, or opened
 * for this chore. `alone` refuses a running server's. Prints the sentence that the chore resolves with; a fault is a
 * sentence too, and the process ends with 1.
 */
export async function runDatabaseCommand(
  chore: (target: Target) => Promise<string>,
  { alone = false }: { alone?: boolean } = {},
): Promise<void> {
  await runCommand(async () => {
    const env = parseEnv(process.env)
    const { databaseUrl, dataDir } = env
    const choreWithKeys = (target: Target) => {
      provideLocalKeys(env, resolve(dataDir))
      return chore(target)
    }
    if (databaseUrl !== undefined) return console.log(await reach(databaseUrl, choreWithKeys))
    const open = alone ? startEmbeddedPostgres : joinEmbeddedPostgres
    const { url, stop } = await open({ dataDir: resolve(dataDir) })
    try {
      console.log(await choreWithKeys({ url, isOurs: true }))
    } finally {
      await stop()
    }
  })
}

async function reach(url: string, chore: (target: Target) => Promise<string>): Promise<string> {
  try {
    return await chore({ url, isOurs: false })
  } catch (cause) {
    throw isUnreachable(cause) ? new Error(describeConnectionFault(url, cause), { cause }) : cause
  }
}

/**
 * Runs `work` and notes in the database at `url` how it ended, as a run of `job`. A database that cannot take the note, such as
 * one that was never migrated, does not make the work fail.
 */
export async function noteCommand<T>(url: string, job: string, work: () => Promise<T>): Promise<T> {
  const { db, close } = openDb(url, { max: 1 })
  try {
    await noteStart(db, job).catch(() => {})
    const result = await work()
    await noteEnd(db, job).catch(() => {})
    return result
  } catch (fault) {
    await noteEnd(db, job, 'The command failed. See what it printed.').catch(() => {})
    throw fault
  } finally {
    await close()
  }
}

/** The one word given after the command; ends the process with `usage` when there is none or more. */
export function onlyWord(usage: string): string {
  const [word, ...more] = process.argv.slice(2)
  if (word !== undefined && more.length === 0) return word
  console.error(usage)
  process.exit(1)
}

/** The database a command on this machine works on, and whom it may ask for a build. */
export type CommandDatabase = {
  db: Db
  /** The server that runs on this data folder, whose database this is. */
  server: RunningServer | undefined
  /** The running server's clock; else the one that `CLOCK` names. */
  clock: Clock
  /** Absent if there is no build hook. */
  hook: BuildHook | undefined
  close: () => Promise<void>
}

/** The running server's database; else the one of `DATABASE_URL`; else the embedded one, opened for this command alone. */
export async function openCommandDatabase(env: Env): Promise<CommandDatabase> {
  const dataDir = resolve(env.dataDir)
  const server = await findRunningServer(dataDir)
  const { url, stop } = server ? { url: server.databaseUrl, stop: async () => {} } : await openAlone(env, dataDir)
  provideLocalKeys(env, dataDir)
  const hookUrl = server?.hookUrl ?? env.buildHookUrl
  if (!server) await migrate(url)
  const { db, close } = openDb(url, { max: 2 })
  return {
    db,
    server,
    clock: getClock(env, server),
    hook: hookUrl === undefined ? undefined : buildHook(hookUrl),
    close: async () => {
      await close()
      await stop()
    },
  }
}

function getClock({ clockStart }: Env, server: RunningServer | undefined): Clock {
  if (server) return () => systemClock() + server.clockAhead
  return clockStart === undefined ? systemClock : clockStartingAt(clockStart)
}

async function openAlone({ databaseUrl: url }: Env, dataDir: string): Promise<Database> {
  return url === undefined ? joinEmbeddedPostgres({ dataDir }) : { url, stop: async () => {} }
}
