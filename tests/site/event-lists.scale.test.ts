import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { startAstroBuild } from '#netlify/local/astro-build.ts'
import { PROJECT } from '#netlify/local/project.ts'
import { pastPagePath } from '#src/contract/event-summary.ts'
import { aFolder } from '#tests/local/a-site.ts'
import { testDb } from '#tests/support/database.ts'

/** What a public page may weigh before anything is pressed, as brotli. (architecture 9) */
const MOST_BYTES = 20_000
/** Only so many differ in name, city and day, since each such picture for sharing is drawn. */
const CITIES = ['Omaha', 'Tulsa', 'Green Bay', 'Lubbock', 'Ames', 'Moline', 'Duluth', 'Gary', 'Peoria', 'Toledo']
const DAYS = 10

/** So many events in ten days of a month. Their addresses have nothing in common that would compress. */
const eventsIn = (month: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const city = CITIES[at % CITIES.length] ?? ''
    return {
      eventSlug: createHash('sha256').update(`${month} ${at}`).digest('hex').slice(0, 24),
      eventName: `${city} Reliability Workshop`,
      eventDate: `${month}-${10 + (Math.floor(at / CITIES.length) % DAYS)}`,
      city,
      state: 'Oklahoma',
      registrationUrl: 'https://register.uptime-workshops.example/over',
      isPublished: true,
    }
  })

const past = eventsIn('2025-03', 1_000)
const ahead = [...eventsIn('2027-01', 20), ...eventsIn('2027-02', 40), ...eventsIn('2027-03', 100)]
const slugsOf = (events: typeof past) => events.map(({ eventSlug }) => eventSlug).sort()

let folder: Awaited<ReturnType<typeof aFolder>>
const linksIn = (html: string) => [...html.matchAll(/<a href="\/event\/([\w-]+)"/g)].map(([, slug]) => slug ?? '')
const readPage = (path: string) => readFile(join(folder.path, 'dist', `${path}.html`), 'utf8')

beforeAll(async () => {
  folder = await aFolder()
  const { db, url, close } = await testDb()
  try {
    await db.insert(eventConfig).values([...past, ...ahead])
    // What Vitest adds to the environment would make every page of this build read the database for itself.
    const variables = { PATH: process.env.PATH, DATABASE_URL: url, BUILD_NOW: '2026-12-01T12:00:00Z' }
    const build = startAstroBuild(join(folder.path, 'dist'), variables, () => {})
    expect(await build.result).toEqual({ ok: true })
  } finally {
    await close()
  }
})
afterAll(() => folder[Symbol.asyncDispose]())

test('a thousand past events are all linked from pages that follow each other, none of which is heavy', async () => {
  const linked: string[] = []
  let next: string | undefined = '/events'
  let pages = 0
  while (next !== undefined) {
    expect(next).toBe(pastPagePath(++pages))
    const html = await readPage(next)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(MOST_BYTES)
    // The soonest of those ahead wait there as well.
    const isPast = (slug: string) => past.some(({ eventSlug }) => eventSlug === slug)
    linked.push(...linksIn(html).filter(isPast))
    next = /<a rel="next" href="([^"]*)"/.exec(html)?.[1]
  }
  expect(pages).toBe(11)
  expect(linked.toSorted()).toEqual(slugsOf(past))
  for (const slug of linked) expect(await readPage(`/event/${slug}`)).toContain('Reliability Workshop')
})

test('events ahead are on the list or on the page of their month, none of which is heavy', async () => {
  const list = await readPage('/events')
  const [upcoming = ''] = list.split('id="past"')
  expect(new Set(linksIn(upcoming)).size).toBe(30)
  const months = [...upcoming.matchAll(/href="(\/events\/\d{4}-\d{2})"/g)].map(([, path]) => path ?? '')
  expect(months).toEqual(['/events/2027-02', '/events/2027-03'])
  const pages = await Promise.all(months.map(readPage))
  for (const html of [list, ...pages]) expect(brotliCompressSync(html).length).toBeLessThanOrEqual(MOST_BYTES)
  expect([...new Set([upcoming, ...pages].flatMap(linksIn))].sort()).toEqual(slugsOf(ahead))
})

test('the links for the next build are made once this one is over', async () => {
  const ahead = join(PROJECT, '.astro/ahead')
  const linked = async () => {
    const [name = ''] = await readdir(ahead).catch((): string[] => [])
    return readdir(join(ahead, name, 'event')).catch((): string[] => [])
  }
  await expect.poll(linked, { timeout: 30_000 }).toContain(`${past[0]?.eventSlug}.html`)
})

test('the sitemap lists them all, and every page of the list', async () => {
  const xml = await readFile(join(folder.path, 'dist/sitemap.xml'), 'utf8')
  const paths = [...xml.matchAll(/<loc>[a-z]+:\/\/[^/]+(\/event[^<]*)<\/loc>/g)].map(([, path]) => path)
  const lists = Array.from({ length: 11 }, (_, at) => pastPagePath(at + 1))
  const months = ['/events/2027-02', '/events/2027-03']
  const events = slugsOf([...past, ...ahead]).map((slug) => `/event/${slug}`)
  expect(paths.toSorted()).toEqual([...lists, ...months, ...events].sort())
})
