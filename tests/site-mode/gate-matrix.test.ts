import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { siteMode } from '#db/schema/operations.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { calendarApi } from '#src/api/calendar.ts'
import { contentApi } from '#src/api/content-api.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { forumApi } from '#src/api/forum-api.ts'
import { EXCEPTIONS } from '#src/api/gate.ts'
import { mailHooksApi } from '#src/api/mail-hooks.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { publicApi } from '#src/api/public-api.ts'
import { reportsApi } from '#src/api/reports.ts'
import { declaredRoutes, routes } from '#src/api/routes.ts'
import { shopApi } from '#src/api/shop-api.ts'
import { forgetLevel } from '#src/api/site-level.ts'
import { unsubscribeApi } from '#src/api/unsubscribe.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { Failure } from '#src/contract/failure.ts'
import { CLOSED_SENTENCE, type SiteLevel } from '#src/contract/site-mode.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { fromOurPage, getVisit, NOON, problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const AREAS = [
  ...[adminApi, authApi, calendarApi, contentApi, forumApi, mailHooksApi(() => ({})), partnersApi],
  ...[publicApi, reportsApi, shopApi(() => null), unsubscribeApi, uploadsApi],
]
const ROUTES = AREAS.flatMap(declaredRoutes).map((route) => ({ ...route, name: `${route.method} ${route.path}` }))

type Passage = 'anyone' | 'staff' | 'owners' | 'signing in' | 'by handler' | 'reader' | 'nobody'

/** Written here a second time and not taken from the code: the calls that a level treats differently. (decision 0050) */
const PASSAGES: Record<string, Passage> = {
  'GET /api/health': 'anyone',
  'GET /api/auth/session': 'anyone',
  'GET /api/auth/providers': 'anyone',
  'POST /api/auth/sign-out': 'anyone',
  'POST /api/vendor/sign-out': 'anyone',
  'POST /api/unsubscribe': 'anyone',
  'POST /api/unsubscribe/look': 'anyone',
  'GET /api/unsubscribe/one-click': 'anyone',
  'POST /api/unsubscribe/one-click': 'anyone',
  'POST /api/mail-hooks/:provider': 'anyone',
  'POST /api/shop/payment-notices': 'anyone',
  'POST /api/auth/sign-in': 'signing in',
  'POST /api/auth/passkey/challenge': 'signing in',
  'POST /api/auth/passkey/verify': 'signing in',
  'POST /api/auth/factors/:factorId/challenge': 'signing in',
  'POST /api/auth/factors/:factorId/verify': 'signing in',
  'POST /api/auth/recovery-codes/verify': 'signing in',
  'POST /api/auth/password-reset': 'signing in',
  'POST /api/auth/password-reset/confirm': 'signing in',
  'POST /api/auth/code-lock/end': 'signing in',
  'GET /api/auth/google': 'by handler',
  'GET /api/auth/google/callback': 'by handler',
  'POST /api/page-views': 'by handler',
  'POST /api/log-auth-attempt': 'by handler',
  'POST /api/event-previews': 'reader',
  'POST /api/change-set-previews': 'reader',
  'POST /api/forum/preview': 'reader',
  'POST /api/security-monitor': 'reader',
  'POST /api/logistics/look': 'reader',
  'POST /api/logistics/deliveries': 'reader',
  'POST /api/logistics/tasks': 'reader',
  'POST /api/logistics/caterer': 'reader',
  'POST /api/logistics/revision': 'reader',
  'POST /api/shop/quote': 'reader',
  'POST /api/shop/order/look': 'reader',
  'GET /api/auth/account': 'owners',
  'POST /api/auth/reauthenticate': 'owners',
  'PUT /api/admin/site-mode': 'owners',
  'GET /api/admin/emergency': 'owners',
  'GET /api/admin/emergency/count': 'owners',
  'POST /api/admin/emergency': 'owners',
  'GET /api/admin/audit-log': 'owners',
  'GET /api/admin/audit-log/actions': 'owners',
  'GET /api/admin/audit-log/export.csv': 'owners',
  'GET /api/admin/audit-log/verify': 'owners',
  'GET /api/admin/audit-log/contains': 'owners',
  'GET /api/admin/audit-log/:id': 'owners',
  'DELETE /api/admin/events/:id/share-links/:linkId': 'owners',
  'DELETE /api/admin/change-sets/:id/share-links/:linkId': 'owners',
  'DELETE /api/admin/orders/:id/links/:linkId': 'owners',
  'GET /api/admin/site-mode': 'staff',
  'POST /api/auth/sign-up': 'nobody',
  'POST /api/auth/confirm-email': 'nobody',
}

