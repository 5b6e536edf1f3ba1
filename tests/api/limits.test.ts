import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { authAttempts, bans, rateLimits } from '#db/schema/security.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { limitedActions, limitedFailures } from '#src/api/limits.ts'
import { routes } from '#src/api/routes.ts'
import { Failure, type FailureKind } from '#src/contract/failure.ts'
import { BANNED } from '#src/contract/security-check.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { banSubject, noteFailureAt } from '#src/domain/security/bans.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { beginAttempt } from '#src/domain/security/security-check.ts'
import { NOON, problemOf, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const monitor = '/api/security-monitor'
const report = '/api/log-auth-attempt'
const asked = { ip_address: '192.0.2.66', attempt_type: 'signin', email: 'ada@plant.example' }
const told = {
  ip_address: '192.0.2.66',
  email_attempted: 'ada@plant.example',
  attempt_type: 'signin',
  success: true,
  error_message: null,
  user_agent: 'Forged/1',
}
/** Every way a caller may claim to be somebody else. */
const SPOOFS: Record<string, string>[] = [
  { 'X-Forwarded-For': '198.51.100.7' },
  { 'X-Forwarded-For': '198.51.100.7, 203.0.113.1' },
  { 'X-Real-IP': '198.51.100.8' },
  { 'X-Nf-Client-Connection-Ip': '198.51.100.9' },
  { Forwarded: 'for=198.51.100.10;proto=https' },
  { 'CF-Connecting-IP': '198.51.100.11', 'True-Client-IP': '198.51.100.12', 'Client-IP': '198.51.100.13' },
]
const member: Viewer = {
  id: 'member-1',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
}

let now = NOON
let callers = 0
let ip = ''

describe('limits', () => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await testDb()
    db = database.db
    await storeEvent(db, { eventSlug: 'tulsa-2027' })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await Promise.all([db.delete(authAttempts), db.delete(rateLimits), db.delete(bans)])
    now += 7_200_000
    callers += 1
    ip = `203.0.113.${callers}`
  })

  const newApi = () => testApi({ db, clock: () => now })
  const attempts = () => db.select().from(authAttempts)
  /** A try to sign in that fails; false where it may not even begin. */
  async function failToSignIn(address: string): Promise<boolean> {
    const begun = await beginAttempt(db, { address, key: address, limit: LIMITS.signIn, now })
    if ('hold' in begun) await begun.hold.settle(true)
    return 'hold' in begun
  }
  async function spendSignIns(address: string): Promise<void> {
    for (let index = 0; index < 6; index += 1) expect(await failToSignIn(address)).toBe(true)
  }

  describe('advice on an attempt', () => {
    test('says yes to a newcomer, in the words of the product description', async () => {
      const response = await (await newApi()).post(monitor, asked, {}, { ip })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ allowed: true, banned: false, rate_limited: false, reason: null })
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    })

    test('predicts the answer of the sign-in, and counts nothing', async () => {
      const api = await newApi()
      await spendSignIns(ip)
      now += 20_000
      for (let index = 0; index < 3; index += 1) {
        const answer = await (await api.post(monitor, asked, {}, { ip })).json()
        const reason = 'Too many sign-in attempts. Try again in 40 seconds.'
        expect(answer).toEqual({ allowed: false, banned: false, rate_limited: true, reason })
      }
      const other = await (await api.post(monitor, { ...asked, attempt_type: 'signup' }, {}, { ip })).json()
      expect(other).toMatchObject({ allowed: true })
      const counts = (await db.select().from(rateLimits)).map((row) => row.count)
      expect(counts).toEqual([6, 6])
    })

    test('answers a banned caller', async () => {
      const ban = { subjectType: 'address', subject: ip, reason: 'spam', expiresAt: null } as const
      await banSubject(db, ban, { id: 'cli' }, now)
      const answer = await (await (await newApi()).post(monitor, asked, {}, { ip })).json()
      expect(answer).toEqual({ allowed: false, banned: true, rate_limited: false, reason: BANNED })
    })

    test('goes by the address the call came from, whatever is claimed', async () => {
      const api = await newApi()
      await spendSignIns(ip)
      for (const spoof of SPOOFS) {
        const answer = await (await api.post(monitor, asked, spoof, { ip })).json()
        expect(answer, JSON.stringify(spoof)).toMatchObject({ rate_limited: true })
      }
      const framing = { ...asked, ip_address: ip }
      expect(await (await api.post(monitor, framing, {}, { ip: '192.0.2.1' })).json()).toMatchObject({ allowed: true })
    })

    test.each(['signin', 'signup', 'password_reset'])('takes %s, with or without the rest', async (attempt_type) => {
      const response = await (await newApi()).post(monitor, { attempt_type }, {}, { ip })
      expect(response.status).toBe(200)
    })

    test.each([
      {},
      { ...asked, attempt_type: 'login' },
      { ...asked, attemptType: 'signin' },
      { ...asked, is_admin: true },
      { ...asked, email: 'x'.repeat(256) },
      { ...asked, email: 'a\u0000b' },
      [],
    ])('refuses %j', async (body) => {
      expect(await problemOf(await (await newApi()).post(monitor, body, {}, { ip }))).toMatchObject({ status: 400 })
    })
  })

  describe('what a browser reports of an attempt', () => {
    test('is kept as a claim, with the real address and browser', async () => {
      const response = await (await newApi()).post(report, told, SPOOFS[0], { ip })
      expect([response.status, await response.text()]).toEqual([204, ''])
      const rows = await attempts()
      expect(rows).toMatchObject([
        {
          address: ip,
          attemptType: 'client:signin',
          isSuccess: false,
          userId: null,
          reason: 'Reported a success',
          device: 'Chrome on Linux',
        },
      ])
      expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.66|198\.51|plant\.example|Forged/)
    })

    test('is stored thirty times an hour; the rest is accepted and dropped, and uses up no sign-ins', async () => {
      const api = await newApi()
      for (let index = 0; index < 40; index += 1) {
        expect((await api.post(report, told, SPOOFS[index % SPOOFS.length], { ip })).status).toBe(204)
      }
      expect(await attempts()).toHaveLength(30)
      expect(await failToSignIn(ip)).toBe(true)
      expect(await db.select().from(bans)).toEqual([])
    })

    test.each([
      { ...told, success: 'yes' },
      { ...told, attempt_type: 'x' },
      { ...told, user_id: 'u1' },
      { ...told, error_message: 'x'.repeat(501) },
    ])('is refused when malformed: %j', async (body) => {
      expect(await problemOf(await (await newApi()).post(report, body, {}, { ip }))).toMatchObject({ status: 400 })
      expect(await attempts()).toEqual([])
    })

    test('from another site is refused', async () => {
      const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
      for (const path of [monitor, report])
        expect((await (await newApi()).post(path, path === report ? told : asked, foreign, { ip })).status).toBe(403)
    })
  })

  describe('reads', () => {
    test('fifty in ten seconds are answered, then 429 with the time to wait', async () => {
      const api = await newApi()
      const read = (path = '/api/events/tulsa-2027') => api.request(path, {}, { ip })
      for (let index = 0; index < 50; index += 1) expect((await read()).status).toBe(200)
      now += 3_000
      for (const path of ['/api/events', '/api/events/featured', '/api/events/tulsa-2027', '/api/navigation']) {
        const response = await read(path)
        expect(response.headers.get('Retry-After')).toBe('7')
        expect(response.headers.has('Netlify-CDN-Cache-Control')).toBe(false)
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        expect(await problemOf(response)).toMatchObject({
          status: 429,
          code: 'rate_limited',
          detail: 'Too many requests. Try again in 7 seconds.',
        })
      }
      expect((await api.request('/api/events', {}, { ip: '198.51.100.200' })).status).toBe(200)
      now += 7_000
      expect((await read()).status).toBe(200)
    })

    test('two hundred in a minute are answered', async () => {
      const api = await newApi()
      const statuses = []
      for (let index = 0; index < 250; index += 1) {
        if (index % 50 === 0) now += 10_000
        statuses.push((await api.request('/api/navigation', {}, { ip })).status)
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(200)
      expect(statuses.slice(200).every((status) => status === 429)).toBe(true)
    })

    test('cost the database nothing, and a claimed address changes nothing', async () => {
      const api = await newApi()
      let answered = 0
      for (let index = 0; index < 60; index += 1) {
        const spoof = { ...SPOOFS[index % SPOOFS.length], 'X-Forwarded-For': `198.51.100.${index}` }
        if ((await api.request('/api/events', { headers: spoof }, { ip })).status === 200) answered += 1
      }
      expect(answered).toBe(50)
      expect(await db.select().from(rateLimits)).toEqual([])
    })

    test('health and pictures have no limit of their own', async () => {
      const api = await newApi()
      for (let index = 0; index < 60; index += 1) {
        expect((await api.request('/api/health', {}, { ip })).status).toBe(200)
      }
    })
  })

  describe('actions', () => {
    const area = new Hono<ApiEnv>()
      .route(
        '/api/report',
        routes('public').post('/', limitedActions('report'), (c) => c.body(null, 204)),
      )
      .route(
        '/api/post',
        routes('approved').post('/', limitedActions('posts'), (c) => c.body(null, 204)),
      )
    const apiAs = (as: Viewer | null) => testApi({ db, area, as, clock: () => now })
    const act = async (path: string, as: Viewer | null, address = ip, headers = {}) =>
      (await apiAs(as)).post(path, {}, headers, { ip: address })

    test('fifty at once: five reports pass, the rest hear how long to wait', async () => {
      const api = await apiAs(null)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => api.post('/api/report', {}, SPOOFS[index % SPOOFS.length], { ip })),
      )
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      expect(count(204)).toBe(5)
      expect(count(429) + count(403)).toBe(45)
      const refused = answers.find((answer) => answer.status === 429)
      expect(refused?.headers.get('Retry-After')).toBe('3600')
      expect(refused && (await problemOf(refused)).detail).toBe('Too many reports. Try again in 60 minutes.')
    })

    test('a caller who continues gets 429 each time, and the address is not banned', async () => {
      for (let index = 0; index < 60; index += 1) await act('/api/report', null)
      expect((await act('/api/report', null)).status).toBe(429)
      expect(await db.select().from(bans)).toEqual([])
    })

    test('an address that failed too often is banned: 403, until the ban is over', async () => {
      for (let index = 0; index < 40; index += 1) await noteFailureAt(db, ip, now)
      const response = await act('/api/report', null)
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'forbidden', detail: BANNED })
      expect((await act('/api/report', null, '198.51.100.77')).status).toBe(204)
      now += 3_600_000
      expect((await act('/api/report', null)).status).toBe(204)
    })

    test('posts count per account: two people behind one address do not wait for each other', async () => {
      const other = { ...member, id: 'member-2' }
      expect((await act('/api/post', member)).status).toBe(204)
      expect((await act('/api/post', other)).status).toBe(204)
      const response = await act('/api/post', member, '198.51.100.78')
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '10'])
      now += 10_000
      expect((await act('/api/post', member)).status).toBe(204)
    })

    test('a person who posts too often is refused, and the address is not banned', async () => {
      for (let index = 0; index < 25; index += 1) await act('/api/post', member)
      expect((await act('/api/post', member)).status).toBe(429)
      expect(await db.select().from(bans)).toEqual([])
    })

    test('a banned account is turned away from any address', async () => {
      const ban = { subjectType: 'user', subject: member.id, reason: 'spam', expiresAt: null } as const
      await banSubject(db, ban, { id: 'cli' }, now)
      expect((await act('/api/post', member, '198.51.100.79')).status).toBe(403)
    })
  })
})

