import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  analyticsDays,
  analyticsHours,
  analyticsLeftOut,
  analyticsRollups,
  analyticsVisits,
} from '#db/schema/analytics.ts'
import { analyticsImports } from '#db/schema/analytics-imports.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { siteBuilds } from '#db/schema/site.ts'
import { LEFT_OUT, REGISTER_PLACES } from '#src/contract/analytics.ts'
import type { AnalyticsReport, TableName } from '#src/contract/analytics-report.ts'
import { ROLLUP_VERSION } from '#src/domain/analytics/rollup-statement.ts'
import { storeImport, storePresses, storeVisits, visits } from '#tests/support/analytics-rows.ts'
import { storeEvent, storeRedirect } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { expectAdminsOnly, siteAdminApi } from './site-admin-api.ts'

// The clock of the API shows noon of 2026-11-20 in Chicago.
let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [
    analyticsVisits,
    analyticsHours,
    analyticsDays,
    analyticsImports,
    analyticsLeftOut,
    analyticsRollups,
  ])
    await opened.db.delete(table)
  for (const table of [vendorHitDays, vendorLibrary, siteBuilds, eventConfig]) await opened.db.delete(table)
})

async function read(query = ''): Promise<AnalyticsReport> {
  const { ask } = await siteAdminApi(opened.db)
  return ask('GET', `analytics${query && '?'}${query}`)
}
const rowsOf = ({ tables }: AnalyticsReport, name: TableName) => tables.find((table) => table.name === name)?.rows ?? []
const valuesOf = (report: AnalyticsReport, name: TableName) =>
  rowsOf(report, name).map(({ value, visits: n }) => [value, n])

test('without a visit there are no figures, and nobody but administrators reads them', async () => {
  const fresh = await read()
  expect(fresh).toMatchObject({
    since: null,
    hasFigures: false,
    before: null,
    focus: null,
    curve: null,
    imported: null,
  })
  expect(fresh).toMatchObject({
    span: { from: '2026-10-22', to: '2026-11-20' },
    today: '2026-11-20',
    forum: null,
    shop: null,
  })
  expect(fresh.headline).toMatchObject({
    visits: 0,
    dailyVisitors: null,
    bounceRate: null,
    averageSeconds: null,
    measuredDays: 0,
  })
  expect(fresh.days).toHaveLength(30)
  await expectAdminsOnly(opened.db, [
    ['GET', 'analytics'],
    ['GET', 'analytics/export.csv?sheet=days'],
  ])
})

test('visitors of several days are never added: a period has their average over the days that were measured', async () => {
  await storeVisits(
    opened.db,
    visits('2026-11-17', 10),
    visits('2026-11-18', 20, { bounces: 5 }),
    visits('2026-11-20', 30),
  )
  const report = await read('period=7')
  // Four days since the first one, one of them without a visit; the days before it were not measured.
  expect(report.headline).toMatchObject({
    visits: 60,
    dailyVisitors: 15,
    measuredDays: 4,
    averageSeconds: 60,
    register: 0,
  })
  expect(report.headline.bounceRate).toBeCloseTo(5 / 60)
  expect(report.days.map(({ visitors }) => visitors)).toEqual([null, null, null, 10, 20, 0, 30])
  expect(report.days.map(({ origin }) => origin)).toEqual(['none', 'none', 'none', 'own', 'own', 'own', 'own'])
  expect(JSON.stringify(report.headline)).not.toContain('"visitors"')
})

test('a period is compared with as many days before it or with the same days a year before, and only if they were measured', async () => {
  await storeVisits(
    opened.db,
    visits('2026-11-01', 2),
    visits('2026-11-13', 4),
    visits('2026-11-14', 8),
    visits('2026-11-20', 6),
  )
  const previous = await read('period=7')
  expect(previous.compared).toEqual({ from: '2026-11-07', to: '2026-11-13' })
  expect([previous.headline.visits, previous.before?.visits]).toEqual([14, 4])
  expect(previous.days.at(-1)).toMatchObject({ day: '2026-11-20', visitors: 6, before: 4 })
  // Counting began later than the first of these days.
  expect(await read('period=90')).toMatchObject({ before: null, compared: { from: '2026-05-25' } })
  expect(await read('period=7&compare=year')).toMatchObject({
    before: null,
    compared: { from: '2025-11-14', to: '2025-11-20' },
  })
  expect(await read('period=7&compare=off')).toMatchObject({ before: null, compared: null })
  await storeVisits(opened.db, visits('2025-11-14', 5))
  expect((await read('period=7&compare=year')).before?.visits).toBe(5)
})

