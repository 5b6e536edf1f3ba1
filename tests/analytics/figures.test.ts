import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { readEventOutcome } from '#src/domain/analytics/read-event-outcome.ts'
import { readWeekFigures } from '#src/domain/analytics/read-week-figures.ts'
import { toEventConfig } from '#src/domain/events/read-event-parts.ts'
import { storeEvent, storeRedirect } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addHour, addRollup, addVisits, storeWeek } from './figure-rows.ts'

let open: TestDb
let db: Db
beforeAll(async () => {
  open = await testDb()
  db = open.db
})
afterAll(() => open.close())
beforeEach(async () => {
  await db.execute(sql`truncate event_config, vendor_library, vendor_hit_days, analytics_visits, analytics_hours,
    analytics_left_out, analytics_rollups cascade`)
})

const at = (day: string, clock: string) => instantAt(day, clock, STATISTICS_ZONE)
const MONDAY = at('2027-01-11', '07:00')

describe('the figures of a week', () => {
  test('are those of the last one from Monday to Sunday, beside the one before', async () => {
    const id = await storeEvent(db, { eventSlug: 'tulsa', eventName: 'Tulsa' })
    await storeWeek(db, 'tulsa')
    await storeRedirect(db, 'tulsa-old', id)
    await addHour(db, '2027-01-06', { kind: 'register', eventSlug: 'tulsa-old', n: 2 })
    await storeEvent(db, { eventSlug: 'draft', isPublished: false })
    await storeEvent(db, { eventSlug: 'cancelled', status: 'cancelled' })
    await storeEvent(db, { eventSlug: 'denver', eventName: 'Denver', eventDate: '2027-01-11' })
    await storeEvent(db, { eventSlug: 'past', eventDate: '2027-01-10' })
    const end = at('2027-01-11', '00:00')
    const figures = {
      ...{ from: '2027-01-04', to: '2027-01-10', upTo: end, isWhole: true },
      now: { visitors: 20, visits: 170, views: 1_380 },
      before: { visitors: 10, visits: 90, views: 100 },
      sources: [
        { source: 'plantnews.example', visits: 120 },
        { source: '', visits: 50 },
      ],
      pages: [
        { path: '/', views: 12 },
        { path: '/event/tulsa', views: 3 },
      ],
      events: [
        { name: 'Denver', days: 0, presses: 0, inWeek: 0 },
        { name: 'Tulsa', days: 10, presses: 9, inWeek: 5 },
      ],
      leftOut: [{ reason: 'bot', count: 1_234 }],
    }
    expect(await readWeekFigures(db, MONDAY)).toEqual(figures)
    const { events, ...rest } = figures
    // The same week all week long; on a later day, events are nearer.
    const sunday = await readWeekFigures(db, at('2027-01-17', '23:59'))
    expect(sunday).toMatchObject(rest)
    expect(sunday.events).toEqual([{ ...events[1], days: 4 }])
  })

  test('say how far they go, and are compared only with a week that was counted', async () => {
    expect(await readWeekFigures(db, MONDAY)).toMatchObject({
      ...{ upTo: null, isWhole: false, before: null, sources: [], events: [] },
      now: { visitors: 0, visits: 0, views: 0 },
    })
    // Statistics begin on a Friday: the average is of three days.
    await addVisits(db, '2027-01-08', { visitors: 30 })
    await addRollup(db, '2027-01-09', '2027-01-09', '20:05')
    const figures = await readWeekFigures(db, MONDAY)
    expect(figures).toMatchObject({ upTo: at('2027-01-09', '20:05'), isWhole: false, before: null })
    expect(figures.now.visitors).toBe(10)
  })
})

