import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import {
  analyticsDays,
  analyticsHours,
  analyticsPageViews,
  analyticsRollups,
  analyticsVisits,
} from '#db/schema/analytics.ts'
import { eventSlugRedirects } from '#db/schema/events.ts'
import { MOST_VALUES, OTHER } from '#src/contract/analytics.ts'
import { recountDay } from '#src/domain/analytics/recount.ts'
import { readWaitingDays, rollUp, rollUpDay } from '#src/domain/analytics/roll-up.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { contentFingerprint } from '#tests/support/fingerprint.ts'
import { atScale } from '#tests/support/scale.ts'
import { DAY, emptyVisits, NOON, running, type Seen, storePartner, storeViews } from './view-rows.ts'

const HOUR = 3_600_000

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())
beforeEach(() => emptyVisits(opened.db))

describe('the rollups of a day', () => {
  test('divide its rows into visits at pauses of more than 30 minutes, as their first row tells of them', async () => {
    const { db } = opened
    await storeViews(db, DAY, [
      { at: '09:00', pagePath: '/', source: 'news.example', utmSource: 'letter', browser: 'Firefox', country: 'US' },
      { at: '09:30', pagePath: '/event/tulsa', eventSlug: 'tulsa' },
      { at: '09:31', kind: 'agenda', pagePath: '/event/tulsa', eventSlug: 'tulsa' },
      { at: '10:01:01', kind: 'register', place: 'bar', pagePath: '/event/tulsa', eventSlug: 'tulsa' },
      { at: '09:10', visitor: 2, pagePath: '/events', browser: 'Firefox' },
    ])
    expect(await rollUpDay(db, DAY, NOON)).toBe(5)
    const { id: _, ...columns } = getTableColumns(analyticsVisits)
    const { eventSlug: about, page, entry } = columns
    const visits = await db.select(columns).from(analyticsVisits).where(eq(page, '')).orderBy(about, entry)
    const utm = { utmSource: '', utmMedium: '', utmContent: '', utmTerm: '' }
    const none = {
      day: DAY,
      page: '',
      campaign: '',
      country: '',
      device: '',
      agenda: 0,
      letter: 0,
      register: 0,
      ...utm,
    }
    const [toTulsa, toEvents] = [
      { exit: '/event/tulsa', browser: '' },
      { exit: '/events', browser: 'Firefox' },
    ]
    const fromNews = { exit: '/event/tulsa', browser: 'Firefox', utmSource: 'letter' }
    expect(visits).toEqual([
      {
        ...none,
        eventSlug: '',
        ...fromNews,
        source: 'news.example',
        country: 'US',
        entry: '/',
        visitors: 1,
        visits: 1,
        views: 2,
        seconds: 1860,
        bounces: 0,
        agenda: 1,
      },
      {
        ...none,
        eventSlug: '',
        ...toTulsa,
        source: '',
        entry: '/event/tulsa',
        visitors: 0,
        visits: 1,
        views: 0,
        seconds: 0,
        bounces: 0,
        register: 1,
      },
      {
        ...none,
        eventSlug: '',
        ...toEvents,
        source: '',
        entry: '/events',
        visitors: 1,
        visits: 1,
        views: 1,
        seconds: 0,
        bounces: 1,
      },
      {
        ...none,
        eventSlug: 'tulsa',
        ...fromNews,
        source: 'news.example',
        country: 'US',
        entry: '/',
        visitors: 1,
        visits: 1,
        views: 1,
        seconds: 1860,
        bounces: 0,
        agenda: 1,
      },
      {
        ...none,
        eventSlug: 'tulsa',
        ...toTulsa,
        source: '',
        entry: '/event/tulsa',
        visitors: 0,
        visits: 1,
        views: 0,
        seconds: 0,
        bounces: 0,
        register: 1,
      },
    ])
    const ofPages = await db.select().from(analyticsVisits).where(ne(page, '')).orderBy(about, page, entry)
    expect(
      ofPages.map((row) => [
        row.eventSlug,
        row.page,
        row.entry,
        row.visitors,
        row.visits,
        row.views,
        row.seconds,
        row.agenda,
      ]),
    ).toEqual([
      ['', '/', '/', 1, 1, 1, 1860, 1],
      ['', '/event/tulsa', '/', 1, 1, 1, 1860, 1],
      ['', '/events', '/events', 1, 1, 1, 0, 0],
      ['tulsa', '/event/tulsa', '/', 1, 1, 1, 1860, 1],
    ])
    const hours = await db
      .select()
      .from(analyticsHours)
      .orderBy(analyticsHours.hour, analyticsHours.pagePath, analyticsHours.kind)
    expect(
      hours.map(({ hour, pagePath, kind, source, n, visits: v }) => [
        hour.toISOString().slice(11, 13),
        pagePath,
        kind,
        source,
        n,
        v,
      ]),
    ).toEqual([
      ['15', '/', 'view', 'news.example', 1, 1],
      ['15', '/event/tulsa', 'agenda', 'news.example', 1, 1],
      ['15', '/event/tulsa', 'view', 'news.example', 1, 1],
      ['15', '/events', 'view', '', 1, 1],
      ['16', '/event/tulsa', 'register', '', 1, 1],
    ])
    const { dimension, value, eventSlug } = analyticsDays
    const days = await db.select().from(analyticsDays).where(eq(eventSlug, '')).orderBy(dimension, value)
    expect(
      days.map((row) => [row.dimension, row.value, row.visitors, row.visits, row.views, row.seconds, row.bounces]),
    ).toEqual([
      ['browser', '', 0, 1, 0, 0, 0],
      ['browser', 'Firefox', 2, 2, 3, 1860, 1],
      ['exit', '/event/tulsa', 1, 2, 2, 1860, 0],
      ['exit', '/events', 1, 1, 1, 0, 1],
      ['page', '/', 1, 1, 1, null, null],
      ['page', '/event/tulsa', 1, 1, 1, null, null],
      ['page', '/events', 1, 1, 1, null, null],
      ['utm_source', 'letter', 1, 1, 2, 1860, 0],
    ])
    expect(await recountDay(db, DAY)).toBe(0)
  })

  test('keep the 200 most common values of a dimension and put the others together', async () => {
    const { db } = opened
    const many = Array.from(
      { length: MOST_VALUES + 50 },
      (_, at): Seen => ({
        ...{ visitor: at + 1, at: '09:00', source: `s${String(at).padStart(3, '0')}.example`, pagePath: `/p${at}` },
        utmCampaign: at < 2 ? 'spring' : '',
      }),
    )
    await storeViews(db, DAY, [
      ...many,
      { visitor: 900, at: '10:00', source: 's249.example' },
      { visitor: 901, at: '10:00' },
    ])
    await rollUpDay(db, DAY, NOON)
    const { source, visits, page } = analyticsVisits
    const sources = await db
      .select({ source, visits: sql<number>`sum(${visits})::int` })
      .from(analyticsVisits)
      .where(eq(page, ''))
      .groupBy(source)
    const count = new Map(sources.map((row) => [row.source, row.visits]))
    expect(sources).toHaveLength(MOST_VALUES + 2)
    expect([
      count.get(''),
      count.get(OTHER),
      count.get('s249.example'),
      count.get('s198.example'),
      count.get('s199.example'),
    ]).toEqual([1, 50, 2, 1, undefined])
    const ofPage = and(eq(analyticsDays.dimension, 'page'), eq(analyticsDays.value, OTHER))
    expect(await db.select().from(analyticsDays).where(ofPage)).toMatchObject([{ visits: 51, views: 51 }])
    expect(await recountDay(db, DAY)).toBe(0)
  })

  test('leave what was stored a moment after midnight in its day', async () => {
    const { db } = opened
    await storeViews(db, '2026-11-21', [{ at: '00:00:01', pagePath: '/', visitor: 2 }])
    await storeViews(db, '2026-11-21', [{ at: '00:00:02', pagePath: '/' }])
    await db.execute(sql`update analytics_page_views set day = ${DAY} where visitor_key = '\\x0000000000000001'`)
    for (const day of [DAY, '2026-11-21']) await rollUpDay(db, day, NOON + 24 * HOUR)
    const hours = await db.select().from(analyticsHours).orderBy(analyticsHours.day)
    expect(hours.map(({ day, hour }) => [day, hour.toISOString()])).toEqual([
      [DAY, '2026-11-21T05:00:00.000Z'],
      ['2026-11-21', '2026-11-21T06:00:00.000Z'],
    ])
    expect([await recountDay(db, DAY), await recountDay(db, '2026-11-21')]).toEqual([0, 0])
  })

  test('are equal to a plain model in TypeScript, whatever the rows', async () => {
    const { db } = opened
    const [one, other] = [await storePartner(opened.db, 'tulsa'), await storePartner(opened.db, 'omaha')]
    await db.insert(eventSlugRedirects).values({ oldSlug: 'tulsa-2025', eventId: one.eventId })
    const text = (...values: string[]) => fc.constantFrom('', ...values)
    const row = fc.record({
      visitor: fc.integer({ min: 1, max: 4 }),
      at: fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 59 }))
        .map(
          ([hour, quarter, second]): `${string}:${string}` =>
            `${String(hour).padStart(2, '0')}:${String(quarter * 15).padStart(2, '0')}:${String(second % 3).padStart(2, '0')}`,
        ),
      kind: fc.constantFrom('view', 'view', 'agenda', 'letter', 'register', 'partner_shown', 'partner_pressed'),
      place: text(one.vendorId, other.vendorId, 'hero', randomUUID()),
      pagePath: fc.constantFrom('/', '/events', '/event/tulsa', '/event/omaha'),
      eventSlug: fc.constantFrom(null, 'tulsa', 'tulsa-2025', 'omaha', 'gone'),
      source: text('news.example', 'Ünïcode.example', OTHER),
      ...{
        utmSource: text('letter'),
        utmMedium: text('mail', 'print'),
        utmCampaign: text('spring'),
        utmContent: text('a'),
      },
      ...{ utmTerm: text('b'), country: text('US', 'CA'), browser: text('Firefox', 'Chrome') },
      device: fc.constantFrom('', 'phone', 'desktop'),
    } as const)
    const check = async (rows: Seen[]) => {
      await db.delete(analyticsPageViews)
      await storeViews(db, DAY, rows)
      await rollUpDay(db, DAY, NOON)
      expect(await recountDay(db, DAY)).toBe(0)
    }
    await fc.assert(fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), check), {
      numRuns: atScale(40, 300),
    })
  })
})