test('a filter reaches every table, and filters combine', async () => {
  const google = {
    source: 'google',
    campaign: 'autumn',
    country: 'US',
    device: 'phone',
    entry: '/events',
    exit: '/shop',
  }
  const named = { browser: 'Firefox', utmSource: 'letter', utmMedium: 'email', utmContent: 'top', utmTerm: 'pump' }
  await storeVisits(
    opened.db,
    visits('2026-11-20', 7, { ...google, ...named, register: 3, bounces: 2 }),
    visits('2026-11-20', 6, { ...google, ...named, page: '/events', views: 8, register: 3, bounces: 2 }),
    visits('2026-11-20', 5, { country: 'US', browser: 'Edge' }),
    visits('2026-11-20', 5, { country: 'US', browser: 'Edge', page: '/' }),
    visits('2026-11-19', 1, { source: 'google' }),
  )
  const own = { day: '2026-11-20', dimension: 'browser', value: 'Firefox', visits: 12, views: 12 } as const
  await opened.db.insert(analyticsDays).values(own)
  const all = await read()
  expect(valuesOf(all, 'source')).toEqual([
    ['google', 8],
    ['', 5],
  ])
  expect(rowsOf(all, 'source')[0]).toMatchObject({ bounces: 2, register: 3, views: 8, imported: null })
  expect(valuesOf(all, 'browser')).toEqual([['Firefox', 12]])
  const filtered = await read('source=google&country=US')
  expect(filtered.headline).toMatchObject({ visits: 7, register: 3 })
  expect(valuesOf(filtered, 'entry')).toEqual([['/events', 7]])
  expect(valuesOf(filtered, 'browser')).toEqual([['Firefox', 7]])
  expect(rowsOf(filtered, 'page')).toMatchObject([
    { value: '/events', visits: 6, views: 8, bounces: null, register: null },
  ])
  expect((await read('source=(none)')).headline.visits).toBe(5)
  for (const own of [
    ...['exit=/shop', 'browser=Firefox', 'utm_source=letter', 'utm_medium=email', 'utm_content=top', 'utm_term=pump'],
    'browser=Firefox&exit=/shop&source=google',
  ]) {
    const report = await read(own)
    expect(report.headline, own).toMatchObject({ visits: 7, register: 3, bounces: 2, dailyVisitors: 3.5 })
    expect([valuesOf(report, 'utm_term'), valuesOf(report, 'page')], own).toEqual([[['pump', 7]], [['/events', 6]]])
  }
  const ofEdge = await read('browser=Edge')
  expect([valuesOf(ofEdge, 'source'), valuesOf(ofEdge, 'utm_source')]).toEqual([[['', 5]], []])
})

test('a filter by a page has the visits in which it was viewed, and its views alone', async () => {
  const id = await storeEvent(opened.db, { eventSlug: 'tulsa', eventName: 'Tulsa', publishedAt: new Date(0) })
  const tulsa = { page: '/event/tulsa', source: 'google', visits: 4, views: 5, bounces: 1, register: 2 }
  const pressed = {
    pagePath: '/event/tulsa',
    eventSlug: 'tulsa',
    source: 'google',
    kind: 'register',
    place: 'hero',
    n: 9,
  }
  await storePresses(opened.db, 'omaha', { '2026-11-20': 7 })
  await opened.db
    .insert(analyticsHours)
    .values({ ...pressed, day: '2026-11-20', hour: new Date('2026-11-20T15:00:00Z') })
  await storeVisits(
    opened.db,
    visits('2026-11-20', 12, { source: 'google' }),
    visits('2026-11-20', 4, tulsa),
    visits('2026-11-20', 9, { page: '/', source: 'google' }),
    visits('2026-11-20', 4, { ...tulsa, eventSlug: 'tulsa', agenda: 3 }),
    visits('2026-11-20', 4, { ...tulsa, eventSlug: 'tulsa', agenda: 3, page: '' }),
  )
  for (const scope of ['', `&event=${id}`, '&source=google']) {
    const report = await read(`page=/event/tulsa${scope}`)
    expect(report.headline, scope).toMatchObject({ visits: 4, views: 5, bounces: 1, register: 2 })
    expect(report.days.at(-1), scope).toMatchObject({ visits: 4, views: 5, visitors: 4 })
    expect([valuesOf(report, 'source'), valuesOf(report, 'page')]).toEqual([[['google', 4]], [['/event/tulsa', 4]]])
    expect(report.funnels, scope).toMatchObject([{ name: 'Tulsa', visits: 4, agenda: 3, register: 2 }])
    expect(report.acts.map(({ count }) => count)).toEqual([9])
  }
  expect((await read()).headline.visits).toBe(12)
})

