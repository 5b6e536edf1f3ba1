import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, type OpenDb, openDb } from '#db/client.ts'
import { parseBuildInfo } from '#src/contract/build.ts'
import { readProgress } from '#src/domain/site/builds.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { provideTestKey } from './secret-key.ts'

const LIVE_WITHIN = 120_000
const MOST_CONNECTIONS = 4

/** What a running product keeps, reached past its API. */
export type ProductDatabase = {
  /** Works on the database; nothing is built. */
  query: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Changes what static pages show, as an editor's save does, and waits until the site shows it. */
  edit: (change: (tx: Db) => Promise<unknown>) => Promise<void>
  /** The two secrets of this run: the database's address and the build hook's. */
  secrets: () => Promise<{ databaseUrl: string; hookUrl: string }>
  /** Closes the connections of `query`, which are kept between calls. */
  leave: () => Promise<void>
}

type Pool = OpenDb & { to: string }

/** The database of the product at `url` that runs on `dataDir`. */
export function productDatabase(url: string, dataDir: string): ProductDatabase {
  provideTestKey()
  const secrets: ProductDatabase['secrets'] = async () =>
    JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'))
  let pool: Pool | undefined
  const query: ProductDatabase['query'] = async (work) => {
    const { databaseUrl: to } = await secrets()
    if (pool && pool.to !== to) void pool.close()
    if (pool?.to !== to) pool = { to, ...openDb(to, { max: MOST_CONNECTIONS }) }
    return work(pool.db)
  }
  return {
    secrets,
    query,
    leave: async () => {
      const left = pool
      pool = undefined
      await left?.close()
    },
    edit: (change) =>
      query(async (db) => {
        const revision = await db.transaction(async (tx) => {
          await change(tx)
          return touchContent(tx, 'a test changed the site', { id: 'test' })
        })
        await fetch((await secrets()).hookUrl, { method: 'POST' })
        await untilLive(url, db, revision)
      }),
  }
}

async function untilLive(url: string, db: Db, revision: number): Promise<void> {
  const giveUp = Date.now() + LIVE_WITHIN
  while (Date.now() < giveUp) {
    const live = parseBuildInfo(await (await fetch(`${url}/build.json`)).json())
    if (live && live.revision >= revision) return
    const { state, error } = await readProgress(db, revision)
    if (state === 'failed') throw new Error(`The build failed: ${error}`)
    await sleep(200)
  }
  throw new Error(`Revision ${revision} did not go live.`)
}