/**
 * The other writes that anybody, any signed-in person or owners alone may call: closed as every write is. A new one is named
 * here, or becomes an exception. Whoever adds it decides what an incident needs.
 */
const ORDINARY = [
  'DELETE /api/admin/users/:id/roles/:role',
  'DELETE /api/auth/account',
  'DELETE /api/auth/factors/:factorId',
  'DELETE /api/auth/google',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/:handle',
  'PATCH /api/auth/account',
  'POST /api/admin/checks/rounds',
  'POST /api/admin/users/:id/roles',
  'POST /api/auth/email',
  'POST /api/auth/email/confirm',
  'POST /api/auth/factors',
  'POST /api/auth/password',
  'POST /api/auth/recovery-codes',
  'POST /api/auth/token',
  'POST /api/logistics/deliveries/add',
  'POST /api/logistics/deliveries/change',
  'POST /api/logistics/deliveries/remove',
  'POST /api/logistics/new-link',
  'POST /api/logistics/remove',
  'POST /api/logistics/request',
  'POST /api/logistics/save',
  'POST /api/logistics/submit',
  'POST /api/logistics/task-files',
  'POST /api/logistics/tasks/answer',
  'POST /api/mail-inbound/:secret',
  'POST /api/probe-limit',
  'POST /api/reports/status',
  'POST /api/reports/verify',
  'POST /api/shop/new-links',
  'POST /api/shop/order/cancel',
  'POST /api/shop/order/finish',
  'POST /api/shop/order/purchasing',
  'POST /api/shop/orders',
  'POST /api/submit-event-report',
  'POST /api/vendor/invite/accept',
  'POST /api/vendor/invite/look',
  'POST /api/vendor/sign-in',
  'POST /api/vendor/sign-in/look',
  'POST /api/vendor/sign-in/use',
]

const person = (more: Partial<Viewer>): Viewer => ({
  id: '00000000-0000-4000-8000-000000000001',
  email: 'someone@gauge.example',
  username: 'someone',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
  ...more,
})
const ROLES: Record<string, Viewer | null> = {
  anonymous: null,
  pending: person({ approval: 'pending' }),
  member: person({}),
  moderator: person({ roles: ['moderator'], isAdmin: true }),
  admin: person({ roles: ['admin'], isAdmin: true }),
  owner: person({ roles: ['owner'], isAdmin: true }),
}
const STAFF = ['moderator', 'admin', 'owner']
const LEVELS = [0, 1, 2, 3] as const

/** What a cell has to be. */
function passes(name: string, level: SiteLevel, role: string): boolean {
  const passage = PASSAGES[name]
  if (level === 0 || passage === 'anyone' || passage === 'by handler') return true
  if (passage === 'nobody') return false
  if (passage === 'signing in') return level === 1 || role === 'anonymous' || role === 'owner'
  if (passage === 'staff' && STAFF.includes(role)) return true
  if (passage === 'owners' && role === 'owner') return true
  if (passage === 'reader' || name.startsWith('GET ')) return level < 3
  if (level === 1) return STAFF.includes(role)
  return level === 2 && role === 'owner'
}

/** An area with the same routes, whose handlers only say that somebody came through. */
function standIn(): Hono<ApiEnv> {
  const area = new Hono<ApiEnv>()
  for (const { method, path } of ROUTES) {
    const own = routes('public', { checksOrigin: false })
    const add = own[method.toLowerCase() as 'get'].bind(own) as typeof own.get
    area.route('/', add(path, (c) => c.body(null, 204)) as unknown as Hono<ApiEnv>)
  }
  return area
}

