import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '#src/api/app.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { publicApi } from '#src/api/public-api.ts'
import { declaredRoutes, routes } from '#src/api/routes.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { probeArea } from '#tests/support/probe-routes.ts'

let database: TestDb
beforeAll(async () => {
  database = await testDb()
})
afterAll(() => database.close())

const member: Viewer = {
  id: 'u1',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
}

describe('the routes of the public API', () => {
  test('each declares a policy, and it is public', () => {
    expect(declaredRoutes(publicApi)).toEqual(
      [
        ['GET', '/api/health'],
        ['GET', '/api/events'],
        ['GET', '/api/events/featured'],
        ['GET', '/api/events/:slug'],
        ['POST', '/api/event-previews'],
        ['POST', '/api/change-set-previews'],
        ['GET', '/api/navigation'],
        ['POST', '/api/page-views'],
        ['POST', '/api/probe-limit'],
        ['POST', '/api/mail-inbound/:secret', false],
        ['POST', '/api/security-monitor'],
        ['POST', '/api/log-auth-attempt'],
        ['GET', '/media/:id'],
        ['GET', '/api/events/'],
      ].map(([method, path, checksOrigin]) => ({
        method,
        path,
        policy: 'public',
        ...(checksOrigin === false && { checksOrigin }),
      })),
    )
  })
})

describe('the routes of the account API', () => {
  const declared = declaredRoutes(authApi)
  const of = (policy: string | undefined) =>
    declared.filter((route) => route.policy === policy).map(({ method, path }) => `${method} ${path}`)

  test('each declares a policy: it is for signed-in people, or one of the public routes', () => {
    expect(declared.length).toBe(of('signedIn').length + of('public').length)
    expect(of('signedIn').length).toBeGreaterThan(12)
  })

  test('the public routes are these: signing in and out, links from mails, the second step, and public facts', () => {
    expect(of('public').toSorted()).toEqual([
      'GET /.well-known/jwks.json',
      'GET /api/auth/google',
      'GET /api/auth/google/callback',
      'GET /api/auth/providers',
      'GET /api/auth/session',
      'POST /api/auth/code-lock/end',
      'POST /api/auth/confirm-email',
      'POST /api/auth/email/confirm',
      'POST /api/auth/factors/:factorId/challenge',
      'POST /api/auth/factors/:factorId/verify',
      'POST /api/auth/passkey/challenge',
      'POST /api/auth/passkey/verify',
      'POST /api/auth/password-reset',
      'POST /api/auth/password-reset/confirm',
      'POST /api/auth/recovery-codes/verify',
      'POST /api/auth/sign-in',
      'POST /api/auth/sign-out',
      'POST /api/auth/sign-up',
    ])
  })
})

describe('a route that declares no policy', () => {
  const open = (): [string, Hono<ApiEnv>][] => [
    ['a bare router', new Hono<ApiEnv>().get('/api/x', (c) => c.text('open'))],
    ['all()', routes('admin').all('/x', (c) => c.text('open'))],
    ['on()', routes('admin').on('PURGE', '/x', (c) => c.text('open'))],
    ['use()', routes('admin').use('/x', (c) => Promise.resolve(c.text('open')))],
    [
      'one among many',
      new Hono<ApiEnv>()
        .route(
          '/api',
          routes('public').get('/a', (c) => c.text('')),
        )
        .get('/b', (c) => c.text('')),
    ],
  ]

  test.each(open())('%s: no API is made of it', (_what, area) => {
    expect(() => createApi(area, {} as never)).toThrow(/declare no policy/)
  })

  test('a handler without a path is refused at once', () => {
    const { get } = routes('admin')
    expect(() => Reflect.apply(get, undefined, [() => 'open'])).toThrow(/names its path/)
  })
})

describe('who gets through', () => {
  const viewers: [string, Viewer | null, Record<string, number>][] = [
    ['an anonymous visitor', null, { 'signed-in': 401, approved: 401, admin: 401, owner: 401, open: 200 }],
    [
      'a pending account',
      { ...member, approval: 'pending' },
      { 'signed-in': 200, approved: 403, admin: 403, owner: 403, open: 200 },
    ],
    ['a member', member, { 'signed-in': 200, approved: 200, admin: 403, owner: 403, open: 200 }],
    [
      'a moderator',
      { ...member, roles: ['moderator'], isAdmin: true },
      { 'signed-in': 200, approved: 200, admin: 403, owner: 403, open: 200 },
    ],
    [
      'an owner',
      { ...member, roles: ['owner'], isAdmin: true },
      { 'signed-in': 200, approved: 200, admin: 200, owner: 200, open: 200 },
    ],
  ]

  test.each(viewers)('%s', async (_who, as, expected) => {
    const api = await testApi({ area: probeArea, db: database.db, as })
    for (const [path, status] of Object.entries(expected)) {
      const response = await api.request(`/api/inner/${path}`)
      expect(response.status, path).toBe(status)
      if (status !== 200)
        expect((await problemOf(response)).code).toBe(status === 401 ? 'unauthenticated' : 'forbidden')
    }
  })

  test('nothing behind a policy is cached', async () => {
    const api = await testApi({ area: probeArea, db: database.db, as: member })
    const { headers } = await api.request('/api/inner/signed-in')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Vary')).toContain('Cookie')
    expect(headers.has('Netlify-CDN-Cache-Control')).toBe(false)
  })

  test('public routes do not read the visit', async () => {
    let asked = 0
    const readVisit = async () => {
      asked += 1
      return null
    }
    const api = await testApi({ db: database.db, readVisit })
    await api.request('/api/events')
    await api.request('/api/health')
    expect(asked).toBe(0)
  })
})