describe('attempts of which only failures count', () => {
  let database: TestDb
  beforeAll(async () => {
    database = await testDb()
  })
  afterAll(() => database.close())

  /** A route that ends as it is told to. */
  const apiThat = (outcome: { throws?: Error }) => {
    const handler = () => {
      if (outcome.throws) throw outcome.throws
      return new Response(null, { status: 204 })
    }
    const link = routes('public').post('/', limitedFailures('verifyToken'), handler)
    return testApi({ db: database.db, area: new Hono<ApiEnv>().route('/api/link', link), clock: () => now })
  }
  const failed = async (address: string) =>
    (await database.db.select().from(rateLimits)).find(({ key }) => key === `failed:7200:${address}`)?.count ?? 0

  test('a room that opens fifty links uses nothing up, one after another and all at once', async () => {
    const api = await apiThat({})
    const open = () => api.post('/api/link', {}, {}, { ip: '203.0.113.201' })
    for (let count = 0; count < 35; count += 1) expect((await open()).status).toBe(204)
    const answers = await Promise.all(Array.from({ length: 50 }, open))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(204))
  })

  test.each<[FailureKind, boolean]>([
    ['not_found', true],
    ['gone', true],
    ['unauthenticated', true],
    ['conflict', false],
    ['invalid', false],
    ['rate_limited', false],
    ['unavailable', false],
  ])('what ends as %s: wrong is %s', async (kind, isWrong) => {
    const ip = `203.0.113.${210 + kind.length}`
    const api = await apiThat({ throws: new Failure(kind, 'x') })
    for (let count = 0; count < 3; count += 1) await api.post('/api/link', {}, {}, { ip })
    const [row] = (await database.db.select().from(rateLimits)).filter(({ key }) => key === `verify-token:300:${ip}`)
    expect(row).toMatchObject({ count: isWrong ? 3 : 0, held: 0 })
    expect(await failed(ip)).toBe(isWrong ? 3 : 0)
  })

  test('an error of ours counts as no one’s failure', async () => {
    const ip = '203.0.113.202'
    const api = await apiThat({ throws: new Error('canary') })
    for (let count = 0; count < 40; count += 1) expect((await api.post('/api/link', {}, {}, { ip })).status).toBe(500)
    expect(await failed(ip)).toBe(0)
  })
})

