import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { type Db, openDb } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { mailPlanMarks } from '#db/schema/workflows.ts'
import { buildBare, openWorkshop, writeBareSite } from './build-run.ts'
import { storeEvents } from './events.ts'
import { type BenchProduct, OWNER, openProduct, send, until } from './product.ts'
import { againstReference, beside, format, inWords, median, type Row } from './table.ts'

/** Few events, as there are today, and many; and how often each is published. */
const SIZES = [
  { events: 10, rounds: 5, most: 2 },
  { events: 1000, rounds: 3 },
]
const LARGE = { events: 5000, rounds: 3 }
/** Publishing one change costs what changed, not what exists. (decision 0069) */
const MOST_OF_TEN = 1.2
const PATIENCE = 300_000
/** Between two presses, in milliseconds: meanwhile the program that links for the next build does its work. */
const PAUSE = 6_000

/** From an owner's press on Publish to the new static page being served, beside a bare Astro build of as many pages. */
export async function benchPublish({ isLarge }: { isLarge: boolean }): Promise<Row[]> {
  const product = await openProduct()
  const workshop = await openWorkshop()
  const { db, close } = openDb(product.server.databaseUrl, { max: 2 })
  try {
    const cookie = await signIn(product)
    const measured: Measured[] = []
    for (const size of isLarge ? [...SIZES, LARGE] : SIZES)
      measured.push(await measure({ product, db, cookie, folder: workshop.folder, ...size }))
    return [...measured.flatMap(({ rows }) => rows), ...compare(measured)]
  } finally {
    await close()
    await workshop.clear()
    await product.stop()
  }
}

type Editor = { product: BenchProduct; db: Db; cookie: string }
type Size = { events: number; rounds: number; most?: number; folder: string }

type Measured = { events: number; served: number; rows: Row[] }

/** One change among many events beside one among the fewest. */
function compare([fewest, ...others]: readonly Measured[]): Row[] {
  if (!fewest) return []
  return others.map(({ events, served }) => {
    const what = `publishing one of ${events.toLocaleString('en-US')} events, beside one of ${fewest.events}`
    return againstReference(what, served, fewest.served, 's', MOST_OF_TEN)
  })
}

async function measure({ events, rounds, most, folder, ...editor }: Editor & Size): Promise<Measured> {
  const { db } = editor
  const [slug = ''] = await storeEvents(db, events)
  const event = await getId(db, slug)
  // The mails of thousands of new events would be planned for minutes, beside what is timed.
  await db.delete(mailPlanMarks)
  await writeBareSite(db, folder, Date.now())
  const ours: Press[] = []
  const bare: number[] = []
  const eventsAlone: number[] = []
  for (let round = 0; round <= rounds; round++) {
    bare.push((await buildBare(folder)).took)
    eventsAlone.push((await buildBare(folder, { shells: 'none' })).took)
    // What the reference has written goes to the disk before ours is timed.
    await promisify(execFile)('sync')
    // The reference takes ten times as long with many events, and a machine may take memory back from what is idle for so long.
    await press(editor, event, 'unpublish')
    await setTimeout(PAUSE)
    const pressed = await press(editor, event, 'publish')
    ours.push(pressed)
    console.error(
      `${events} events, round ${round}: ${[pressed.served, bare.at(-1), eventsAlone.at(-1)].map((took = 0) => `${format(took / 1000)} s`).join(', ')}`,
    )
  }
  const seconds = (all: number[]) => median(all.slice(1)) / 1000 // the first round warms both up
  const what = `${events.toLocaleString('en-US')} events: from pressing Publish to the page being served`
  const served = seconds(ours.map((one) => one.served))
  const answered = seconds(ours.map((one) => one.answered))
  const figures = [served, seconds(bare), 's'] as const
  const rows = [
    most === undefined ? beside(what, ...figures) : againstReference(what, ...figures, most),
    beside('the same beside a build without the account and admin pages', served, seconds(eventsAlone), 's'),
    inWords('of it the answer to the press', `${format(answered * 1000)} ms`),
  ]
  return { events, served, rows }
}

async function getId(db: Db, slug: string): Promise<{ id: string; slug: string }> {
  const [row] = await db.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.eventSlug, slug))
  if (!row) throw new Error(`There is no event ${slug}`)
  return { id: row.id, slug }
}

/** The cookie of the owner, who signs in as everybody does. */
async function signIn({ url }: BenchProduct): Promise<string> {
  const answer = await send(`${url}/api/auth/sign-in`, { Origin: url }, OWNER)
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return pairs.join('; ')
}

/** Milliseconds from the press: until the API has answered, and until visitors see it. */
type Press = { answered: number; served: number }

async function press(
  { product, cookie }: Editor,
  { id, slug }: { id: string; slug: string },
  verb: 'publish' | 'unpublish',
): Promise<Press> {
  const started = performance.now()
  await send(`${product.url}/api/admin/events/${id}/${verb}`, { Origin: product.url, Cookie: cookie }, {})
  const answered = performance.now() - started
  const address = `${product.url}/event/${slug}`
  await until(async () => (await statusOf(address)) === (verb === 'publish' ? 200 : 404), product, PATIENCE)
  return { answered, served: performance.now() - started }
}

async function statusOf(address: string): Promise<number> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) })
  await response.text()
  return response.status
}
