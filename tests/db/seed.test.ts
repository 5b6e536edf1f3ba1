import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { media, menuItems, siteBuilds, siteContent } from '#db/schema/site.ts'
import { workday } from '#db/seed/calendar.ts'
import { CANARY } from '#db/seed/content/canary.ts'
import { kansasCity } from '#db/seed/content/kansas-city.ts'
import { otherEvents } from '#db/seed/content/other-events.ts'
import { upcomingEvents } from '#db/seed/content/upcoming-events.ts'
import { getDates } from '#db/seed/event.ts'
import { seedDemo } from '#db/seed/seed.ts'
import { eventInput } from '#src/contract/event.ts'
import { pickFeatured } from '#src/contract/featured.ts'
import { getPhases, phaseAt } from '#src/contract/phases.ts'
import { isSafeHref } from '#src/contract/url.ts'
import { findInEvent } from '#src/domain/content-checks/check-site.ts'
import { toEventConfig } from '#src/domain/events/read-event-parts.ts'
import { readSite } from '#src/domain/site/read-site.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { wallClock } from '#tests/support/wall-clock.ts'

const registrationOrigin = 'https://register.uptime-workshops.example'
const now = Date.parse('2026-11-21T18:00:00Z')

describe('the dates of the demo', () => {
  const published = [kansasCity, ...upcomingEvents, ...otherEvents].filter(({ copy }) => copy.isPublished)
  const planned = (at: number) =>
    published.map((plan) => ({
      id: plan.copy.eventSlug,
      status: plan.copy.status ?? ('scheduled' as const),
      earlyBirdDeadline: null,
      eventTimeStart: null,
      eventTimeEnd: null,
      ...getDates(plan, at),
    }))
  const anyMoment = fc.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })

  test('whenever it is seeded, Kansas City is next, its early-bird price open, and each other event on its side of today', () => {
    fc.assert(
      fc.property(anyMoment, (minute) => {
        const at = minute * 60_000
        const events = planned(at)
        const featured = pickFeatured(events, at)
        expect(featured?.id).toBe('kansas-city-2026')
        if (featured) expect(phaseAt(getPhases(featured), at)).toBe('early-bird')
        for (const { id, eventDate, eventTimezone } of events) {
          expect(eventDate < wallClock(eventTimezone, at).slice(0, 10)).toBe(
            ['wisconsin', 'chattanooga-pilot'].includes(id),
          )
        }
      }),
      { numRuns: 300 },
    )
  })

  test('nothing is held on a weekend, around Thanksgiving or at the turn of the year', () => {
    fc.assert(
      fc.property(anyMoment, (minute) => {
        for (const { eventDate } of planned(minute * 60_000)) {
          expect([2, 3, 4]).toContain(new Date(`${eventDate}T12:00:00Z`).getUTCDay())
          expect(eventDate).not.toMatch(/-(11-2[0-9]|12-(19|2\d|3\d)|01-0[1-5]|07-0[1-8])$/)
        }
      }),
    )
  })

  test('the day is counted from the date where the event takes place', () => {
    const lateInChicago = Date.parse('2027-03-08T05:30:00Z')
    expect(workday(lateInChicago, 'America/Chicago', 1, 4).toString()).toBe('2027-03-11')
    expect(workday(lateInChicago, 'UTC', 1, 4).toString()).toBe('2027-03-18')
  })
})