describe('without the database', () => {
  const fail = () => {
    throw Object.assign(new Error('canary'), { code: 'ECONNREFUSED' })
  }
  const broken = () => ({ $with: fail, execute: fail, select: fail, insert: fail }) as never

  test('advice is yes, a report is thanked, and the log says why', async () => {
    const api = await testApi({ db: broken() })
    const response = await api.post(monitor, asked)
    expect(await response.json()).toEqual({ allowed: true, banned: false, rate_limited: false, reason: null })
    expect((await api.post(report, told)).status).toBe(204)
    const events = api.log().map((entry) => entry.event)
    expect(events).toEqual(['no advice on an attempt', 'request', 'report of an attempt dropped', 'request'])
    expect(api.lines.join()).not.toContain('canary')
  })

  test('a database that never answers is not waited for', async () => {
    const never = new Promise(() => {})
    const statement = { prepare: () => ({ execute: () => never }) }
    const silent = {
      select: () => ({ from: () => ({ where: () => ({ orderBy: () => ({ limit: () => statement }) }) }) }),
    }
    const api = await testApi({ db: silent as never })
    expect(await (await api.post(monitor, asked)).json()).toMatchObject({ allowed: true })
  })

  test('an action is served, no more often than its limit says', async () => {
    const area = new Hono<ApiEnv>().route(
      '/api/report',
      routes('public').post('/', limitedActions('report'), (c) => c.body(null, 204)),
    )
    // Of the whole database, only how far the site is closed can be read: without that, nothing is written. (decision 0050)
    const open = { level: 0, setAt: new Date() }
    const select = (columns?: object) => (columns ? fail() : { from: async () => [open] })
    const api = await testApi({ db: { $with: fail, execute: fail, insert: fail, select } as never, area })
    const statuses = []
    for (let index = 0; index < 7; index += 1) statuses.push((await api.post('/api/report', {})).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429])
    expect(api.log().map((entry) => entry.event)).toContain('limits counted in memory')
  })
})