let opened: TestDb
let viewer: Viewer | null = null
let clock = NOON
let reads = 0
let isDown = false
const connection = { db: undefined as unknown as Db }
const deps = () => ({
  db: connection.db,
  area: standIn(),
  clock: () => clock,
  readVisit: async () => viewer && getVisit(viewer),
  retryRead: async <T>(read: () => Promise<T>) => {
    reads += 1
    if (isDown) throw Object.assign(new Error('canary'), { code: 'ECONNREFUSED' })
    return read()
  },
})
let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  opened = await testDb()
  connection.db = opened.db
  api = await testApi(deps())
})
afterAll(() => opened.close())
beforeEach(async () => {
  viewer = null
  isDown = false
  await setLevel(0)
})

async function setLevel(level: SiteLevel, until: number | null = null): Promise<void> {
  await opened.db.update(siteMode).set({ level, reason: 'a test', until: until === null ? null : new Date(until) })
  forgetLevel(opened.db)
}
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  api.request(path.replace(/:\w+/g, 'x'), { method, headers: { ...fromOurPage, ...headers } })

async function isPassed(answer: Response, level: SiteLevel, name: string): Promise<boolean> {
  if (answer.status === 204) return true
  const { code, detail } = await problemOf(answer)
  expect([answer.status, code], name).toEqual([503, 'closed'])
  expect(detail).toBe(CLOSED_SENTENCE[level as 1])
  expect(Number(answer.headers.get('Retry-After')), name).toBeGreaterThan(0)
  expect(answer.headers.get('Cache-Control'), name).toBe('no-store')
  expect(answer.headers.get('Vary'), name).toContain('Cookie')
  return false
}

test('every exception is a route, and its line gives a reason', () => {
  const lines = EXCEPTIONS.flatMap(({ passage, calls }) => calls.map((call) => [call, passage]))
  expect(Object.fromEntries(lines)).toEqual(PASSAGES)
  expect(lines).toHaveLength(Object.keys(PASSAGES).length)
  const names = ROUTES.map(({ name }) => name)
  expect(Object.keys(PASSAGES).filter((name) => !names.includes(name))).toEqual([])
  expect(EXCEPTIONS.filter(({ because }) => !/^[A-Z].{20,}[.)]$/.test(because))).toEqual([])
})

test('every write that is not for staff or members alone is decided on', () => {
  const undecided = ROUTES.filter(
    ({ name, method, policy = '' }) =>
      method !== 'GET' && ['public', 'signedIn', 'owner'].includes(policy) && PASSAGES[name] === undefined,
  )
  expect(undecided.map(({ name }) => name).toSorted()).toEqual(ORDINARY)
})

const size = `${ROUTES.length} routes × ${LEVELS.length} levels × ${Object.keys(ROLES).length} roles`
describe(`the matrix of ${size}`, () => {
  test.each(LEVELS)('every route lets through at level %i whom the table names', async (level) => {
    expect(ROUTES.length).toBeGreaterThan(190)
    await setLevel(level)
    for (const [role, someone] of Object.entries(ROLES)) {
      viewer = someone
      const expected = ROUTES.map(({ name }) => [name, passes(name, level, role)])
      const found = []
      for (const { method, path, name } of ROUTES)
        found.push([name, await isPassed(await send(method, path), level, name)])
      expect(found, role).toEqual(expected)
    }
  })
})

test('what no route answers is closed as a read or a write is, and an unknown method is a write', async () => {
  const statusesAt = async (level: SiteLevel) => {
    await setLevel(level)
    const sent = ['GET /api/none', 'HEAD /api/none', 'OPTIONS /api/events', 'POST /api/none', 'PROPFIND /api/events']
    return Promise.all(sent.map(async (call) => (await send(...(call.split(' ') as [string, string]))).status))
  }
  expect(await statusesAt(0)).toEqual([404, 404, 405, 404, 405])
  expect(await statusesAt(1)).toEqual([404, 404, 405, 503, 503])
  expect(await statusesAt(3)).toEqual([503, 503, 503, 503, 503])
  viewer = ROLES.owner ?? null
  expect(await statusesAt(2)).toEqual([404, 404, 405, 404, 405])
})

test('an exception is open for HEAD as for GET, and in no other spelling', async () => {
  await setLevel(3)
  expect((await send('HEAD', '/api/health')).status).toBe(204)
  for (const path of ['/api/health/', '/api/Health', '/api/health/x'])
    expect((await send('GET', path)).status).toBe(503)
  for (const path of ['/api/%68ealth', '/api//health']) expect((await send('GET', path)).status).toBe(404)
})

