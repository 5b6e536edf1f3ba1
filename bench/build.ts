import { rm } from 'node:fs/promises'
import {
  type BuildTime,
  buildBare,
  buildOurs,
  countPages,
  forgetCode,
  forgetPages,
  openWorkshop,
  writeBareSite,
} from './build-run.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { storeEvents } from './events.ts'
import { againstReference, beside, median, type Row } from './table.ts'

const MOST = 1.5

type Sides<T> = { ours: T; bare: T }

/**
 * Builds of so many events on both sides, medians in milliseconds: those that render every page, ours also bundling the code first, the first ones, and one
 * of which every page was kept.
 */
type Builds = { events: number; full: Sides<BuildTime>; bundled: BuildTime; first: Sides<BuildTime>; kept: BuildTime }

/** Full builds from a real database beside bare Astro with the same pages, for each number of events in ascending order. */
export async function benchBuild(sizes: readonly number[]): Promise<Row[]> {
  const workshop = await openWorkshop()
  const database = await openBenchDatabase()
  try {
    const builds: Builds[] = []
    for (const events of sizes) builds.push(await getBuilds(events, database, workshop.folder))
    return [...builds.flatMap(getRows), ...marginalRow(builds)]
  } finally {
    await database.close()
    await workshop.clear()
  }
}

async function getBuilds(events: number, { db, url }: BenchDatabase, folder: string): Promise<Builds> {
  const now = Date.now()
  await storeEvents(db, events, `run ${now}`)
  const { pictures } = await writeBareSite(db, folder, now)
  try {
    await forget(pictures)
    await forgetCode()
    const first = { bare: await buildBare(folder), ours: await buildOurs(folder, url, now) }
    await requirePages(folder, events)
    const rounds: Sides<BuildTime[]> & { bundled: BuildTime[] } = { ours: [], bare: [], bundled: [] }
    for (let round = 0; round < roundsFor(events); round++) {
      await forgetPages(folder)
      rounds.ours.push(await buildOurs(folder, url, now))
      await forgetPages(folder)
      await forgetCode()
      rounds.bundled.push(await buildOurs(folder, url, now))
      rounds.bare.push(await buildBare(folder))
    }
    const kept = await buildOurs(folder, url, now)
    const full = { ours: middle(rounds.ours), bare: middle(rounds.bare) }
    return { events, full, bundled: middle(rounds.bundled), first, kept }
  } finally {
    await forget(pictures)
  }
}

function middle(times: readonly BuildTime[]): BuildTime {
  return { took: median(times.map(({ took }) => took)), worked: median(times.map(({ worked }) => worked)) }
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

function getRows({ events, full, bundled, first, kept }: Builds): Row[] {
  const what = `${events.toLocaleString('en-US')} events`
  const seconds = (of: Sides<BuildTime>, key: keyof BuildTime) => [of.ours[key] / 1000, of.bare[key] / 1000] as const
  return [
    againstReference(`${what}: full build`, ...seconds(full, 'took'), 's', MOST),
    beside('the same in processor time', ...seconds(full, 'worked'), 's'),
    againstReference(
      `${what}: the same after a change of the code`,
      bundled.took / 1000,
      full.bare.took / 1000,
      's',
      MOST,
    ),
    beside('the same in processor time', bundled.worked / 1000, full.bare.worked / 1000, 's'),
    beside(`${what}: one with every page kept`, kept.took / 1000, full.bare.took / 1000, 's'),
    beside('the same in processor time', kept.worked / 1000, full.bare.worked / 1000, 's'),
    beside(`${what}: first build, every share image drawn`, ...seconds(first, 'took'), 's'),
  ]
}

/** What each further event adds, from the smallest and the largest build. */
function marginalRow(builds: readonly Builds[]): Row[] {
  const [small, large] = [builds[0], builds.at(-1)]
  if (!small || !large || small === large) return []
  const each = (side: keyof Sides<unknown>) =>
    (large.full[side].took - small.full[side].took) / (large.events - small.events)
  return [beside('each further event', each('ours'), each('bare'), 'ms')]
}
