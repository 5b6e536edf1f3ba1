import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedDemo } from '#db/seed/seed.ts'
import { startAstroBuild } from '#netlify/local/astro-build.ts'
import { type BuildInfo, parseBuildInfo } from '#src/contract/build.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { EARLY_BIRD_PACKAGE, getOffer, getRegistration } from '#src/contract/landing-copy.ts'
import { getPhases, type Phase } from '#src/contract/phases.ts'
import { todayMadeFrom } from '#src/contract/today.ts'
import { startOfDayAfter } from '#src/contract/wall-clock.ts'
import { shareCard, sharePath } from '#src/domain/events/share-card.ts'
import { readSite } from '#src/domain/site/read-site.ts'
import { getMeta, isHiddenAt, jsonLdOf, timedParts, visibleText } from './support/built-page.ts'
import { atScale } from './support/scale.ts'

/** The demo is seeded on this day, always: the pictures of its events are then drawn once and found again in the cache. */
const SEEDED = Date.parse('2026-09-01T15:00:00Z')
const SITE = { SITE_URL: 'https://workshops.example', SITE_NAME: 'Uptime Workshops' }
const SLUG = 'kansas-city-2026'
const HOUR = 3_600_000

type Built = { name: string; phase: Phase; now: number; folder: string; info: BuildInfo }
const builds: Built[] = []
let events: EventConfig[] = []
let event: EventConfig
let closeAll = async () => {}

/** Pages of the first phase and of a day that is over; `npm run test:scale` builds those between as well. */
const NAMES = [
  'the early-bird days',
  'the day after it',
  'the days of the standard price',
  'the workshop itself',
  'the evening after it',
].slice(0, atScale(2, 5))

/** One build in each phase, and one after the event's day. */
function moments(subject: EventConfig): { name: string; phase: Phase; now: number }[] {
  const { earlyBirdEndsAt = 0, startsAt, endsAt } = getPhases(subject)
  return [
    { name: 'the early-bird days', phase: 'early-bird', now: earlyBirdEndsAt - HOUR },
    { name: 'the days of the standard price', phase: 'standard', now: earlyBirdEndsAt },
    { name: 'the workshop itself', phase: 'closed', now: startsAt },
    { name: 'the evening after it', phase: 'past', now: endsAt },
    { name: 'the day after it', phase: 'past', now: startOfDayAfter(subject.eventDate, subject.eventTimezone) },
  ]
}

beforeAll(async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(inject('temporaryFolder'), 'site-time') })
  await migrate(url)
  const { db, close } = openDb(url, { max: 1 })
  closeAll = async () => {
    await close()
    await stop()
  }
  await seedDemo(db, SEEDED, { registrationOrigin: 'https://register.uptime-workshops.example' })
  events = (await readSite(db, SEEDED)).events.map((rows) => rows.event)
  const found = events.find(({ eventSlug }) => eventSlug === SLUG)
  if (!found) throw new Error(`${SLUG} is not in the demo`)
  event = found
  for (const name of NAMES) {
    const moment = moments(event).find((candidate) => candidate.name === name)
    if (moment) builds.push(await build(url, moment))
  }
}, 300_000)
afterAll(() => closeAll())