describe('how an event went', () => {
  const NOW = at('2027-01-23', '09:00')
  const read = async (id: string, now = NOW) => {
    const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, id))
    if (!row) throw new Error('There is no such event.')
    return readEventOutcome(db, toEventConfig(row), now)
  }

  test('is told from all addresses of its page, up to two days after it', async () => {
    const id = await storeEvent(db, { eventSlug: 'tulsa' })
    await storeRedirect(db, 'tulsa-old', id)
    const acts = { agenda: 5, letter: 2, register: 1 }
    await addVisits(db, '2027-01-05', { eventSlug: 'tulsa-old', visitors: 8, visits: 9, ...acts })
    await addVisits(db, '2027-01-12', { eventSlug: 'tulsa', visitors: 30, visits: 40, ...acts })
    await addVisits(db, '2027-01-12', { eventSlug: 'tulsa', source: 'x.com', visitors: 4, visits: 5, ...acts })
    await addVisits(db, '2027-01-24', { eventSlug: 'tulsa', visitors: 500, visits: 500, ...acts })
    await addVisits(db, '2027-01-12', { visitors: 700, visits: 700 })
    await addHour(db, '2027-01-12', { eventSlug: 'tulsa', n: 60 })
    await addHour(db, '2027-01-05', { eventSlug: 'tulsa-old', n: 7 })
    await addHour(db, '2027-01-12', { eventSlug: 'tulsa', kind: 'register', source: 'x.com', n: 3 })
    await addHour(db, '2027-01-05', { eventSlug: 'tulsa-old', kind: 'register', n: 4 })
    await addHour(db, '2027-01-24', { eventSlug: 'tulsa', kind: 'register', source: 'late.com', n: 9 })
    const [vendor] = await db.insert(vendorLibrary).values({ vendorName: 'Gauge & Co' }).returning()
    const hits = { eventId: id, vendorId: vendor?.id ?? '' }
    await db.insert(vendorHitDays).values([
      { ...hits, day: '2027-01-12', shown: 40, clicked: 6 },
      { ...hits, day: '2027-01-13', shown: 5, clicked: 1 },
      { ...hits, day: '2027-01-24', shown: 900, clicked: 900 },
    ])
    await addRollup(db, '2027-01-23', '2027-01-23', '08:45')
    expect(await read(id)).toEqual({
      upTo: at('2027-01-23', '08:45'),
      own: { views: 67, peak: 34, visits: 54, agenda: 15, letter: 6, register: 3 },
      peakDay: '2027-01-12',
      earlier: null,
      sources: [
        { source: '', presses: 4 },
        { source: 'x.com', presses: 3 },
      ],
      partners: [{ name: 'Gauge & Co', shown: 45, pressed: 7 }],
    })
  })

  test('is compared with earlier events that took place and whose statistics are known, at the same distance', async () => {
    const id = await storeEvent(db, { eventSlug: 'tulsa' })
    const without = { earlyBirdDeadline: null }
    await storeEvent(db, { ...without, eventSlug: 'denver', eventDate: '2026-12-10' })
    await storeEvent(db, { ...without, eventSlug: 'quiet', eventDate: '2026-12-20' })
    // Before statistics were known for long enough, cancelled, unpublished, and later.
    await storeEvent(db, { ...without, eventSlug: 'early', eventDate: '2026-11-30' })
    await storeEvent(db, { ...without, eventSlug: 'cancelled', eventDate: '2026-12-11', status: 'cancelled' })
    await storeEvent(db, { ...without, eventSlug: 'draft', eventDate: '2026-12-12', isPublished: false })
    await storeEvent(db, { eventSlug: 'later', eventDate: '2027-02-21' })
    await addVisits(db, '2026-11-05')
    for (const slug of ['early', 'cancelled', 'draft', 'later'])
      await addVisits(db, '2026-11-20', { eventSlug: slug, visitors: 99, visits: 99 })
    await addVisits(db, '2026-12-12', { eventSlug: 'denver', visitors: 20, visits: 30, register: 9 })
    await addVisits(db, '2026-12-13', { eventSlug: 'denver', visitors: 90, visits: 90, register: 90 })
    await addHour(db, '2026-12-12', { eventSlug: 'denver', n: 50 })
    await addHour(db, '2026-12-13', { eventSlug: 'denver', n: 500 })
    expect(await read(id)).toMatchObject({
      ...{ upTo: null, peakDay: null, sources: [], partners: [] },
      own: { views: 0, peak: 0, visits: 0, agenda: 0, letter: 0, register: 0 },
      earlier: { events: 2, average: { views: 25, peak: 10, visits: 15, agenda: 0, letter: 0, register: 4.5 } },
    })
  })
})
