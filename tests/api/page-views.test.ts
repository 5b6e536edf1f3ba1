import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { analyticsLeftOut, analyticsNetworks, analyticsPageViews, analyticsSalts } from '#db/schema/analytics.ts'
import { eventSlugRedirects } from '#db/schema/events.ts'
import { shopProducts } from '#db/schema/shop.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { pruneVisits } from '#src/domain/analytics/prune-visits.ts'
import { NOON, problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addEvent } from '../site/event-rows.ts'

const path = '/api/page-views'
const MEMBER: Viewer = {
  ...{ id: 'u1', email: 'a@b.example', username: 'ada', roles: [], isAdmin: false },
  ...{ aal: 1, approval: 'approved' },
}
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

/** Moved on before each test, and never back: the brake on floods counts in the process. */
let now = NOON
let caller = 0

describe('page views', () => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await testDb()
    db = database.db
    const eventId = await addEvent(db, 'tulsa-2027', { isPublished: true })
    await db.insert(eventSlugRedirects).values({ oldSlug: 'tulsa-old', eventId })
    await addEvent(db, 'draft-2027')
    const product = { title: 'Card', kind: 'aid', summary: 's', description: 'd', descriptionHtml: 'd' } as const
    await db.insert(shopProducts).values([
      { ...product, slug: 'grease-card', displayOrder: 1, isActive: true },
      { ...product, slug: 'old-card', displayOrder: 2, isActive: false },
    ])
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await db.delete(analyticsPageViews)
    await db.delete(analyticsLeftOut)
    await db.delete(analyticsNetworks)
    now += 120_000
    caller += 1
  })

  const apiAs = (as: Viewer | null = null) => testApi({ db, as, clock: () => now })
  const rows = () => db.select().from(analyticsPageViews).orderBy(analyticsPageViews.createdAt)
  const leftOut = async () =>
    Object.fromEntries((await db.select().from(analyticsLeftOut)).map(({ reason, count }) => [reason, count]))
  const tell = async (body: object, headers: Record<string, string> = {}) =>
    (await (await apiAs()).post(path, { pagePath: '/', ...body }, headers, { ip: `203.0.113.${caller}` })).status

  test('a view is kept clean, with what it says of the visit, and the answer says nothing', async () => {
    const api = await apiAs()
    const view = {
      pagePath: '/event/tulsa-2027?utm_source=Mail&token=secret-token&utm_campaign=Spring#x',
      eventSlug: 'another',
      sessionId: 'a1b2c3d4-e5f6',
      referrer: 'https://mail.plant.example/inbox?message=7',
    }
    const response = await api.post(path, view, { 'User-Agent': PHONE }, { ip: '203.0.113.77', country: 'US' })
    expect([response.status, await response.text()]).toEqual([204, ''])
    const [row] = await rows()
    expect(row).toMatchObject({
      ...{ pagePath: '/event/tulsa-2027', eventSlug: 'tulsa-2027', kind: 'view', place: '', day: '2026-11-20' },
      ...{ source: 'mail.plant.example', utmSource: 'mail', utmCampaign: 'spring', utmTerm: '' },
      ...{ country: 'US', device: 'phone', browser: 'Chrome', createdAt: new Date(now) },
    })
    expect(row?.visitorKey).toHaveLength(8)
    expect(JSON.stringify(row)).not.toMatch(/secret|a1b2c3d4|message|203\.0|Mozilla|another/)
  })

  test('the day begins at midnight in the zone of the statistics, and has a salt of its own', async () => {
    now = Date.parse('2026-11-21T05:59:59Z')
    await tell({})
    now = Date.parse('2026-11-21T06:00:00Z')
    await tell({})
    const [before, after] = await rows()
    expect([before?.day, after?.day]).toEqual(['2026-11-20', '2026-11-21'])
    expect(before?.visitorKey).not.toEqual(after?.visitorKey)
    expect(await db.$count(analyticsSalts)).toBe(2)
  })

  test('a visitor has one key on a day, and another address, browser or site has another one', async () => {
    const api = await apiAs()
    const from = (ip: string, agent: string) => api.post(path, { pagePath: '/' }, { 'User-Agent': agent }, { ip })
    await from('203.0.113.80', PHONE)
    await from('203.0.113.80', PHONE)
    await from('203.0.113.81', PHONE)
    await from('203.0.113.80', `${PHONE} x`)
    const elsewhere = await testApi({ db, clock: () => now, env: { siteUrl: 'https://b.example', siteName: 'B' } })
    const host = { ip: '203.0.113.80' }
    await elsewhere.post(
      'https://b.example/api/page-views',
      { pagePath: '/' },
      { 'User-Agent': PHONE, Origin: 'https://b.example' },
      host,
    )
    const keys = (await rows()).map(({ visitorKey }) => Buffer.from(visitorKey).toString('hex'))
    expect(keys).toHaveLength(5)
    expect(keys.filter((key) => key === keys[0])).toHaveLength(2)
    expect(new Set(keys).size).toBe(4)
  })

  test.each([
    ['agenda', 'agenda', ''],
    ['letter copied', 'letter', 'copied'],
    ['letter mailed', 'letter', 'mailed'],
    ['letter printed', 'letter', 'printed'],
    ['register hero', 'register', 'hero'],
    ['register bar', 'register', 'bar'],
  ])('the act %s is a row of its own', async (act, kind, place) => {
    expect(await tell({ pagePath: '/event/tulsa-2027', act })).toBe(204)
    expect(await rows()).toMatchObject([{ kind, place, eventSlug: 'tulsa-2027' }])
  })

  test('an act that pages do not have is refused', async () => {
    for (const act of ['view', 'letter', 'letter burned', 'register ', 'register bar x', 'partner_shown', '', 7])
      expect(await tell({ act })).toBe(400)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['/', 'tulsa-2027', '/', 'tulsa-2027'],
    ['/', 'tulsa-old', '/', 'tulsa-old'],
    ['/event/tulsa-old', null, '/event/tulsa-old', 'tulsa-old'],
    ['/events', 'tulsa-2027', '/events', null],
    ['/shop/grease-card', null, '/shop/grease-card', null],
    ['/forum/post/8f14e45f-ceea-467f-a8b1-0c2f6d1f6a10', null, '/forum/post/:id', null],
    ['//evil.example/events', null, '/events', null],
  ])('the page %s about %s is kept as %s about %s', async (pagePath, eventSlug, kept, slug) => {
    await tell({ pagePath, eventSlug })
    expect((await rows()).map((row) => [row.pagePath, row.eventSlug])).toEqual([[kept, slug]])
  })

  test.each([
    ['/no-such-page', null],
    ['/event/no-such-event', null],
    ['/event/draft-2027', null],
    ['/', 'no-such-event'],
    ['/', 'Tulsa 2027'],
    ['/shop/no-such-card', null],
    ['/shop/old-card', null],
    ['javascript:alert(1)', null],
    ['http://[', null],
  ])('the page %s about %s is not stored, and counted as left out', async (pagePath, eventSlug) => {
    expect(await tell({ pagePath, eventSlug })).toBe(204)
    expect(await rows()).toEqual([])
    expect(await leftOut()).toEqual({ unknown_page: 1 })
    expect(await db.$count(analyticsNetworks)).toBe(0)
  })

  test('a person with a role is left out by their session alone, and a member is one visitor more', async () => {
    await (await apiAs({ ...MEMBER, roles: ['moderator'], isAdmin: true })).post(path, { pagePath: '/forum' })
    await (await apiAs(MEMBER)).post(path, { pagePath: '/forum' })
    expect(await leftOut()).toEqual({ administrator: 1 })
    expect(await rows()).toHaveLength(1)
    expect((await (await apiAs()).post(path, { pagePath: '/', userId: 'u1' })).status).toBe(400)
  })

  test('previews, and visitors who asked not to be counted, are left out', async () => {
    await tell({ pagePath: '/preview' })
    await tell({}, { 'Sec-GPC': '1' })
    await tell({ act: 'agenda' }, { 'Sec-GPC': '1' })
    await tell({}, { 'Sec-GPC': '0' })
    expect(await leftOut()).toEqual({ preview: 1, opted_out: 2 })
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36',
    '',
  ])('a bot is thanked and left out: %s', async (agent) => {
    expect(await tell({}, { 'User-Agent': agent })).toBe(204)
    expect(await rows()).toEqual([])
    expect(await leftOut()).toEqual({ bot: 1 })
  })

  test('sixty a minute are kept of one caller, the rest are thanked and dropped; others are not touched', async () => {
    const api = await apiAs()
    const from = (ip: string) => api.post(path, { pagePath: '/' }, {}, { ip })
    for (let call = 0; call < 65; call += 1) expect((await from(`203.0.113.${caller}`)).status).toBe(204)
    expect(await rows()).toHaveLength(60)
    await from('198.51.100.1')
    expect(await rows()).toHaveLength(61)
    now += 60_000
    await from(`203.0.113.${caller}`)
    expect(await rows()).toHaveLength(62)
  })

  test('what is not well formed is refused and leaves nothing', async () => {
    const api = await apiAs()
    const refused = [{}, { pagePath: 1 }, { pagePath: 'x'.repeat(2001) }, [], { pagePath: '/', extra: 1 }]
    for (const body of refused) expect(await problemOf(await api.post(path, body))).toMatchObject({ status: 400 })
    expect(await rows()).toEqual([])
  })
})