async function build(url: string, moment: ReturnType<typeof moments>[number]): Promise<Built> {
  const folder = join(inject('temporaryFolder'), `site-${moment.now}`)
  const environment = { ...process.env, ...SITE, DATABASE_URL: url, BUILD_NOW: new Date(moment.now).toISOString() }
  const result = await startAstroBuild(folder, environment, () => {}).result
  if (!result.ok) throw new Error(result.reason)
  const info = parseBuildInfo(JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')))
  if (!info) throw new Error('The build wrote no build.json')
  return { ...moment, folder, info }
}

const read = ({ folder }: Built, file: string) => readFile(join(folder, file), 'utf8')
const eventPage = (built: Built) => read(built, `event/${SLUG}.html`)

/** Runs a fact once for each build. The builds exist only when the tests run, their names before. */
function onEachBuild(fact: string, check: (built: Built) => Promise<void>): void {
  test.each(NAMES)(`built in %s: ${fact}`, async (name) => {
    const built = builds.find((candidate) => candidate.name === name)
    if (!built) throw new Error(`No build for ${name}`)
    await check(built)
  })
}

describe('a page without scripts', () => {
  onEachBuild('every part that is bound to time shows exactly while it holds', async (built) => {
    for (const file of ['index.html', 'events.html', ...events.map(({ eventSlug }) => `event/${eventSlug}.html`)]) {
      const parts = timedParts(await read(built, file))
      expect(parts.length, file).toBeGreaterThan(0)
      for (const part of parts) expect(part.isHidden, `${file}: ${part.tag}`).toBe(isHiddenAt(part, built.now))
    }
  })

  onEachBuild('its price line is the one of the phase', async (built) => {
    const shown = visibleText(await eventPage(built))
    const phases: Phase[] = ['early-bird', 'standard', 'closed', 'past']
    const shownNotes = phases.filter((phase) => shown.includes(getOffer(event, phase).note))
    expect(shownNotes).toEqual([built.phase])
  })
})

describe('search engines and calendars', () => {
  onEachBuild('what can be bought, according to JSON-LD', async (built) => {
    const early = [EARLY_BIRD_PACKAGE, event.earlyBirdPrice]
    const standard = ['Standard price', event.standardPrice]
    const held = { 'early-bird': [early, standard], standard: [standard], closed: [], past: [] }
    const { offers = [] } = jsonLdOf(await eventPage(built))
    expect(offers.map(({ name, price }: { name: string; price: number }) => [name, price])).toEqual(held[built.phase])
    for (const { availability, validFrom, priceValidUntil } of offers) {
      expect(availability.endsWith('/InStock')).toBe(true)
      expect(Date.parse(validFrom)).toBeLessThan(Date.parse(priceValidUntil))
      expect(Date.parse(priceValidUntil)).toBeGreaterThan(built.now)
    }
    if (offers.length === 2) expect(offers[1].validFrom).toBe(offers[0].priceValidUntil)
  })

  onEachBuild('the calendar entry tells the price and the way in, while there is one', async (built) => {
    const entry = new ICAL.Component(ICAL.parse(await read(built, `event/${SLUG}.ics`))).getFirstSubcomponent('vevent')
    const description = String(entry?.getFirstPropertyValue('description'))
    const { label, price, note } = getOffer(event, built.phase)
    expect(description).toContain(price ? `${label}: ${price}. ${note}` : `${label}. ${note}`)
    const isOpen = 'href' in getRegistration(event, built.phase)
    expect(description.includes(`Register: ${event.registrationUrl}`)).toBe(isOpen)
    expect(await read(built, 'events.ics')).toContain(`SUMMARY:${event.eventName}`)
  })

  onEachBuild('previews show the picture of the phase', async (built) => {
    const card = shareCard(event, SITE.SITE_NAME, built.now)
    expect(card.label).toBe(getOffer(event, built.phase).label)
    const address = `${SITE.SITE_URL}${sharePath(SLUG, card)}`
    const page = await eventPage(built)
    expect(getMeta(page, 'og:image')).toBe(address)
    expect(jsonLdOf(page).image).toEqual([address])
  })

  test('each phase has a picture of its own, and the same phase the same', async () => {
    const pictures = new Map<string, Set<Phase>>()
    for (const built of builds) {
      const bytes = await readFile(join(built.folder, `og/${SLUG}.png`))
      const hash = createHash('sha256').update(bytes).digest('hex')
      pictures.set(hash, new Set(pictures.get(hash)).add(built.phase))
    }
    const phases = [...pictures.values()].map((of) => [...of])
    expect(phases).toEqual([...new Set(builds.map(({ phase }) => phase))].map((phase) => [phase]))
  })
})

describe('the site as a whole', () => {
  onEachBuild('build.json names the next instant at which a page stops being true', async (built) => {
    const boundaries = events.flatMap((each) => [
      ...Object.values(getPhases(each)).filter((at) => at !== undefined),
      todayMadeFrom(each),
      startOfDayAfter(each.eventDate, each.eventTimezone),
    ])
    expect(built.info).toMatchObject({
      builtAt: built.now,
      nextBoundaryAt: Math.min(...boundaries.filter((at) => at > built.now)),
    })
  })

  onEachBuild('the home page shows the event until its day is over', async (built) => {
    const isOver = built.name === 'the day after it'
    expect(built.info.featuredSlug === SLUG).toBe(!isOver)
    const home = await read(built, 'index.html')
    expect(jsonLdOf(home).name === event.eventName).toBe(!isOver)
    expect(visibleText(home).includes(event.heroTitle ?? '')).toBe(!isOver)
  })
})
