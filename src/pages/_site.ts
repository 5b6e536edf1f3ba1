import { type Db, inSnapshot, openDb } from '#db/client.ts'
import { blockPictures } from '#src/contract/content-shown.ts'
import type { EventRows } from '#src/contract/event.ts'
import type { EventSummary } from '#src/contract/event-summary.ts'
import { getOpenings, nextBoundary, nextOpening, pickFeatured } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Landing, toLanding } from '#src/contract/landing.ts'
import type { PictureOf } from '#src/contract/picture.ts'
import { type ShownProduct, toShownProduct } from '#src/contract/shop-page.ts'
import { readEventDigests } from '#src/domain/site/event-digests.ts'
import { readAroundEvents, readEventRows, readMedia, type Site } from '#src/domain/site/read-site.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import type { SiteBuild } from '../layouts/build/site-build.ts'
import {
  type EventTexts,
  type KnownEvent,
  type ListedEvent,
  listEvents,
  momentOf,
  readEvents,
  toListed,
  writeTexts,
} from './_events.ts'
import { type EventCard, openEventStore, type Plan, planCards, planPages, writeCalendars } from './_page-plan.ts'
import { mediaIn, type Pictures, preparePictures, prepareProductPictures } from './_pictures.ts'

/** What every page of one build shares: one moment of the database, the images it names, and the environment. */
export type BuiltSite = Omit<Site, 'events'> & {
  env: Env
  /** Every published event, soonest date first. */
  events: ListedEvent[]
  /** Those whose pages are not in the site yet: what earlier builds made is used again. (decision 0069) */
  missing: EventRows[]
  /** True if the calendar of each event is in the site already. */
  hasCalendars: boolean
  /** The share images that are not in the site yet. */
  missingCards: EventCard[]
  /** What lists and calendars show of an event. */
  textsOf: (event: { id: string }) => EventTexts
  /** The files that were made from uploads: file name to bytes, served under `/_media/`. */
  pictureFiles: Pictures['files']
  /** Every published event as lists show it, soonest date first. */
  summaries: EventSummary[]
  /** The landing of a published event, with its pictures measured. */
  makeLanding: (rows: EventRows) => Landing
  /** Finds a picture of the content of editors. */
  findContentPicture: PictureOf
  /** Every active product in the order of the catalog, with its pictures measured. */
  products: ShownProduct[]
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
  const reading = readBuiltSite(build)
  reads.set(build, reading)
  return reading
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
  const { getNavigation, store, known, ...read } = await inSnapshot(db, async (tx) => {
    const digests = readEventDigests(tx)
    // Opened while the database works.
    const store = build && openEventStore(build, site)
    const known = store ?? new Map<string, KnownEvent>()
    return { store, known, ...(await readEvents(tx, await digests, known)), ...(await readAroundEvents(tx)) }
  })
  const { digests, rows, ...others } = read
  const events = listEvents({ digests, rows }, known)
  const featured = pickFeatured(events, now, timesOf)
  const around = { ...others, navigation: getNavigation(featured) }
  const pictures = await readPictures(db, events, around)
  const { revision, redirects, shippedWishes, shop, pages, pageRedirects, ...shell } = around
  const { findPicture, findContentPicture } = pictures
  const plan =
    build && store && (await planPages(build, store, events, { now, findPicture, findContentPicture, shell }))
  const isMissing = ({ id }: ListedEvent) => plan?.missing.has(id) ?? true
  const textsAt = (event: ListedEvent) => {
    const texts = known.get(event.digest)?.texts
    return texts?.moment === momentOf(event, now) ? texts : undefined
  }
  const asked = events.filter((event) => isMissing(event) || event === featured || !textsAt(event))
  const byId = await readRows(db, asked, rows)
  if (!byId) return undefined
  const missing = events.filter(isMissing)
  const written = events.map((listed): [ListedEvent, EventTexts] => {
    const own = byId.get(listed.id)
    return [
      listed,
      requireTexts(textsAt(listed) ?? (own && writeTexts(own, listed.summary, site, momentOf(listed, now)))),
    ]
  })
  for (const [listed, texts] of written)
    if (texts !== known.get(listed.digest)?.texts) known.set(listed.digest, { listed, texts })
  const texts = new Map(written.map(([{ id }, own]) => [id, own]))
  const textsOf = ({ id }: { id: string }) => requireTexts(texts.get(id))
  const cards = events.map(({ id, eventSlug }) => ({ id, slug: eventSlug, card: textsOf({ id }).card }))
  const inStore = plan && { plan, folder: store.folder }
  const missingCards = build && inStore ? await finishPlan(build, inStore, { missing, textsOf, cards }) : cards
  return {
    ...around,
    ...{ env, now, events, pictureFiles: pictures.files, products: pictures.products },
    featured: featured && byId.get(featured.id),
    nextBoundaryAt: nextBoundary(events, now, timesOf),
    hasCalendars: plan !== undefined,
    missing: missing.flatMap(({ id }) => byId.get(id) ?? []),
    missingCards,
    textsOf,
    summaries: events.map(({ summary }) => summary),
    makeLanding: getLandings(events, now, pictures),
    findContentPicture,
  }
}

