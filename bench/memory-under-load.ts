import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { eq } from 'drizzle-orm'
import { openDb } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { storeManyForum } from '#tests/support/many-forum.ts'
import { storeEvents } from './events.ts'
import { getFamily, readProcesses } from './memory.ts'
import { type BenchProduct, OWNER, openProduct, send } from './product.ts'
import { againstReference, beside, median, print, type Row } from './table.ts'

/**
 * Whether the memory of `npm start` stays where it is under a mixed load: pages, reads of the API, the forum, page views, sign-ins,
 * and a publication every four minutes. The end is compared with the fifth minute, in bytes, so a busy machine changes little.
 * `node bench/memory-under-load.ts [MINUTES]`
 */
const MINUTES = Number(process.argv[2] ?? 30)
/** The minute that the end is compared with. */
const WARM = Math.min(5, Math.floor(MINUTES / 2))
const MOST_GROWTH = 1.05
const MINUTE = 60_000
const FORUM = { topics: 3_000, replies: 15_000, members: 2_000 }
const MEGABYTE = 1e6
const EDITED_EVERY = 4

type Sample = { pid: number; isCollected: boolean; rss: number; heapUsed: number; external: number }
type Reading = { rss: number; collected: number; database: number }
type Request = autocannon.Request

const log = join(process.env.TMPDIR ?? '/tmp', `memory-${process.pid}.jsonl`)
const product = await openProduct(
  { MEMORY_LOG: log },
  { areCallersApart: true, preloaded: [join(import.meta.dirname, 'memory-probe.ts')] },
)
try {
  const { paths, event } = await fill(product)
  const loads = startLoads(product.url, paths)
  const signingIn = startSignIns(product)
  const readings: Reading[] = []
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    if (minute % EDITED_EVERY === 0)
      await press(product, event, minute % (2 * EDITED_EVERY) === 0 ? 'publish' : 'unpublish')
    await sleep(MINUTE)
    const reading = await readMinute(product, minute % WARM === 0)
    readings.push(reading)
    const { rss, collected, database } = reading
    console.error(
      `minute ${minute}: ${[rss, collected, database].map((bytes) => (bytes / MEGABYTE).toFixed(1)).join(' ')} MB`,
    )
  }
  print(`Memory under ${MINUTES} minutes of load`, getRows(readings))
  for (const { instance } of loads) instance.stop()
  for (const { counted } of [...loads, signingIn.stop()]) console.error(JSON.stringify(counted))
} finally {
  await product.stop()
}

type Paths = { pages: string[]; api: string[]; forum: string[] }

/** Adds events and a forum to the demo. Resolves with what the load asks for, and the event that is published and taken back in turns. */
async function fill({ server }: BenchProduct): Promise<{ paths: Paths; event: string }> {
  await storeManyForum(server.databaseUrl, Date.now(), FORUM)
  const { db, close } = openDb(server.databaseUrl, { max: 1 })
  try {
    const slugs = await storeEvents(db, 40)
    const [event] = await db
      .select({ id: eventConfig.id })
      .from(eventConfig)
      .where(eq(eventConfig.eventSlug, slugs[0] ?? ''))
    const topics = await db.select({ id: forumTopics.id }).from(forumTopics).where(eq(forumTopics.state, 'shown'))
    const forum = ['/forum', '/forum?sort=top', '/forum/feed.atom', ...topics.map(({ id }) => `/forum/post/${id}`)]
    const pages = [
      '/',
      '/events',
      '/feedback',
      '/auth',
      '/admin',
      '/event/kansas-city-2026',
      '/event/denver-front-range',
    ]
    const api = [
      '/api/events',
      '/api/navigation',
      '/api/health',
      ...slugs.slice(1).map((slug) => `/api/events/${slug}`),
    ]
    return { paths: { pages, api, forum }, event: event?.id ?? '' }
  } finally {
    await close()
  }
}

