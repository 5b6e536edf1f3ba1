import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { prunePageViews } from '#src/domain/page-views/prune-page-views.ts'
import { BROWSER, NOON, problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const path = '/api/page-views'
const viewer = { id: 'u1', email: 'a@b.example', username: 'ada', roles: [], isAdmin: false, aal: 1 } as const

/** Moved on before each test, and never back: the brake on floods counts in the process. */
let now = NOON
let caller = 0

describe('page views', () => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await testDb()
    db = database.db
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await db.delete(analyticsPageViews)
    now += 120_000
    caller += 1
  })

  const apiAs = (as: Viewer | null = null) => testApi({ db, as, clock: () => now })
  const rows = () => db.select().from(analyticsPageViews)

  test('a page view is kept clean, and the answer says nothing', async () => {
    const api = await apiAs()
    const response = await api.post(path, {
      pagePath: '/logistics-form/secret-token?utm=1#x',
      eventSlug: 'tulsa-2027',
      sessionId: 'a1b2c3d4-e5f6',
      referrer: 'https://mail.example/inbox?message=7',
    })
    expect([response.status, await response.text()]).toEqual([204, ''])
    const [row] = await rows()
    expect(row).toMatchObject({
      pagePath: '/logistics-form/:token',
      eventSlug: 'tulsa-2027',
      sessionId: 'a1b2c3d4-e5f6',
      referrer: 'https://mail.example',
      userId: null,
      userAgent: BROWSER,
    })
  })

  test('no address is kept, whatever header it came in', async () => {
    const api = await apiAs()
    const headers = { 'X-Forwarded-For': '198.51.100.9', 'X-Nf-Client-Connection-Ip': '198.51.100.9' }
    await api.post(path, { pagePath: '/' }, headers, { ip: '203.0.113.77' })
    expect(JSON.stringify(await rows())).not.toMatch(/203\.0\.113|198\.51\.100/)
    expect(await rows()).toHaveLength(1)
  })

  test('the person comes from the session alone', async () => {
    await (await apiAs({ ...viewer, roles: [], approval: 'approved' })).post(path, { pagePath: '/forum' })
    expect((await rows()).map((row) => row.userId)).toEqual(['u1'])
    expect((await (await apiAs()).post(path, { pagePath: '/', userId: 'u1' })).status).toBe(400)
    expect((await (await apiAs()).post(path, { pagePath: '/', user_id: 'u1' })).status).toBe(400)
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36',
    '',
  ])('a bot is thanked and forgotten: %s', async (agent) => {
    const api = await apiAs()
    expect((await api.post(path, { pagePath: '/' }, { 'User-Agent': agent })).status).toBe(204)
    expect(await rows()).toEqual([])
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

  test('the browser is forgotten after a day, the row after 13 months', async () => {
    const at = (text: string) => ({ pagePath: text, userAgent: 'Browser', createdAt: new Date(text) })
    await db
      .insert(analyticsPageViews)
      .values([
        at('2026-11-20T12:00:01Z'),
        at('2026-11-19T12:00:01Z'),
        at('2026-11-19T11:59:59Z'),
        at('2025-10-20T12:00:01Z'),
        at('2025-10-20T11:59:59Z'),
      ])
    expect(await prunePageViews(db, Date.parse('2026-11-20T12:00:00Z'))).toEqual({ deleted: 1, emptied: 2 })
    const left = await db.select().from(analyticsPageViews).orderBy(sql`created_at desc`)
    expect(left.map((row) => [row.pagePath, row.userAgent])).toEqual([
      ['2026-11-20T12:00:01Z', 'Browser'],
      ['2026-11-19T12:00:01Z', 'Browser'],
      ['2026-11-19T11:59:59Z', null],
      ['2025-10-20T12:00:01Z', null],
    ])
    expect(await prunePageViews(db, Date.parse('2026-11-20T12:00:00Z'))).toEqual({ deleted: 0, emptied: 0 })
  })

  test('a run deletes in batches until nothing is left', async () => {
    await db.execute(sql`
      insert into analytics_page_views (page_path, user_agent, created_at)
      select '/', 'Browser', timestamptz '2025-01-01' from generate_series(1, 10001)`)
    expect(await prunePageViews(db, NOON)).toEqual({ deleted: 10_001, emptied: 0 })
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
    const silent = { insert: () => ({ values: () => new Promise(() => {}) }) }
    const api = await testApi({ db: silent as never })
    expect((await api.post(path, { pagePath: '/' }, {}, { ip: '192.0.2.3' })).status).toBe(204)
  })
})
