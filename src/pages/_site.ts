import { type Db, inSnapshot, openDb } from '#db/client.ts'
import type { EventRows } from '#src/contract/event.ts'
import { arrangeEvents, type EventLists, type PlacedEvent } from '#src/contract/event-summary.ts'
import { getOpenings, nextBoundary, nextOpening, pickFeatured } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Landing, toLanding } from '#src/contract/landing.ts'
import type { PictureOf } from '#src/contract/picture.ts'
import type { ShownProduct } from '#src/contract/shop-page.ts'
import type { CalendarPart } from '#src/domain/events/event-calendar.ts'
import { readEventDigests } from '#src/domain/site/event-digests.ts'
import { readAroundEvents, type Site, uploadsIn } from '#src/domain/site/read-site.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import type { SiteBuild } from '../layouts/build/site-build.ts'
import { type EventLines, linesOn } from './_event-lines.ts'
import { type EventTexts, textsIn } from './_event-texts.ts'
import {
  type KeptValue,
  type ListedEvent,
  listEvents,
  momentsFor,
  readEvents,
  readRows,
  toListed,
  toPlaced,
} from './_events.ts'
import { type EventCard, finishPlan, openEventStore, openMonthStores, planPages } from './_page-plan.ts'
import { type Finders, findersIn, type MeasuredPictures, type Pictures, readPictures } from './_pictures.ts'

/** What every page of one build shares: one moment of the database, the images it names, and the environment. */
export type BuiltSite = Omit<Site, 'events'> & {
  env: Env
  /** Every published event, soonest date first. */
  events: ListedEvent[]
  /** The slugs of those whose pages are not in the site yet: what earlier builds made is used again. (decision 0069) */
  missing: string[]
  /** The rows of one of these, by its slug. */
  rowsOf: (slug: string) => EventRows
  /** True if the calendar of each event is in the site already. */
  hasCalendars: boolean
  /** The share images that are not in the site yet. */
  missingCards: EventCard[]
  /** What its own calendar and share image show of an event of which they are missing. */
  textsOf: (event: { id: string }) => EventTexts
  /** The calendar of all events for subscribers, in parts. */
  calendars: () => CalendarPart[]
  /** What the list of events, and other lists that are missing, show of an event. */
  linesOf: (event: { id: string }) => EventLines
  /** The lists of the same events. */
  lists: EventLists<PlacedEvent>
  /** The paths of lists that are not in the site yet. */
  missingLists: string[]
  /** The files that were made from uploads: file name to bytes, served under `/_media/`. */
  pictureFiles: Pictures['files']
  /** The landing of a published event, with its pictures measured. */
  makeLanding: (rows: EventRows) => Landing
  /** Finds a picture of the content of editors. */
  findContentPicture: PictureOf
  /** Every active product in the order of the catalog, with its pictures measured. */
  products: ShownProduct[]
}

/** What can be sent to a thread that renders pages of events. */
export type SentSite = Omit<
  BuiltSite,
  | 'rowsOf'
  | 'textsOf'
  | 'calendars'
  | 'linesOf'
  | 'makeLanding'
  | 'findContentPicture'
  | 'pictureFiles'
  | 'missingCards'
> &
  MeasuredPictures

declare global {
  /** What a thread that renders pages of events is sent; undefined until the first page asks for the site. */
  var sendableSite: { site: SentSite; rowsOf: BuiltSite['rowsOf'] } | undefined
  /** Reads the site, once the code of a page that needs it is loaded. */
  var readSite: (() => Promise<unknown>) | undefined
  /** In such a thread: the site, and the rows of the events that it was sent last, by slug. */
  var sentSite: { site: SentSite; rows: Map<string, EventRows> } | undefined
}

const reads = new WeakMap<SiteBuild, Promise<BuiltSite>>()

/**
 * The site this build shows. Read once, so that no page contradicts another; while developing, at every request.
 * Throws when the database cannot be read: the build then fails and the site that is live stays. (security BR2, BR6)
 */
export function theSite(): Promise<BuiltSite> {
  const build = globalThis.siteBuild
  if (import.meta.env.DEV || !build) return readBuiltSite()
  const known = reads.get(build)
  if (known) return known
  const reading = globalThis.sentSite ? receiveSite(globalThis.sentSite) : readBuiltSite(build)
  reads.set(build, reading)
  return reading
}

globalThis.readSite = theSite

/** The site in a thread that renders pages of events, to which their rows are sent as it goes. */
async function receiveSite({ site, rows }: NonNullable<typeof globalThis.sentSite>): Promise<BuiltSite> {
  const notSent = () => {
    throw new Error('Pages of events alone are rendered here.')
  }
  const shown = showSite(site, (slug) => requireRead(rows.get(slug)))
  return { ...shown, textsOf: notSent, calendars: notSent, linesOf: notSent, pictureFiles: new Map(), missingCards: [] }
}

/** How many times the site is read if someone changes it during the reading. Rows are read right after their digests. */
const ATTEMPTS = 10

