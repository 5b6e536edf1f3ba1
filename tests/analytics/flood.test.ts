import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { analyticsLeftOut, analyticsNetworks, analyticsPageViews, analyticsSalts } from '#db/schema/analytics.ts'
import { pageViewInput } from '#src/contract/page-view.ts'
import { type BeaconFacts, recordVisit } from '#src/domain/analytics/record-visit.ts'
import { BROWSER, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addEvent } from '../site/event-rows.ts'

let opened: TestDb
let db: Db
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
  await addEvent(db, 'tulsa-2027', { isPublished: true })
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [analyticsPageViews, analyticsLeftOut, analyticsNetworks]) await db.delete(table)
})

const facts = (given: Partial<BeaconFacts> = {}): BeaconFacts => ({
  ...{ siteUrl: SITE_URL, address: '203.0.113.7', userAgent: BROWSER, country: 'US' },
  ...{ hasRole: false, isOptedOut: false, now: NOON, ...given },
})
const leftOut = async () =>
  Object.fromEntries((await db.select().from(analyticsLeftOut)).map(({ reason, count }) => [reason, count]))
/** The rows of one country, by visitor and kind: a table that rows were deleted from does not keep the order of what is stored. */
const rowsOf = async (country: string) => {
  const { visitorKey, kind } = analyticsPageViews
  const rows = await db.select().from(analyticsPageViews).orderBy(visitorKey, kind)
  return rows.filter((row) => row.country === country).map(({ id, createdAt, ...columns }) => columns)
}

describe('a flood of forged beacons from one address', () => {
  /** Five others look at a page and register. */
  const others = async () => {
    for (let at = 0; at < 5; at += 1)
      for (const act of [null, 'register hero'] as const)
        await recordVisit(
          db,
          { pagePath: '/event/tulsa-2027', act },
          facts({ address: `198.51.100.${at}`, country: 'CA' }),
        )
  }

  test('ends at 1,000 rows a day over all processes, whatever it forges, and the rows of others are the same', async () => {
    await others()
    const before = await rowsOf('CA')
    const forge = (at: number) =>
      recordVisit(
        db,
        {
          pagePath: at % 3 === 0 ? `/no-such-page-${at}` : '/event/tulsa-2027?utm_source=forged',
          act: at % 2 === 0 ? 'register hero' : null,
          referrer: `https://forged-${at}.example`,
        },
        facts({ userAgent: `${BROWSER} ${at}`, now: NOON + at * 1_000 }),
      )
    for (let at = 0; at < 1_800; at += 20) await Promise.all(Array.from({ length: 20 }, (_, one) => forge(at + one)))
    expect(await rowsOf('US')).toHaveLength(1_000)
    expect(await leftOut()).toEqual({ unknown_page: 600, flood: 200 })
    await others()
    expect(await rowsOf('CA')).toEqual(before.flatMap((row) => [row, row]))
  })

  test('ends in one process long before, with nothing more asked of the database', async () => {
    const api = await testApi({ db })
    const send = (at: number) =>
      api.post(
        '/api/page-views',
        { pagePath: '/', ...(at % 2 === 0 && { act: 'agenda' }) },
        { 'User-Agent': `${BROWSER} ${at}` },
      )
    for (let at = 0; at < 400; at += 1) expect((await send(at)).status).toBe(204)
    const kinds = Map.groupBy(await db.select().from(analyticsPageViews), ({ kind }) => kind)
    expect([kinds.get('view')?.length, kinds.get('agenda')?.length]).toEqual([60, 120])
    expect(await leftOut()).toEqual({})
  })

  test('the next day it may send again, under another key', async () => {
    await recordVisit(db, { pagePath: '/' }, facts())
    await db.update(analyticsNetworks).set({ rows: 1_000 })
    await recordVisit(db, { pagePath: '/' }, facts())
    expect(await leftOut()).toEqual({ flood: 1 })
    await recordVisit(db, { pagePath: '/' }, facts({ now: NOON + 24 * 3_600_000 }))
    const networks = await db.select().from(analyticsNetworks).orderBy(analyticsNetworks.day)
    expect(networks.map(({ rows }) => rows)).toEqual([1_001, 1])
    expect(new Set(networks.map(({ networkKey }) => Buffer.from(networkKey).toString('hex'))).size).toBe(2)
  })
})

test('the salt of a day is made once, however many processes begin it at the same moment', async () => {
  const now = Date.parse('2026-12-24T18:00:00Z')
  // Each database handle stands for a process: what one keeps in memory the others do not have.
  const processes = Array.from({ length: 12 }, () => new Proxy(db, {}))
  await Promise.all(processes.map((own) => recordVisit(own, { pagePath: '/' }, facts({ now }))))
  const salts = await db.select().from(analyticsSalts)
  expect(salts.filter(({ day }) => day === '2026-12-24')).toHaveLength(1)
  const keys = (await db.select().from(analyticsPageViews)).map(({ visitorKey }) =>
    Buffer.from(visitorKey).toString('hex'),
  )
  expect([keys.length, new Set(keys).size]).toEqual([12, 1])
})

test('whatever a beacon says, it is stored clean or left out, and never fails', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  const path = fc.oneof(
    text,
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.constantFrom('/', '/event/tulsa-2027'),
  )
  const query = fc
    .tuple(fc.constantFrom('/?utm_source=', '/event/tulsa-2027?utm_term='), text)
    .map((parts) => parts.join(''))
  const beacon = fc.record({
    pagePath: fc.oneof(path, query),
    referrer: fc.oneof(path, fc.constant(null)),
    eventSlug: fc.option(
      fc.oneof(
        text.map((slug) => slug.slice(0, 40)),
        fc.constant('tulsa-2027'),
      ),
    ),
    // Every other beacon is a view: a partner that no event has leaves no row.
    links: fc.option(fc.array(text, { maxLength: 5 }), { freq: 1 }),
  })
  let at = 0
  await fc.assert(
    fc.asyncProperty(beacon, text, text, async (given, agent, country) => {
      const input = pageViewInput.safeParse(given)
      if (!input.success) return
      at += 1
      await recordVisit(db, input.data, facts({ address: `${at}`, userAgent: `${BROWSER} ${agent}`, country }))
    }),
    { numRuns: 150 },
  )
  const rows = await db.select().from(analyticsPageViews)
  expect(rows.length).toBeGreaterThan(10)
  for (const { id, visitorKey, createdAt, ...columns } of rows) {
    expect(Object.values(columns).join(' ')).not.toMatch(/[?#@]|\p{Cc}/u)
    expect(['/', '/event/tulsa-2027']).toContain(columns.pagePath)
    expect(columns.country).toMatch(/^([A-Z]{2})?$/)
    for (const value of Object.values(columns)) expect((value ?? '').length).toBeLessThanOrEqual(200)
  }
})
