import { resolve } from 'node:path'
import { openDb } from '#db/client.ts'
import { joinEmbeddedPostgres } from '#db/embedded.ts'
import { clockStartingAt, systemClock } from '#src/platform/clock.ts'
import { parseEnv } from '#src/platform/env.ts'
import { prepareDatabase } from './database.ts'
import type { DemoOwner } from './demo-people.ts'

/** What to develop on. `owner` is there when the demo was made just now. */
type ReadyDatabase = { url: string; port: number; owner: DemoOwner | undefined }

/** The address of a migrated database, seeded if wanted, and the port to develop on. An embedded one ends with this process. */
export async function readyDatabase(variables: NodeJS.ProcessEnv): Promise<ReadyDatabase> {
  const env = parseEnv(variables)
  const url = env.databaseUrl ?? (await joinEmbeddedPostgres({ dataDir: resolve(env.dataDir) })).url
  const { db, close } = openDb(url, { max: 1 })
  const clock = env.clockStart === undefined ? systemClock : clockStartingAt(env.clockStart)
  try {
    const owner = await prepareDatabase({ url, db }, { env, now: clock() })
    return { url, port: env.port, owner }
  } finally {
    await close()
  }
}
