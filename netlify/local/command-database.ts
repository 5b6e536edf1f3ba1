import { resolve } from 'node:path'
import { type Db, openDb } from '#db/client.ts'
import { joinEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type Clock, clockStartingAt, systemClock } from '#src/platform/clock.ts'
import type { Env } from '#src/platform/env.ts'
import { type BuildHook, buildHook } from '#src/platform/rebuild.ts'
import type { Database } from './database.ts'
import { findRunningServer, type RunningServer } from './running-server.ts'

/** The database a command on this machine works on, and whom it may ask for a build. */
export type CommandDatabase = {
  db: Db
  /** The server that runs on this data folder, whose database this is. */
  server: RunningServer | undefined
  /** The running server's clock; else the one that `CLOCK` names. */
  clock: Clock
  /** Absent when nobody would build. */
  hook: BuildHook | undefined
  close: () => Promise<void>
}

/** The running server's database; else the one of `DATABASE_URL`; else the embedded one, opened for this command alone. */
export async function openCommandDatabase(env: Env): Promise<CommandDatabase> {
  const dataDir = resolve(env.dataDir)
  const server = await findRunningServer(dataDir)
  const { url, stop } = server ? { url: server.databaseUrl, stop: async () => {} } : await openAlone(env, dataDir)
  const hookUrl = server?.hookUrl ?? env.buildHookUrl
  if (!server) await migrate(url)
  const { db, close } = openDb(url, { max: 2 })
  return {
    db,
    server,
    clock: clockOf(env, server),
    hook: hookUrl === undefined ? undefined : buildHook(hookUrl),
    close: async () => {
      await close()
      await stop()
    },
  }
}

function clockOf({ clockStart }: Env, server: RunningServer | undefined): Clock {
  if (server) return () => systemClock() + server.clockAhead
  return clockStart === undefined ? systemClock : clockStartingAt(clockStart)
}

async function openAlone({ databaseUrl: url }: Env, dataDir: string): Promise<Database> {
  return url === undefined ? joinEmbeddedPostgres({ dataDir }) : { url, stop: async () => {} }
}
