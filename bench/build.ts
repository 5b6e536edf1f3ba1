import { rm } from 'node:fs/promises'
import { buildBare, buildOurs, countPages, openWorkshop, writeBareSite } from './build-run.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { storeEvents } from './events.ts'
import { againstReference, beside, median, type Row } from './table.ts'

const MOST = 1.5

/** Seconds of a full build on both sides, and of the first one, which draws the share images. */
type Builds = { events: number; ours: number; bare: number; first: { ours: number; bare: number } }

/** Full builds from a real database beside bare Astro with the same pages, for each number of events in ascending order. */
export async function benchBuild(sizes: readonly number[]): Promise<Row[]> {
  const workshop = await openWorkshop()
  const database = await openBenchDatabase()
  try {
    const builds: Builds[] = []
    for (const events of sizes) builds.push(await buildsOf(events, database, workshop.folder))
    return [...builds.flatMap((one) => rowsOf(one, database.name)), ...marginalRow(builds)]
  } finally {
    await database.close()
    await workshop.clear()
  }
}

async function buildsOf(events: number, { db, url }: BenchDatabase, folder: string): Promise<Builds> {
  const now = Date.now()
  await storeEvents(db, events, `run ${now}`)
  const { pictures } = await writeBareSite(db, folder, now)
  try {
    await forget(pictures)
    const first = { bare: await buildBare(folder), ours: await buildOurs(folder, url, now) }
    await requirePages(folder, events)
    const took = { bare: [first.bare], ours: [] as number[] }
    for (let round = 0; round < roundsFor(events); round++) {
      took.ours.push(await buildOurs(folder, url, now))
      took.bare.push(await buildBare(folder))
    }
    const seconds = (times: number[]) => median(times) / 1000
    return {
      events,
      ours: seconds(took.ours),
      bare: seconds(took.bare.slice(1)),
      first: { ours: first.ours / 1000, bare: first.bare / 1000 },
    }
  } finally {
    await forget(pictures)
  }
}

function roundsFor(events: number): number {
  return events > 1000 ? 1 : events > 100 ? 3 : 5
}

/** The comparison holds only while both sides make every page. */
async function requirePages(folder: string, events: number): Promise<void> {
  for (const side of ['ours', 'bare'] as const) {
    const pages = await countPages(folder, side)
    if (pages !== events) throw new Error(`The build of ${events} events (${side}) wrote ${pages} event pages.`)
  }
}

async function forget(pictures: readonly string[]): Promise<void> {
  for (const picture of pictures) await rm(picture, { force: true })
}

function rowsOf({ events, ours, bare, first }: Builds, database: string): Row[] {
  const what = `${events.toLocaleString('en-US')} events from ${database}`
  return [
    againstReference(`${what}: full build`, ours, bare, 's', MOST),
    beside(`${what}: first build, every share image drawn`, first.ours, first.bare, 's'),
  ]
}

/** What each further event adds, from the smallest and the largest build. */
function marginalRow(builds: readonly Builds[]): Row[] {
  const [small, large] = [builds[0], builds.at(-1)]
  if (!small || !large || small === large) return []
  const each = (side: 'ours' | 'bare') => ((large[side] - small[side]) * 1000) / (large.events - small.events)
  return [beside('each further event', each('ours'), each('bare'), 'ms')]
}
