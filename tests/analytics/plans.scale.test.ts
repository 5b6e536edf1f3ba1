import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { analyticsPageViews, analyticsRollups } from '#db/schema/analytics.ts'
import { eventConfig } from '#db/schema/events.ts'
import { analyticsQuery } from '#src/contract/analytics-query.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { readReport } from '#src/domain/analytics/read-report.ts'
import { readRows, recountDay } from '#src/domain/analytics/recount.ts'
import { readWaitingDays, rollUpDay } from '#src/domain/analytics/roll-up.ts'
import { rollupStatement } from '#src/domain/analytics/rollup-statement.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'
import { withoutTimeouts } from '#tests/support/many-amounts.ts'
import { copyRollups, manyVisits } from '#tests/support/many-visits.ts'
import { DAY, NOON } from './view-rows.ts'

const VIEWS = 1_000_000
const DAYS = 60
const PER_DAY = Math.ceil(VIEWS / DAYS)
/** What a report of 30 days reads of a table at most: a row of the rollups for two rows of visits. */
const MOST_READ = (30 * PER_DAY) / 2
/** Days before the oldest row whose rollups are kept. */
const OLD_DAYS = 300

let explaining: ExplainingDb
let stop: () => Promise<void>
beforeAll(async () => {
  const { url, close } = await testDb()
  const filling = openDb(withoutTimeouts(url), { max: 1, answerWithin: 0 })
  const { db } = filling
  for (let at = 0; at < 20; at += 1)
    await addEvent(db, `event-${at}`, {
      ...{ isPublished: true, createdAt: new Date('2025-01-01'), publishedAt: new Date('2025-01-01') },
      eventDate: addDays(DAY, at * 20 - 200),
    })
  await db.execute(manyVisits({ rows: VIEWS, days: DAYS, today: DAY }))
  await db.execute(sql`vacuum analyze analytics_page_views`)
  await rollUpDay(db, DAY, NOON)
  for (const statement of copyRollups(DAY, { days: DAYS, oldDays: OLD_DAYS, rows: PER_DAY }))
    await db.execute(statement)
  await db.execute(sql`analyze`)
  await filling.close()
  explaining = explainingDb(url)
  stop = () => explaining.close().then(close)
}, 240_000)
afterAll(() => stop())

test('a million views are there, and as many rows as their rollups say', async () => {
  const { db } = explaining
  expect(await db.$count(analyticsPageViews)).toBe(PER_DAY * DAYS)
  expect(await db.select().from(analyticsRollups).where(eq(analyticsRollups.day, DAY))).toMatchObject([
    { rows: PER_DAY },
  ])
})

test('a day is rolled up from its own rows alone, found by an index, and a recount of them agrees', async () => {
  const { db } = explaining
  const plan = JSON.stringify(await db.execute(sql`explain (format json) ${rollupStatement(DAY, NOON)}`))
  expect(plan).toContain('analytics_page_views_day')
  expect(plan).not.toMatch(/"Seq Scan"[^}]*analytics_page_views/)
  expect(await recountDay(db, DAY)).toBe(0)
})

test('looking for days to roll up reads those that are not finished, not the others', async () => {
  const steps = (await explaining.explain(() => readWaitingDays(explaining.db, NOON))).flatMap((one) => one.steps)
  expect(
    Math.max(...steps.filter(({ table }) => table === 'analytics_page_views').map(({ rows }) => rows)),
  ).toBeLessThanOrEqual(2 * PER_DAY)
})

test('a recount reads the rows of its day in batches, by an index', async () => {
  const steps = (await explaining.explain(() => readRows(explaining.db, DAY))).flatMap((one) => one.steps)
  expect(Math.max(...steps.map(({ rows }) => rows))).toBeLessThan(6_000)
  expect(steps.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
})

const REPORTS = [
  ['30 days', {}],
  ['7 days', { period: '7' }],
  ['a source', { source: 'source-12.example' }],
  ['a device and a country', { device: 'phone', country: 'CA' }],
  ['a page of entry', { entry: '/page-25' }],
  ['a page', { page: '/page-25' }],
  ['an exit page and a browser', { exit: '/page-25', browser: 'Chrome' }],
  ['a UTM medium', { utm_medium: 'email' }],
] as const

test.each(REPORTS)('the report of %s reads no row of a visit, and no table of rollups through', async (_, query) => {
  await expectBounded(query)
})

test('the report of one event reads the rollups of that event', async () => {
  const [event] = await explaining.db
    .select({ id: eventConfig.id })
    .from(eventConfig)
    .where(eq(eventConfig.eventSlug, 'event-7'))
  await expectBounded({ event: event?.id ?? '' })
})

async function expectBounded(query: object): Promise<void> {
  const asked = analyticsQuery.parse(query)
  const explained = await explaining.explain(() => readReport(explaining.db, asked, { now: NOON }))
  const steps = explained.flatMap((one) => one.steps)
  const ofVisits = steps.filter(({ table = '' }) => table.startsWith('analytics_'))
  expect(ofVisits.length).toBeGreaterThan(5)
  expect(ofVisits.filter(({ table }) => table === 'analytics_page_views')).toEqual([])
  const faults = ofVisits.filter(({ kind, rows }) => (kind === 'Seq Scan' && rows > 1_000) || rows > MOST_READ)
  expect(faults.map(({ kind, table, index, rows }) => `${kind} ${table} ${index ?? ''}: ${rows}`)).toEqual([])
}
