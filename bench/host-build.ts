import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import { PROJECT } from './build-run.ts'
import { runNode } from './child.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { storeEvents } from './events.ts'
import { againstReference, format, inWords, median, type Row } from './table.ts'

const FEW = 10
const ROUNDS = 3
const MOST = 1.2

/** The host's build command (`npm run build`) after one change among many events, beside the same after one among ten. */
export async function benchHostBuild(many: number): Promise<Row[]> {
  const database = await openBenchDatabase()
  try {
    const few = await measure(database, FEW)
    const all = await measure(database, many)
    const what = `\`npm run build\` after one change among ${many.toLocaleString('en-US')} events, beside one among ten`
    return [
      againstReference(what, all.changed / 1000, few.changed / 1000, 's', MOST),
      inWords('the first build of these events', `${format(all.first / 1000)} s`),
    ]
  } finally {
    await database.close()
  }
}

async function measure({ db, url }: BenchDatabase, events: number): Promise<{ first: number; changed: number }> {
  const slugs = await storeEvents(db, events, `host ${Date.now()}`)
  const slug = slugs[0] ?? ''
  const first = await build(url)
  const changed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await db
      .update(eventConfig)
      .set({ standardPrice: 500 + round })
      .where(eq(eventConfig.eventSlug, slug))
    changed.push(await build(url))
  }
  return { first, changed: median(changed) }
}

/** Writes `dist` and `.netlify/bundled` of this checkout, as on the host, where `dist` is new; the live site cannot be read. */
async function build(databaseUrl: string): Promise<number> {
  await rm(join(PROJECT, 'dist'), { recursive: true, force: true, maxRetries: 5 })
  const env = {
    ...process.env,
    PATH: `${PROJECT}/node_modules/.bin:${process.env.PATH}`,
    DATABASE_URL: databaseUrl,
    SITE_URL: 'http://127.0.0.1:9',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    CONTEXT: 'production',
  }
  return (await runNode(['netlify/build.ts'], { cwd: PROJECT, env, within: 1_800_000 })).took
}