describe('what is forgotten', () => {
  let database: TestDb
  beforeAll(async () => {
    database = await testDb()
  })
  afterAll(() => database.close())

  test('rows go after 60 days, salts after 48 hours and what was counted of networks with them', async () => {
    const { db } = database
    const at = Date.parse('2026-11-20T12:00:00Z')
    const key = Buffer.alloc(8)
    const days = ['2026-11-20', '2026-09-21', '2026-09-20', '2026-09-20', '2026-08-01']
    await db.insert(analyticsPageViews).values(days.map((day) => ({ day, pagePath: '/', visitorKey: key })))
    const hoursAgo = (hours: number) => new Date(at - hours * 3_600_000)
    const salts = { '2026-11-20': 6, '2026-11-19': 30, '2026-11-18': 47.9, '2026-11-17': 48.1 }
    for (const [day, age] of Object.entries(salts)) {
      await db.insert(analyticsSalts).values({ day, salt: Buffer.alloc(32), createdAt: hoursAgo(age) })
      await db.insert(analyticsNetworks).values({ day, networkKey: key, rows: 1 })
    }
    await db.insert(analyticsNetworks).values({ day: '2026-11-01', networkKey: key, rows: 1 })
    expect(await pruneVisits(db, at)).toEqual({ days: 2, salts: 1 })
    const left = await db.select().from(analyticsPageViews).orderBy(sql`day desc`)
    expect(left.map(({ day }) => day)).toEqual(['2026-11-20', '2026-09-21'])
    const networks = await db.select().from(analyticsNetworks).orderBy(sql`day`)
    expect(networks.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
    expect(await pruneVisits(db, at)).toEqual({ days: 0, salts: 0 })
  })
})

describe('when it cannot be kept', () => {
  test('the caller is thanked all the same, and the log says why', async () => {
    const broken = {
      insert: () => {
        throw Object.assign(new Error('canary'), { code: 'ECONNREFUSED' })
      },
    }
    const api = await testApi({ db: broken as never })
    expect((await api.post(path, { pagePath: '/' }, {}, { ip: '192.0.2.1' })).status).toBe(204)
    expect(api.log().map((entry) => entry.event)).toEqual(['page view lost', 'request'])
    expect(api.lines.join()).not.toContain('canary')
  })

  test('a session store that fails loses the view, not the answer', async () => {
    const readVisit = async () => {
      throw new Error('down')
    }
    const api = await testApi({ db: {} as never, readVisit })
    expect((await api.post(path, { pagePath: '/' }, {}, { ip: '192.0.2.2' })).status).toBe(204)
  })

  test('a database that never answers is not waited for', async () => {
    const silent = { insert: () => ({ values: () => ({ onConflictDoNothing: () => new Promise(() => {}) }) }) }
    const api = await testApi({ db: silent as never })
    expect((await api.post(path, { pagePath: '/' }, {}, { ip: '192.0.2.3' })).status).toBe(204)
  })
})