async function readBuiltSite(build?: SiteBuild): Promise<BuiltSite> {
  const env = parseEnv(process.env)
  if (env.databaseUrl === undefined)
    throw new Error('DATABASE_URL is not set. A build reads its pages from the database.')
  const { db, close } = openDb(env.databaseUrl, { max: 1 })
  const now = env.buildNow ?? Date.now()
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const site = await readWithStore(db, env, now, build)
      if (site) return site
    }
    throw new Error('The events were changed again and again while they were read.')
  } finally {
    await close()
  }
}

/**
 * The site as one moment of the database has it. What no earlier build has written out is read once that is known; undefined if
 * it has changed by then, so that it belongs to another moment.
 */
async function readWithStore(
  db: Db,
  env: Env,
  now: Instant,
  build: SiteBuild | undefined,
): Promise<BuiltSite | undefined> {
  const site = { url: env.siteUrl, name: env.siteName }
  const { getNavigation, store, known, found, rows, ...others } = await readMoment(db, build, site)
  const events = listEvents({ found, rows }, known)
  const lists = arrangeEvents(events.map(toPlaced), now)
  const featured = pickFeatured(events, now, timesOf)
  const around = { ...others, navigation: getNavigation(featured) }
  const { pictureFiles, ...shownPictures } = await readPictures(uploadsIn(db), events, around)
  const { revision, redirects, shippedWishes, shop, pages, pageRedirects, ...shell } = around
  const momentOf = momentsFor(now)
  const surroundings = { now, momentOf, ...findersIn(shownPictures), shell, lists: lists.further }
  const plan = build && store && (await planPages(build, store, events, surroundings))
  const isMissing = ({ id }: ListedEvent) => plan?.missing.has(id) ?? true
  const missing = events.filter(isMissing)
  build?.expect?.(missing.length)
  const months = store ?? openMonthStores()
  const changed = plan ? plan.changed.flatMap((month) => month.events.map(({ event }) => event)) : events
  const texts = textsIn({ events, now, momentOf, changed }, { known, store: months.texts })
  const further = lists.further.filter(({ path }) => plan?.missingLists.has(path) ?? true)
  const lines = linesOn({ events, momentOf, lists: { ...lists, further } }, months.lines)
  const isUnknown = (event: ListedEvent) => event === featured || texts.isMissing(event) || lines.isMissing(event)
  const asked = events.filter((event) => isMissing(event) || isUnknown(event))
  const byId = await readRows(db, asked, rows)
  if (!byId) return undefined
  const shown: SentSite = {
    ...around,
    ...{ env, now, events },
    featured: featured && byId.get(featured.id),
    nextBoundaryAt: nextBoundary(events, now, timesOf),
    hasCalendars: plan !== undefined,
    missing: missing.map(({ eventSlug }) => eventSlug),
    lists,
    missingLists: further.map(({ path }) => path),
    ...shownPictures,
  }
  const bySlug = new Map(missing.map(({ id, eventSlug }) => [eventSlug, byId.get(id)]))
  const rowsOf = (slug: string) => requireRead(bySlug.get(slug))
  globalThis.sendableSite = { site: shown, rowsOf }
  build?.begin?.(shown.missing)
  for (const event of asked) {
    const rows = byId.get(event.id)
    texts.write(event, rows, site)
    lines.write(event, rows)
  }
  const { of: textsOf, calendars } = texts
  const cardOf = (event: ListedEvent) => ({ id: event.id, slug: event.eventSlug, ...textsOf(event) })
  const planned = plan && { plan, store }
  const missingCards =
    build && planned ? await finishPlan(build, planned, { site, missing, textsOf, cardOf }) : events.map(cardOf)
  const linesOf = (event: { id: string }) => requireRead(lines.of(event))
  return { ...showSite(shown, rowsOf), textsOf, calendars, linesOf, pictureFiles, missingCards }
}

/** What the database has at one moment. The store is opened while the database works. */
function readMoment(db: Db, build: SiteBuild | undefined, site: { url: string; name: string }) {
  return inSnapshot(db, async (tx) => {
    const [digests, store] = await Promise.all([readEventDigests(tx), build && openEventStore(build, site)])
    const known = store ?? new Map<string, KeptValue>()
    return { store, known, ...(await readEvents(tx, digests, known)), ...(await readAroundEvents(tx)) }
  })
}

function showSite(site: SentSite, rowsOf: BuiltSite['rowsOf']) {
  const finders = findersIn(site)
  const makeLanding = getLandings(site.events, site.now, finders)
  return { ...site, rowsOf, makeLanding, findContentPicture: finders.findContentPicture }
}

const timesOf = ({ times }: ListedEvent) => times

/** Makes the landing of an event as of the last instant at which it changed, so that it stays the same until the next one. */
function getLandings(events: readonly ListedEvent[], now: Instant, { findPicture, findContentPicture }: Finders) {
  const openings = getOpenings(events, timesOf)
  const byId = new Map(events.map((event) => [event.id, event]))
  const momentOf = momentsFor(now)
  return (rows: EventRows) => {
    const next = nextOpening(rows.event, openings, now)
    const listed = byId.get(rows.event.id) ?? toListed(rows, '')
    return toLanding(rows, momentOf(listed), { findPicture, findContentPicture, next })
  }
}

function requireRead<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('An event is listed that was not read.')
  return found
}