describe('rolling up', () => {
  const rows = async () => (await opened.db.select().from(analyticsRollups)).map((row) => [row.day, row.rows])

  test('takes days with new rows and of an earlier version, leaves days of before, and rolls a day up once more after its end', async () => {
    const { db } = opened
    await db.insert(analyticsDays).values({ day: '2026-11-01', dimension: 'total', views: 7 })
    await storeViews(db, '2026-11-18', [{ at: '09:00' }])
    await storeViews(db, DAY, [{ at: '09:00' }])
    expect(await rollUp(db, running())).toEqual({ days: 2, rows: 2 })
    expect(await rollUp(db, running(NOON + 1))).toEqual({ days: 0, rows: 0 })
    await storeViews(db, DAY, [{ at: '11:00' }])
    expect(await rollUp(db, running(NOON + 2))).toEqual({ days: 1, rows: 2 })
    expect(await rollUp(db, running(NOON + 14 * HOUR))).toEqual({ days: 1, rows: 2 })
    expect(await rollUp(db, running(NOON + 15 * HOUR))).toEqual({ days: 0, rows: 0 })
    await db.update(analyticsRollups).set({ version: 1 })
    expect(await rollUp(db, running(NOON + 16 * HOUR)), 'days of an earlier version').toEqual({ days: 2, rows: 3 })
    expect(await rollUp(db, running(NOON + 17 * HOUR))).toEqual({ days: 0, rows: 0 })
    expect(await rows()).toEqual(
      expect.arrayContaining([
        ['2026-11-18', 1],
        [DAY, 2],
      ]),
    )
    expect(await db.$count(analyticsDays, eq(analyticsDays.day, '2026-11-01'))).toBe(1)
  })

  test('twice at once, and killed in between, leaves the same rollups', async () => {
    const { db } = opened
    const seen = Array.from(
      { length: 300 },
      (_, at): Seen => ({ at: '09:00', visitor: at, source: `s${at % 9}.example` }),
    )
    await storeViews(db, DAY, seen)
    await rollUpDay(db, DAY, NOON)
    // Only the numbers of these rows change.
    const [{ id: _, ...days }, { id: __, ...visits }] = [
      getTableColumns(analyticsDays),
      getTableColumns(analyticsVisits),
    ]
    const print = async () => [
      await contentFingerprint(db, ['analytics_days', 'analytics_visits']),
      await db.select(days).from(analyticsDays).orderBy(days.eventSlug, days.dimension, days.value),
      await db.select(visits).from(analyticsVisits).orderBy(visits.page, visits.source),
    ]
    const before = await print()
    await Promise.all(Array.from({ length: 6 }, () => rollUpDay(db, DAY, NOON)))
    expect(await print()).toEqual(before)
    const killed = db.transaction(async (tx) => {
      await rollUpDay(tx, DAY, NOON)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await print()).toEqual(before)
  })

  test('leaves a row that is stored while it runs to the next run', async () => {
    const { db, url } = opened
    await storeViews(db, DAY, [{ at: '09:00' }])
    const other = openDb(url, { max: 1 })
    await other.db.transaction(async (tx) => {
      await storeViews(tx, DAY, [{ at: '09:00', visitor: 2 }])
      expect(await rollUp(db, running())).toEqual({ days: 1, rows: 1 })
    })
    await other.close()
    expect(await rollUp(db, running(NOON + 1))).toEqual({ days: 1, rows: 2 })
  })

  test('always has the figures of as many rows as it says, and loses none, while visitors come', async () => {
    const { db } = opened
    const visitors = Array.from({ length: 4 }, async (_, at) => {
      for (let visitor = 1 + at * 40; visitor <= 40 + at * 40; visitor += 1)
        await storeViews(db, DAY, [{ at: '09:00', visitor, pagePath: `/p${at}` }])
    })
    let isOver = false
    const all = Promise.all(visitors).finally(() => {
      isOver = true
    })
    for (let run = 0; !isOver; run += 1) {
      await rollUp(db, running(NOON + run))
      const n = sql<number>`(select sum(n)::int from analytics_hours)`
      const [said] = await db.select({ rows: analyticsRollups.rows, n }).from(analyticsRollups)
      expect(said?.n).toBe(said?.rows)
    }
    await all
    await rollUp(db, running(NOON + HOUR))
    expect(await rows()).toEqual([[DAY, 160]])
    expect(await recountDay(db, DAY)).toBe(0)
  })

  test('goes on with the other days when one fails, and stops when its time is over', async () => {
    const { db } = opened
    for (const day of ['2026-11-18', '2026-11-19', DAY]) await storeViews(db, day, [{ at: '09:00' }])
    await db.execute(sql`alter table analytics_hours add constraint broken check (day <> '2026-11-19')`)
    const faults: unknown[] = []
    expect(await rollUp(db, { ...running(), onFault: (fault) => faults.push(fault) })).toEqual({ days: 2, rows: 2 })
    expect(faults).toHaveLength(1)
    await db.execute(sql`alter table analytics_hours drop constraint broken`)
    expect(await rollUp(db, { ...running(), timeLeft: () => 0 })).toEqual({ days: 0, rows: 0 })
    expect((await readWaitingDays(db, NOON)).map(({ day }) => day)).toEqual(['2026-11-19'])
  })
})