/** Each kind of request at a rate of its own. Connections are made again and again, as those of visitors are. */
function startLoads(url: string, { pages, api, forum }: Paths) {
  const json = { 'content-type': 'application/json', origin: url }
  const post = (path: string, body: object): Request => ({
    method: 'POST',
    path,
    headers: json,
    body: JSON.stringify(body),
  })
  const get = (path: string): Request => ({ path, headers: { 'accept-encoding': 'br' } })
  return [
    start('pages', 15, pages.map(get)),
    start('API', 15, api.map(get)),
    start('forum', 15, forum.map(get)),
    start('views', 5, [post('/api/page-views', { pagePath: '/' })]),
  ]
  function start(name: string, rate: number, requests: Request[]) {
    const counted: Record<string, number | string> = { name }
    const load = {
      url,
      requests,
      connections: 4,
      overallRate: rate,
      duration: MINUTES * 60 + 600,
      ...{ reconnectRate: 50 },
    }
    const instance = autocannon(load, () => {})
    instance.on('response', (_client, status) => {
      counted[status] = Number(counted[status] ?? 0) + 1
    })
    return { instance, counted }
  }
}

/** What the last minute was like: the median of what the server held, and what it held after a collection if `isCollected`. */
async function readMinute({ server }: BenchProduct, isCollected: boolean): Promise<Reading> {
  const { pid } = server
  const read = async () => {
    const lines = (await readFile(log, 'utf8')).trim().split('\n')
    return lines.map((line): Sample => JSON.parse(line)).filter((sample) => sample.pid === pid)
  }
  const rss = median((await read()).slice(-12).map((sample) => sample.rss))
  const database = getFamily(pid, await readProcesses()).filter((one) => one.name === 'postgres')
  if (isCollected) {
    process.kill(pid, 'SIGUSR2')
    await sleep(10_000)
  }
  const last = (await read()).findLast((sample) => sample.isCollected)
  return {
    rss,
    collected: last ? last.heapUsed + last.external : 0,
    database: MEGABYTE * database.reduce((sum, { megabytes }) => sum + megabytes, 0),
  }
}

function getRows(readings: readonly Reading[]): Row[] {
  const [warm, end] = [readings[WARM - 1], readings.at(-1)]
  if (!warm || !end) throw new Error('The load was too short.')
  const row = (what: string, kind: keyof Reading) =>
    [`${what}, minute ${MINUTES} beside minute ${WARM}`, end[kind] / MEGABYTE, warm[kind] / MEGABYTE, 'MB'] as const
  return [
    againstReference(...row('resident memory of the server', 'rss'), MOST_GROWTH),
    againstReference(...row('of it in use after a collection, with buffers', 'collected'), MOST_GROWTH),
    beside(...row('resident memory of PostgreSQL', 'database')),
  ]
}

/** An owner and somebody unknown sign in in turns, each from an address of its own: so does whoever comes by a new connection. */
function startSignIns(product: BenchProduct) {
  const counted: Record<string, number | string> = { name: 'sign-ins' }
  let turn = 0
  const timer = setInterval(async () => {
    turn += 1
    const person = turn % 2 === 0 ? OWNER : { ...OWNER, email: `nobody${turn}@bench.example` }
    const status = await signIn(product, person).then(
      () => 'let in',
      () => 'refused',
    )
    counted[status] = Number(counted[status] ?? 0) + 1
  }, 2_000)
  return {
    stop: () => {
      clearInterval(timer)
      return { counted }
    },
  }
}

function signIn({ url }: BenchProduct, person: typeof OWNER): Promise<Response> {
  return send(`${url}/api/auth/sign-in`, { origin: url, connection: 'close' }, person)
}

/** As an editor does, whose session is a new one each time. */
async function press(product: BenchProduct, event: string, verb: 'publish' | 'unpublish'): Promise<void> {
  const { url } = product
  try {
    const cookies = (await signIn(product, OWNER)).headers.getSetCookie()
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    await send(`${url}/api/admin/events/${event}/${verb}`, { origin: url, cookie }, {})
  } catch (cause) {
    console.error(`The event could not be changed: ${cause}`)
  }
}