test('days that an earlier version has rolled up are left out of filters that they do not know, and not taken for zero', async () => {
  const { db } = opened
  await storeVisits(
    db,
    visits('2026-11-16', 4, { source: 'google' }),
    visits('2026-11-18', 3, { source: 'google', browser: 'Edge' }),
  )
  const rolledUpAt = new Date('2026-11-20T17:45:00Z')
  await db.insert(analyticsRollups).values([
    { day: '2026-11-16', rolledUpAt, rows: 4, version: 1 },
    { day: '2026-11-18', rolledUpAt, rows: 3, version: ROLLUP_VERSION },
  ])
  const origins = ({ days }: AnalyticsReport) => days.slice(-5).map(({ origin }) => origin)
  const ofBrowser = await read('period=7&browser=Edge')
  expect(ofBrowser).toMatchObject({ detailedFrom: '2026-11-17', headline: { visits: 3, measuredDays: 4 } })
  expect(origins(ofBrowser)).toEqual(['none', 'own', 'own', 'own', 'own'])
  expect((await read('period=7&browser=(none)')).headline.visits).toBe(0)
  const ofSource = await read('period=7&source=google')
  expect(ofSource.headline).toMatchObject({ visits: 7, measuredDays: 5 })
  expect(valuesOf(ofSource, 'browser')).toEqual([['Edge', 3]])
  expect((await read('from=2026-11-17&to=2026-11-20')).detailedFrom).toBeNull()
})

test('the figures of an event are found under every slug that it has had', async () => {
  const id = await storeEvent(opened.db, {
    eventSlug: 'denver-2027',
    eventName: 'Denver Workshop',
    publishedAt: new Date(0),
  })
  await storeRedirect(opened.db, 'denver', id)
  await storeVisits(
    opened.db,
    visits('2026-11-19', 9),
    visits('2026-11-19', 4, { eventSlug: 'denver', agenda: 3, letter: 2, register: 1 }),
    visits('2026-11-20', 2, { eventSlug: 'denver-2027', agenda: 1 }),
    visits('2026-11-20', 3, { eventSlug: 'gone-2026' }),
  )
  const all = await read()
  expect(all.headline.visits).toBe(9)
  const denver = { eventId: id, name: 'Denver Workshop', visits: 6, agenda: 4, letter: 2, register: 1 }
  expect(all.funnels).toEqual([
    denver,
    { eventId: null, name: 'gone-2026', visits: 3, agenda: 0, letter: 0, register: 0 },
  ])
  const one = await read(`event=${id}`)
  expect(one.headline.visits).toBe(6)
  expect(one.funnels).toEqual([denver])
  expect(one.focus?.id).toBe(id)
})