test('a closed answer is never a 304, and the CDN tells it apart by nothing else than an open one', async () => {
  const open = await send('GET', '/api/events')
  await setLevel(3)
  const shut = await send('GET', '/api/events', { 'If-None-Match': '*' })
  expect(shut.status).toBe(503)
  for (const name of ['ETag', 'Netlify-CDN-Cache-Control', 'Netlify-Cache-Tag'])
    expect(shut.headers.get(name)).toBeNull()
  expect(shut.headers.get('Netlify-Vary')).toBe(open.headers.get('Netlify-Vary'))
})

test('callers are asked back when the site opens, at the earliest in half a minute and at the latest in an hour', async () => {
  const waits = []
  for (const until of [null, NOON + 10_000, NOON + 600_000, NOON + 86_400_000]) {
    await setLevel(1, until)
    clock = NOON
    waits.push((await send('POST', '/api/submit-event-report')).headers.get('Retry-After'))
  }
  expect(waits).toEqual(['300', '30', '600', '3600'])
})

test('the site opens by itself at the very moment the level ends', async () => {
  await setLevel(2, NOON + 60_000)
  clock = NOON + 59_999
  expect((await send('PATCH', '/api/auth/account')).status).toBe(503)
  clock = NOON + 60_000
  expect((await send('PATCH', '/api/auth/account')).status).toBe(204)
  clock = NOON
})

test('a caller with an access token is judged by it, and a bad one makes a visitor', async () => {
  await setLevel(2)
  const byToken = async (readVisit: () => Promise<ReturnType<typeof getVisit> | null>) => {
    const own = await testApi({ ...deps(), readVisit })
    const init = { method: 'POST', headers: { Authorization: 'Bearer a.b.c' } }
    return (await own.request('/api/admin/vendors', init)).status
  }
  const owner = getVisit(ROLES.owner as Viewer)
  expect(await byToken(async () => ({ ...owner, byToken: true }))).toBe(204)
  expect(await byToken(async () => Promise.reject(new Failure('unauthenticated', 'Sign in.')))).toBe(503)
})

describe('the level that a process knows', () => {
  const readEvents = async () => (await send('GET', '/api/events')).status
  const write = async () => (await send('POST', '/api/submit-event-report')).status

  test('is read once for callers at the same time, and again after five seconds', async () => {
    reads = 0
    await Promise.all(Array.from({ length: 20 }, readEvents))
    expect(reads).toBe(1)
    await opened.db.update(siteMode).set({ level: 3 })
    clock = NOON + 4_999
    expect([await readEvents(), reads]).toEqual([204, 1])
    clock = NOON + 5_000
    expect([await readEvents(), reads]).toEqual([503, 2])
    clock = NOON
    expect([await readEvents(), reads], 'a clock that was set back').toEqual([503, 3])
  })

  test('is the last one where the row cannot be read, and nothing is written by it', async () => {
    expect(await write()).toBe(204)
    isDown = true
    clock = NOON + 5_000
    expect(await readEvents()).toBe(204)
    expect(await problemOf(await send('POST', '/api/submit-event-report'))).toMatchObject({ code: 'unavailable' })
    isDown = false
    await opened.db.update(siteMode).set({ level: 3 })
    reads = 0
    expect([await readEvents(), reads], 'a failed read is not repeated for two seconds').toEqual([204, 0])
    clock = NOON + 7_000
    expect(await readEvents()).toBe(503)
    isDown = true
    clock = NOON + 20_000
    expect(await problemOf(await send('GET', '/api/events'))).toMatchObject({ code: 'closed' })
    clock = NOON
  })

  test('is unknown to a new process that cannot read the row: reads fail by themselves, and writes are refused', async () => {
    isDown = true
    expect([await readEvents(), await write()]).toEqual([204, 503])
    expect((await send('GET', '/api/health')).status).toBe(204)
  })

  test('reaches another process within five seconds', async () => {
    const other = openDb(opened.url)
    const there = await testApi({ ...deps(), db: other.db })
    expect((await there.request('/api/events')).status).toBe(204)
    await setLevel(3)
    expect(await readEvents()).toBe(503)
    clock = NOON + 5_000
    expect((await there.request('/api/events')).status).toBe(503)
    clock = NOON
    await other.close()
  })
})
