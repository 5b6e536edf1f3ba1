import { type Db, openDb } from '#db/client.ts'
import { parseCommand } from '#netlify/local/event-command.ts'
import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { LOCAL_PACE } from '#src/domain/site/rebuild-plan.ts'
import { buildHook } from '#src/platform/rebuild.ts'
import { buildBare, openWorkshop, writeBareSite } from './build-run.ts'
import { storeEvents } from './events.ts'
import { type BenchProduct, openProduct, until } from './product.ts'
import { againstReference, median, type Row } from './table.ts'

const EVENTS = 10
const ROUNDS = 5
const MOST = 2
const PATIENCE = 300_000

/** From publishing an event to its new static page being served, beside a bare Astro build of as many pages. */
export async function benchPublish(): Promise<Row[]> {
  const product = await openProduct()
  const workshop = await openWorkshop()
  const { db, close } = openDb(product.server.databaseUrl, { max: 2 })
  try {
    const [slug = ''] = await storeEvents(db, EVENTS)
    await writeBareSite(db, workshop.folder, Date.now())
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    for (let round = 0; round <= ROUNDS; round++) {
      await change({ product, db, slug, verb: 'unpublish' })
      times.bare.push((await buildBare(workshop.folder)).took)
      times.ours.push(await change({ product, db, slug, verb: 'publish' }))
    }
    const seconds = (all: number[]) => median(all.slice(1)) / 1000 // the first round warms both up
    const what = `${EVENTS} events: from publishing one to its page being served`
    return [againstReference(what, seconds(times.ours), seconds(times.bare), 's', MOST)]
  } finally {
    await close()
    await workshop.clear()
    await product.stop()
  }
}

type Change = { product: BenchProduct; db: Db; slug: string; verb: 'publish' | 'unpublish' }

/** What `npm run event` does once it has read its words. Resolves with the milliseconds until visitors see it. */
async function change({ product, db, slug, verb }: Change): Promise<number> {
  const command = parseCommand([verb, slug])
  if (!command) throw new Error(`npm run event does not know ${verb}`)
  const started = performance.now()
  await command(db)
  const asked = await askForBuild(db, { hook: buildHook(product.server.hookUrl), debounce: LOCAL_PACE.debounce })
  if (asked.outcome !== 'asked') throw new Error(`The build was not asked for: ${JSON.stringify(asked)}`)
  const address = `${product.url}/event/${slug}`
  await until(async () => (await statusOf(address)) === (verb === 'publish' ? 200 : 404), product, PATIENCE)
  return performance.now() - started
}

async function statusOf(address: string): Promise<number> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) })
  await response.text()
  return response.status
}
