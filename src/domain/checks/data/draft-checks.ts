import { desc, eq, not } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { parseBuildInfo } from '#src/contract/build.ts'
import { CouldNotRun } from '#src/contract/checks.ts'
import { FORUM_FEED, FORUM_SITEMAP } from '#src/contract/forum-paths.ts'
import { escapeMarkup } from '#src/contract/markup.ts'
import { readHealth } from '../../health/read-health.ts'
import { askEach, requireSite } from '../ask-each.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

const MOST_DRAFTS = 50
const MOST_PAGES = 20
/** A shorter title may be a word of any page. */
const SHORTEST_TITLE = 12
/** Drafts of which every address is asked for. */
const ASKED_FOR = 3

/** Whatever lists or contains events, beside the pages of the sitemap. */
const FILES = [
  '/sitemap.xml',
  '/events.ics',
  '/build.json',
  '/robots.txt',
  '/api/events?limit=100',
  '/api/events/featured',
  '/api/navigation',
  FORUM_FEED,
  FORUM_SITEMAP,
]

/** Drafts in what everybody can read. */
export const DRAFT_CHECKS: readonly Check[] = [
  {
    key: 'data.drafts',
    group: 'data',
    title: 'Unpublished events',
    mend: '/admin/event/manage',
    every: 'round',
    retries: 1,
    blips: 0,
    run: lookForDrafts,
  },
]

/** Looks for slugs and titles of the newest drafts. A build that has not caught up with an edit is a warning. */
async function lookForDrafts(context: CheckContext): Promise<Finding> {
  const { db, probe } = context
  const drafts = await readDrafts(db)
  if (drafts.length === 0) return { state: 'pass', said: 'There are no drafts that could be seen.' }
  await requireSite(context)
  const lists = await askEach(FILES, (path) => probe.ask(path))
  const sitemap = lists[0]?.answer
  if (sitemap?.status !== 200) throw new CouldNotRun(`The sitemap was answered with ${sitemap?.status}.`)
  const pages = await askEach(pagesOf(sitemap.body), (path) => probe.ask(path))
  const addresses = drafts.slice(0, ASKED_FOR).flatMap(({ slug }) => addressesOf(slug))
  const open = (await askEach(addresses, (path) => probe.ask(path))).filter(({ answer }) => answer.status !== 404)
  const seen = [
    ...open.map(({ item, answer }) => `${item} is answered with ${answer.status}`),
    ...[...lists, ...pages].flatMap(({ item, answer }) =>
      drafts.some((draft) => contains(answer.body, draft)) ? [`${item} contains a draft`] : [],
    ),
  ]
  const evidence = { drafts: drafts.length, files: lists.length + pages.length, addresses: addresses.length, seen }
  const [first] = seen
  if (first === undefined) {
    const said = `None of ${drafts.length} drafts was found in ${evidence.files} public files, or at its own addresses.`
    return { state: 'pass', said, evidence }
  }
  const isBehind = await isLiveBehind(db, lists.find(({ item }) => item === '/build.json')?.answer.body)
  const why = isBehind ? ' The live site is older than the last edit: this may end with the next build.' : ''
  return { state: isBehind ? 'warn' : 'fail', said: `${first}.${why}`, evidence }
}

type Draft = { slug: string; titles: string[] }

/** The newest drafts. What a published event says too is left out. */
async function readDrafts(db: Db): Promise<Draft[]> {
  const { eventSlug, eventName, heroTitle, isPublished, updatedAt } = eventConfig
  const columns = { slug: eventSlug, name: eventName, title: heroTitle }
  const drafts = await db
    .select(columns)
    .from(eventConfig)
    .where(not(isPublished))
    .orderBy(desc(updatedAt))
    .limit(MOST_DRAFTS)
  const published = await db.select(columns).from(eventConfig).where(eq(isPublished, true)).limit(1_000)
  const known = published.flatMap(({ name, title }) => [name, title ?? '']).join('\n')
  return drafts.map(({ slug, name, title }) => ({
    slug,
    titles: [name, title ?? ''].filter((text) => text.length >= SHORTEST_TITLE && !known.includes(text)),
  }))
}

/** The slug as an address or a value, so that `tulsa` is not found in `tulsa-2027`. */
function contains(text: string, { slug, titles }: Draft): boolean {
  const places = [`/event/${slug}`, `"${slug}"`]
  return (
    places.some((place) => new RegExp(`${place}(?![\\w-])`).test(text)) ||
    titles.some((title) => text.includes(title) || text.includes(escapeMarkup(title)))
  )
}

function addressesOf(slug: string): string[] {
  return [`/event/${slug}`, `/event/${slug}.ics`, `/og/${slug}.png`, `/api/events/${slug}`]
}

/** Paths of the first pages that a sitemap lists. */
function pagesOf(sitemap: string): string[] {
  const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  return found
    .filter((address) => URL.canParse(address))
    .slice(0, MOST_PAGES)
    .map((address) => new URL(address).pathname)
}

async function isLiveBehind(db: Db, buildJson = ''): Promise<boolean> {
  const live = parseBuildInfo(parseJson(buildJson))
  return live === null || live.revision < (await readHealth(db)).revision
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