test('the curve of an event is beside earlier events at the same distance, and says what was not measured', async () => {
  const publishedAt = new Date(0)
  const none = { earlyBirdDeadline: null, publishedAt }
  const focus = await storeEvent(opened.db, { ...none, eventSlug: 'tulsa', eventDate: '2026-11-30' })
  const earlier = await storeEvent(opened.db, { ...none, eventSlug: 'omaha', eventDate: '2026-10-31' })
  await storeEvent(opened.db, { ...none, eventSlug: 'called-off', eventDate: '2026-10-30', status: 'cancelled' })
  await storeEvent(opened.db, { ...none, eventSlug: 'too-early', eventDate: '2026-10-01' })
  await storeEvent(opened.db, { ...none, eventSlug: 'later', eventDate: '2027-02-01' })
  await storeVisits(opened.db, visits('2026-10-11', 1))
  await storePresses(opened.db, 'tulsa', { '2026-11-10': 2, '2026-11-20': 3 })
  await storePresses(opened.db, 'omaha', { '2026-10-21': 4, '2026-10-30': 5 })
  const { curve } = await read()
  expect(curve).toMatchObject({ horizon: 30, distance: 10 })
  expect(curve?.lines.map(({ id, measuredFrom }) => [id, measuredFrom])).toEqual([
    [focus, null],
    [earlier, 20],
  ])
  const atLeft = (line: number, left: number) => curve?.lines[line]?.presses[30 - left]
  expect([atLeft(0, 20), atLeft(0, 10), atLeft(0, 9)]).toEqual([2, 5, null])
  expect([atLeft(1, 21), atLeft(1, 20), atLeft(1, 10), atLeft(1, 0)]).toEqual([null, 0, 4, 9])
  expect((await read(`event=${earlier}`)).curve?.distance).toBe(0)
})

test('imported figures are beside ours, in no ratio with them, and can be hidden; on a day of our own ours count', async () => {
  await storeVisits(opened.db, visits('2026-11-19', 10, { bounces: 1, source: 'google' }))
  const total = { dimension: 'total', visitors: 90, visits: 100, views: 300, bounces: 100, seconds: 1 } as const
  const source = { dimension: 'source', value: 'google', visits: 60, views: null } as const
  await storeImport(opened.db, {
    days: [
      { ...total, day: '2026-11-18' },
      { ...total, day: '2026-11-19' },
      { ...source, day: '2026-11-18' },
      { ...source, day: '2026-11-19' },
      { ...source, day: '2026-11-18', value: 'bing', visits: 1 },
    ],
  })
  // Another service tells of the same day, and one that is not finished of others: neither is added.
  await storeImport(opened.db, { kind: 'ga4', days: [{ ...total, day: '2026-11-18', visits: 70 }] })
  await storeImport(opened.db, { kind: 'umami', state: 'paused', days: [{ ...total, day: '2026-11-17' }] })
  const report = await read('period=7')
  expect(report.headline).toMatchObject({ visits: 10, views: 10, bounces: 1, dailyVisitors: 5, measuredDays: 2 })
  expect(report.imported).toEqual({ services: ['plausible'], days: 1, visits: 100, views: 300 })
  expect(report.days.slice(4)).toMatchObject([
    { origin: 'imported', visitors: 90, visits: 100 },
    { origin: 'own', visits: 10 },
    { origin: 'own', visits: 0 },
  ])
  expect(rowsOf(report, 'source')).toMatchObject([
    { value: 'google', visits: 10, bounces: 1, imported: { visits: 60, views: null } },
    { value: 'bing', visits: null, imported: { visits: 1 } },
  ])
  for (const query of ['period=7&imported=hide', 'period=7&source=google']) {
    const hidden = await read(query)
    expect(hidden).toMatchObject({ imported: null, hasImported: true })
    expect(hidden.days.some(({ origin }) => origin === 'imported')).toBe(false)
    expect(rowsOf(hidden, 'source').every(({ imported }) => imported === null)).toBe(true)
  }
})

test('totals without days touch the period and stay apart', async () => {
  const page = { fromDay: '2026-01-01', toDay: '2026-10-31', dimension: 'page', visits: 4, views: 9 }
  await storeImport(opened.db, {
    kind: 'ga4',
    periods: [
      { ...page, value: '/' },
      { ...page, value: '/events', views: 12 },
    ],
  })
  const { periods, imported, days } = await read()
  expect(periods.map(({ value, views, service }) => [value, views, service])).toEqual([
    ['/events', 12, 'ga4'],
    ['/', 9, 'ga4'],
  ])
  expect(imported).toBeNull()
  expect(days.every(({ visits: n }) => n === null)).toBe(true)
  expect((await read('period=7')).periods).toEqual([])
})