describe('the demo', () => {
  let open: TestDb
  beforeAll(async () => {
    open = await testDb()
    expect(await seedDemo(open.db, now, { registrationOrigin })).toBe(true)
  })
  afterAll(() => open.close())

  test('a second seeding changes nothing', async () => {
    const before = await open.db.select().from(eventConfig).orderBy(asc(eventConfig.id))
    expect(await seedDemo(open.db, now + 86_400_000 * 30, { registrationOrigin })).toBe(false)
    expect(await open.db.select().from(eventConfig).orderBy(asc(eventConfig.id))).toEqual(before)
  })

  test('it asks for one build of what it wrote', async () => {
    const [content] = await open.db.select().from(siteContent)
    expect(await open.db.select({ revision: siteBuilds.revision, state: siteBuilds.state }).from(siteBuilds)).toEqual([
      { revision: content?.version, state: 'queued' },
    ])
  })

  test('every published event could be published again as it is: its checks find nothing (decision 0065)', async () => {
    const published = await open.db.select().from(eventConfig).where(eq(eventConfig.isPublished, true))
    for (const row of published)
      expect(await findInEvent(open.db, toEventConfig(row), 'https://workshops.example'), row.eventSlug).toEqual([])
  })

  test('every event is one that an editor could have saved', async () => {
    const { shape } = eventInput(registrationOrigin)
    for (const row of await open.db.select().from(eventConfig)) {
      for (const [field, schema] of Object.entries(shape)) {
        const value = Object.entries(row).find(([name]) => name === field)?.[1]
        const isLeftEmpty = value === null && row.eventSlug !== 'kansas-city-2026'
        if (!isLeftEmpty) expect(schema.safeParse(value).error, `${row.eventSlug} ${field}`).toBeUndefined()
      }
    }
  })

  test('the site shows five upcoming events, one of them moved and one cancelled, two past ones, and four zones', async () => {
    const { events, featured, redirects } = await readSite(open.db, now)
    expect(featured?.event.eventSlug).toBe('kansas-city-2026')
    expect(events.map(({ event }) => [event.eventSlug, event.status])).toEqual([
      ['chattanooga-pilot', 'scheduled'],
      ['wisconsin', 'scheduled'],
      ['kansas-city-2026', 'scheduled'],
      ['houston-gulf-coast', 'cancelled'],
      ['tacoma-puget-sound', 'moved'],
      ['denver-front-range', 'scheduled'],
      ['greenville-upstate', 'scheduled'],
    ])
    expect(new Set(events.map(({ event }) => event.eventTimezone)).size).toBe(4)
    expect(events.find(({ event }) => event.status === 'moved')?.event.previousEventDate).toMatch(/^2027-/)
    expect(redirects).toEqual([{ oldSlug: 'kansas-city', slug: 'kansas-city-2026' }])
  })

  test("the 'Workshop #1' promo is hidden for the two slugs of the product description and no other", async () => {
    const hidden = await open.db
      .select({ slug: eventConfig.eventSlug })
      .from(eventConfig)
      .where(eq(eventConfig.showSeriesPromo, false))
      .orderBy(asc(eventConfig.eventSlug))
    expect(hidden.map(({ slug }) => slug)).toEqual(['kansas-city-2026', 'wisconsin'])
  })

  test('the next event has nine slots from 8:30am to 3:30pm, six people with photos and nine partners', async () => {
    const { featured } = await readSite(open.db, now)
    const slots = featured?.agenda?.map(({ timeSlot }) => timeSlot)
    expect([slots?.length, slots?.at(0), slots?.at(-1)]).toEqual([9, '8:30am', '3:30pm'])
    expect(featured?.team.map(({ photoUrl }) => photoUrl)).toHaveLength(6)
    for (const { photoUrl } of featured?.team ?? []) expect(photoUrl).toMatch(/^\/media\/[0-9a-f]{64}$/)
    expect(featured?.vendors).toHaveLength(9)
  })

  test('every photo is in the database, and of nine logos one was never delivered', async () => {
    const photos = (await open.db.select({ url: teamLibrary.photoUrl }).from(teamLibrary)).flatMap(
      ({ url }) => url ?? [],
    )
    const kept = (await open.db.select({ id: media.id }).from(media)).map(({ id }) => `/media/${id}`)
    expect(photos.sort()).toEqual(kept.sort())
    const publicFolder = fileURLToPath(new URL('../../public', import.meta.url))
    const logos = (await open.db.select({ url: vendorLibrary.logoUrl }).from(vendorLibrary)).flatMap(
      ({ url }) => url ?? [],
    )
    expect(logos.filter((url) => !existsSync(`${publicFolder}${url}`))).toEqual(['/demo/logos/gannet-gauge.svg'])
    expect(logos).toHaveLength(9)
  })

  test('one event leaves all to the fallback copy', async () => {
    const [event] = await open.db.select().from(eventConfig).where(eq(eventConfig.eventSlug, 'greenville-upstate'))
    const { eventTimeStart, earlyBirdPrice, courseValue, heroTitle, downtimeReductionClaim } = event ?? {}
    expect([eventTimeStart, earlyBirdPrice, courseValue, heroTitle, downtimeReductionClaim]).toEqual(
      Array(5).fill(null),
    )
  })

  test('the bar is public, with a button instead of the report item, and without the external site', async () => {
    const { navigation } = await readSite(open.db, now)
    expect(navigation).toEqual({
      isShown: true,
      canReport: true,
      links: [
        { label: 'Home', href: '/', isExternal: false },
        { label: 'Upcoming Events', href: '/events', isExternal: false },
        { label: 'Kansas City Reliability Workshop', href: '/event/kansas-city-2026', isExternal: false },
        { label: 'Forum', href: '/forum', isExternal: false },
        { label: 'Shop', href: '/shop', isExternal: false },
      ],
    })
    const items = await open.db.select().from(menuItems)
    expect(items.filter(({ href }) => !isSafeHref(href))).toEqual([])
    expect(items.find(({ href }) => href === '#report-modal')?.isActive).toBe(true)
  })

  test('unpublished content is in the database and in nothing that is read for the site', async () => {
    const drafts = await open.db.select().from(eventConfig).where(eq(eventConfig.isPublished, false))
    expect(JSON.stringify(drafts)).toContain(CANARY)
    for (const table of [eventAgenda, eventTeam, eventVendors]) {
      expect(await open.db.$count(table, eq(table.isActive, false))).toBe(1)
    }
    expect(JSON.stringify(await readSite(open.db, now))).not.toContain(CANARY)
  })
})

describe('seeding', () => {
  test('two who seed at once leave one demo, also if that takes longer than a transaction may be silent or wait', async () => {
    const url = await createDatabase()
    const role = sql`alter role current_user in database ${sql.identifier(new URL(url).pathname.slice(1))}`
    const before = openDb(url)
    await before.db.execute(sql`${role} set statement_timeout = '200ms'`)
    await before.db.execute(sql`${role} set idle_in_transaction_session_timeout = '200ms'`)
    await before.close()
    const { db, close } = openDb(url)
    const addPeople = () => setTimeout(600)
    const results = await Promise.all([1, 2].map(() => seedDemo(db, now, { registrationOrigin, addPeople })))
    expect(results.sort()).toEqual([false, true])
    expect(await db.$count(eventConfig)).toBe(8)
    await close()
  })
})