type Written = Pick<BuiltSite, 'textsOf'> & { missing: readonly ListedEvent[]; cards: readonly EventCard[] }

/** Writes the calendars of missing events, and puts kept share images into the site. Resolves with the images to draw. */
async function finishPlan(
  build: SiteBuild,
  inStore: { plan: Plan; folder: string },
  { missing, textsOf, cards }: Written,
): Promise<EventCard[]> {
  await writeCalendars(
    build,
    missing.map((event) => ({ eventSlug: event.eventSlug, calendar: textsOf(event).calendar })),
  )
  const withCards = await planCards(build, inStore, cards)
  build.plan = withCards.plan
  return cards.filter(({ id }) => withCards.missing.has(id))
}

const timesOf = ({ times }: ListedEvent) => times

/** Measures all pictures, and makes uploads small. They are named by content, so that no snapshot is needed. */
async function readPictures(
  db: Db,
  events: readonly ListedEvent[],
  { shop, pages }: Pick<Site, 'shop' | 'pages'>,
): Promise<Finders & Pick<BuiltSite, 'products'> & { files: Pictures['files'] }> {
  const sources = new Set(events.flatMap((event) => event.sources))
  const ofEvents = await preparePictures(sources, await readMedia(db, mediaIn(sources)))
  const large = (addresses: string[]) => prepareProductPictures(new Set(addresses), (ids) => readMedia(db, ids))
  const ofProducts = await large(shop.products.flatMap((product) => product.pictures.map(({ url }) => url)))
  const onPages = blockPictures(pages.flatMap(({ blocks }) => blocks))
  const ofContent = await large([...events.flatMap((event) => event.contentSources), ...onPages])
  return {
    findPicture: ofEvents.findPicture,
    findContentPicture: ofContent.findPicture,
    products: shop.products.map((product) => toShownProduct(product, ofProducts.findPicture)),
    files: new Map([...ofEvents.files, ...ofProducts.files, ...ofContent.files]),
  }
}

type Finders = { findPicture: PictureOf; findContentPicture: PictureOf }

/** The rows of these events, of which some are read already. Undefined if one has changed since its digest was read. */
async function readRows(db: Db, asked: readonly ListedEvent[], read: readonly EventRows[]) {
  const byId = new Map(read.map((rows) => [rows.event.id, rows]))
  const rest = asked.filter(({ id }) => !byId.has(id))
  if (rest.length === 0) return byId
  const ids = rest.map(({ id }) => id)
  const [digests, more] = await inSnapshot(db, async (tx) => [
    new Map((await readEventDigests(tx, ids)).map(({ id, digest }) => [id, digest])),
    await readEventRows(tx, ids),
  ])
  if (rest.some(({ id, digest }) => digests.get(id) !== digest)) return undefined
  for (const rows of more) byId.set(rows.event.id, rows)
  return byId
}

/** Makes the landing of an event as of the last instant at which it changed, so that it stays the same until the next one. */
function getLandings(events: readonly ListedEvent[], now: Instant, { findPicture, findContentPicture }: Finders) {
  const openings = getOpenings(events, timesOf)
  const byId = new Map(events.map((event) => [event.id, event]))
  return (rows: EventRows) => {
    const next = nextOpening(rows.event, openings, now)
    const listed = byId.get(rows.event.id) ?? toListed(rows, '')
    return toLanding(rows, momentOf(listed, now), { findPicture, findContentPicture, next })
  }
}

function requireTexts(texts: EventTexts | undefined): EventTexts {
  if (!texts) throw new Error('An event is listed that was not read.')
  return texts
}