test('days from before visits were counted have views alone, and enter no average', async () => {
  await opened.db.insert(analyticsDays).values({ day: '2026-11-18', dimension: 'total', views: 40 })
  await storeVisits(opened.db, visits('2026-11-20', 6))
  const { days, headline } = await read('period=7')
  expect(days[4]).toMatchObject({ origin: 'views only', views: 40, visits: null, visitors: null })
  expect(headline).toMatchObject({ views: 6, dailyVisitors: 6, measuredDays: 1 })
})

test('what was done beside viewing, what was left out, partners, marks and the recount are in words', async () => {
  const { db } = opened
  const publishedAt = new Date(0)
  const changes = {
    eventSlug: 'tulsa',
    eventName: 'Tulsa Workshop',
    eventDate: '2026-12-10',
    earlyBirdDeadline: '2026-11-15',
    publishedAt,
  }
  const eventId = await storeEvent(db, changes)
  await storeVisits(db, visits('2026-11-19', 1))
  await storePresses(db, 'tulsa', { '2026-11-19': 3 })
  await db.insert(analyticsLeftOut).values({ day: '2026-11-19', reason: 'bot', count: 8 })
  const [vendor] = await db.insert(vendorLibrary).values({ vendorName: 'Gauge & Co' }).returning()
  const hit = { day: '2026-11-19', eventId, vendorId: vendor?.id ?? '', shown: 20, clicked: 3, registered: 1 }
  await db.insert(vendorHitDays).values(hit)
  const build = { revision: 1, actor: 'ada', requestedAt: new Date('2026-11-17T03:00:00Z') }
  await db.insert(siteBuilds).values([
    { ...build, reason: 'published tulsa' },
    { ...build, reason: 'published tulsa', actor: 'schedule', requestedAt: new Date('2026-11-18T18:00:00Z') },
  ])
  const night = { rows: 9, rolledUpAt: new Date('2026-11-20T17:45:00Z'), recountedAt: new Date('2026-11-20T09:00:00Z') }
  await db.insert(analyticsRollups).values([
    { day: '2026-11-19', ...night, differences: 2 },
    { day: '2026-11-18', ...night, differences: 0 },
  ])
  const report = await read()
  expect(report.acts).toEqual([{ label: `Registration pressed: ${REGISTER_PLACES.hero.toLowerCase()}`, count: 3 }])
  expect(report.leftOut).toEqual([{ label: LEFT_OUT.bot, count: 8 }])
  expect(report.partners).toEqual([{ vendorId: vendor?.id, name: 'Gauge & Co', shown: 20, pressed: 3, registered: 1 }])
  expect(report.marks).toEqual([
    { day: '2026-11-16', kind: 'price', text: 'Early price of Tulsa Workshop has ended' },
    { day: '2026-11-16', kind: 'publish', text: 'Published: Tulsa Workshop' },
  ])
  expect(report.recount).toEqual({ at: night.recountedAt.getTime(), days: 2, differences: 2 })
  expect(report.rolledUpAt).toBe(night.rolledUpAt.getTime())
})

test('every part is a file that a spreadsheet does not run', async () => {
  const { db } = opened
  await storeVisits(db, visits('2026-11-20', 2, { source: '=cmd()' }))
  const { request } = await siteAdminApi(db)
  const answer = await request('/api/admin/analytics/export.csv?sheet=source&period=7')
  expect(answer.headers.get('content-disposition')).toContain('analytics-source-2026-11-14-to-2026-11-20.csv')
  const text = await answer.text()
  expect(text).toContain(`"'=cmd()","2","2","0","0",,\r\n`)
  const days = await (await request('/api/admin/analytics/export.csv?sheet=days&period=7')).text()
  expect(days.split('\r\n')).toHaveLength(9)
  expect(days).toContain('"2026-11-20","own","2","2","2",')
})

test.each([
  'period=8',
  'from=2026-01-01',
  'from=2026-02-01&to=2026-01-01',
  'from=2024-01-01&to=2026-01-01',
  'from=2026-02-30&to=2026-03-01',
  'from=1999-12-31&to=2000-01-01',
  'event=x',
  'compare=week',
  'colour=red',
])('%s is refused', async (query) => {
  const { send } = await siteAdminApi(opened.db)
  expect((await send('GET', `analytics?${query}`)).status).toBe(400)
})
