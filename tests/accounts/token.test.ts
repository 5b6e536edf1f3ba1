import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, profiles, sessions, userRoles } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { readVisit } from '#src/auth/visit.ts'
import { TOKEN_SENTENCE } from '#src/contract/access-token.ts'
import { grantRole } from '#src/domain/accounts/change-role.ts'
import { NOON, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { probeArea } from '#tests/support/probe-routes.ts'
import { accountApi, nextIp, PASSWORD } from './account-api.ts'

const MINUTE = 60_000
const EVIL = 'https://evil.example'
/** What an `Authorization` may not look like, `TOKEN` being a good one. */
const SHAPES = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer a.b.c',
  'Basic YWRhOnBhc3N3b3Jk',
  'Token TOKEN',
  'TOKEN',
  'Bearer TOKEN, Bearer TOKEN',
  'Bearer  TOKEN',
  'Bearer TOKENx',
  'Bearer TOKEN.',
  'BearerTOKEN',
  'DPoP TOKEN',
]

describe('an access token', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  let inner: Awaited<ReturnType<typeof testApi>>
  let start: number
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
    start = api.clock.now
    inner = await testApi({
      area: probeArea,
      db: opened.db,
      clock: () => api.clock.now,
      readVisit: (request) =>
        readVisit(opened.db, request, { siteUrl: SITE_URL, now: api.clock.now, keyring: api.keyring }),
    })
  })
  afterAll(() => opened.close())

  const tokenOf = async (cookie: string): Promise<string> => {
    const answer = await api.post('token', {}, { cookie })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return (await answer.json()).access_token
  }
  /** Asks something as a program would: with the token and nothing a browser adds. */
  const ask = (path: string, authorization: string, { method = 'GET', ...more }: Record<string, string> = {}) =>
    api.request(`/api/auth/${path}`, { method, headers: { Authorization: authorization, ...more } }, { ip: nextIp() })
  const askInner = (path: string, token: string, headers: Record<string, string> = {}) =>
    inner.request(`/api/inner/${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } })
  const arrive = async (name: string) => {
    const { email, id } = await api.member(name)
    const cookie = await api.signIn(email)
    return { email, id, cookie, token: await tokenOf(cookie) }
  }
  const asNew = () => {
    api.clock.now = start
  }

  test('is given to signed-in people, for 15 minutes, and never cached', async () => {
    const { cookie } = await arrive('ada')
    const answer = await api.post('token', {}, { cookie })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Vary')).toContain('Cookie')
    expect(answer.headers.getSetCookie()).toEqual([])
    const told = await answer.json()
    expect(told).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 })
    const [header, claims] = told.access_token.split('.').slice(0, 2).map(decoded)
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
    const [session] = await opened.db.select().from(sessions)
    expect(claims).toEqual({
      iss: SITE_URL,
      aud: SITE_URL,
      sub: session?.userId,
      sid: session?.handle,
      aal: 1,
      iat: start / 1000,
      exp: start / 1000 + 900,
      jti: expect.any(String),
    })
    expect((await api.post('token')).status).toBe(401)
  })

  test('shows who one is, without a cookie and from anywhere', async () => {
    const { id, token } = await arrive('bearer')
    const answer = await ask('session', `Bearer ${token}`)
    expect(await answer.json()).toMatchObject({ viewer: { id } })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await ask('session', `bearer ${token}`)).status).toBe(200)
    expect((await askInner('signed-in', token)).status).toBe(200)
  })

  test('of another shape is refused, whatever cookie comes with it', async () => {
    const { cookie, token } = await arrive('shapes')
    for (const shape of SHAPES) {
      const authorization = shape.replaceAll('TOKEN', token)
      const requests = [
        ask('sessions', authorization, { Cookie: cookie }),
        ask('session', authorization, { Cookie: cookie }),
        ask('sign-out', authorization, { Cookie: cookie, method: 'POST', Origin: SITE_URL }),
        ask('sessions', authorization, { Cookie: cookie, method: 'DELETE', Origin: SITE_URL }),
      ]
      for (const answer of await Promise.all(requests)) {
        expect(await problemOf(answer.clone()), shape).toMatchObject({ status: 401, code: 'unauthenticated' })
        expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
    expect(await api.viewerOf(cookie)).not.toBeNull()
  })

  test('needs no origin, because no cookie counts; a bad one, or none, does not help another site', async () => {
    const { cookie, token } = await arrive('program')
    const foreign = { method: 'DELETE', Origin: EVIL, 'Sec-Fetch-Site': 'cross-site' }
    const own = await ask('sessions', `Bearer ${token}`, foreign)
    expect(await own.json()).toEqual({ ended: 0 })
    expect((await ask('sessions', 'Bearer x', { ...foreign, Cookie: cookie })).status).toBe(401)
    const { status } = await api.request('/api/auth/sessions', {
      method: 'DELETE',
      headers: { Origin: EVIL, Cookie: cookie },
    })
    expect(status).toBe(403)
    const stuffed = await ask('sign-in', 'Bearer x', { ...foreign, method: 'POST', 'Content-Type': 'application/json' })
    expect(stuffed.status).toBe(401)
  })

  test('counts alone: another person’s cookie with it changes nothing and is not affected', async () => {
    const ada = await arrive('both_a')
    const eve = await arrive('both_b')
    const answer = await ask('session', `Bearer ${ada.token}`, { Cookie: eve.cookie })
    expect((await answer.json()).viewer.id).toBe(ada.id)
    const out = await ask('sign-out', `Bearer ${ada.token}`, { Cookie: eve.cookie, method: 'POST' })
    expect(out.status).toBe(200)
    expect(out.headers.getSetCookie()).toEqual([])
    expect(await api.viewerOf(eve.cookie)).toMatchObject({ id: eve.id })
    expect(await api.viewerOf(ada.cookie)).toBeNull()
    expect((await ask('session', `Bearer ${ada.token}`)).status).toBe(401)
  })

  test('opens nothing that outlives it: no other token, no cookie, no new key to the account', async () => {
    const { id, token, cookie } = await arrive('forever')
    const post = (path: string, body: object = {}) =>
      api.request(
        `/api/auth/${path}`,
        {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        },
        { ip: nextIp() },
      )
    const detail = TOKEN_SENTENCE.cookieOnly
    const factor = { userId: id, factorType: 'totp', status: 'unverified', friendlyName: 'App', secret: 'A' } as const
    const [app] = await opened.db.insert(authFactors).values(factor).returning()
    for (const [path, body] of [
      ['token', {}],
      ['reauthenticate', { password: PASSWORD }],
      ['password', { currentPassword: PASSWORD, password: 'hushed gauge 42' }],
      [`factors/${app?.id}/challenge`, {}],
      [`factors/${app?.id}/verify`, { challenge_id: crypto.randomUUID(), code: '123456' }],
    ] as const) {
      const answer = await post(path, body)
      expect(answer.headers.getSetCookie(), path).toEqual([])
      expect(await problemOf(answer), path).toMatchObject({ status: 401, detail })
    }
    for (const [path, body] of [
      ['factors', { factor_type: 'totp', friendly_name: 'App' }],
      ['recovery-codes', {}],
      ['email', { email: 'eve@gauge.example' }],
    ] as const) {
      const answer = await post(path, body)
      expect(await problemOf(answer), path).toMatchObject({ status: 403, code: 'step_up' })
    }
    expect(await ask('account', `Bearer ${token}`, { method: 'DELETE' })).toMatchObject({ status: 403 })
    expect(await api.viewerOf(cookie)).toMatchObject({ id })
  })

  test('ends after its 15 minutes', async () => {
    const { cookie, token } = await arrive('quarter')
    api.clock.now += 15 * MINUTE - 1
    expect((await ask('session', `Bearer ${token}`)).status).toBe(200)
    api.clock.now += 1
    const refused = await ask('session', `Bearer ${token}`)
    expect(await problemOf(refused)).toMatchObject({ status: 401, detail: TOKEN_SENTENCE.expired })
    expect((await ask('session', `Bearer ${await tokenOf(cookie)}`)).status).toBe(200)
    asNew()
  })

  test('ends with its session: signed out, ended elsewhere, over, banned, deleted', async () => {
    const out = await arrive('signs_out')
    await api.post('sign-out', {}, { cookie: out.cookie })
    expect((await ask('session', `Bearer ${out.token}`)).status).toBe(401)

    const ended = await arrive('is_ended')
    const other = await api.signIn(ended.email)
    await api.call('DELETE', 'sessions', undefined, { cookie: other })
    expect((await ask('session', `Bearer ${ended.token}`)).status).toBe(401)

    const over = await arrive('is_over')
    const of = eq(sessions.userId, over.id)
    await opened.db
      .update(sessions)
      .set({ startedAt: new Date(start - 30 * 24 * 60 * MINUTE) })
      .where(of)
    expect((await ask('session', `Bearer ${over.token}`)).status).toBe(401)

    const banned = await arrive('is_banned')
    await opened.db.insert(bans).values({ subjectType: 'user', subject: banned.id, reason: 'test', actor: 'test' })
    expect((await ask('session', `Bearer ${banned.token}`)).status).toBe(401)
  })

  test('contains no roles: a demoted person is refused at once, and a pending one may not post', async () => {
    const { id, token } = await arrive('demoted')
    expect((await askInner('approved', token)).status).toBe(403)
    await opened.db.update(profiles).set({ approval: 'approved' }).where(eq(profiles.id, id))
    expect((await askInner('approved', token)).status).toBe(200)
    await opened.db.insert(userRoles).values({ userId: id, role: 'admin', grantedBy: 'test' })
    expect((await askInner('admin', token)).status).toBe(200)
    await opened.db.delete(userRoles).where(and(eq(userRoles.userId, id), eq(userRoles.role, 'admin')))
    expect((await askInner('admin', token)).status).toBe(403)
    await opened.db.update(profiles).set({ approval: 'rejected' }).where(eq(profiles.id, id))
    expect((await askInner('approved', token)).status).toBe(403)
  })

  test('ends with the session that a change of role ends', async () => {
    const { id, token } = await arrive('granted')
    const owner = await arrive('grantor')
    await opened.db.insert(userRoles).values({ userId: owner.id, role: 'owner', grantedBy: 'test' })
    await grantRole(opened.db, { userId: id, role: 'moderator' }, { id: owner.id }, NOON)
    expect((await ask('session', `Bearer ${token}`)).status).toBe(401)
  })

  test('from before a second factor was set up or shown opens nothing afterwards', async () => {
    const { id, token, cookie } = await arrive('two_steps')
    const factor = { userId: id, factorType: 'totp', status: 'verified', friendlyName: 'App' } as const
    await opened.db.insert(authFactors).values(factor)
    expect((await ask('session', `Bearer ${token}`)).status).toBe(401)
    await opened.db.update(sessions).set({ aal: 2 }).where(eq(sessions.userId, id))
    expect((await ask('session', `Bearer ${token}`)).status).toBe(401)
    const second = await tokenOf(cookie)
    expect(decoded(second.split('.')[1] ?? '')).toMatchObject({ aal: 2 })
    expect(await (await ask('session', `Bearer ${second}`)).json()).toMatchObject({ viewer: { aal: 2 } })
    await opened.db.delete(authFactors).where(eq(authFactors.userId, id))
    expect(await (await ask('session', `Bearer ${second}`)).json()).toMatchObject({ viewer: { aal: 1 } })
  })

  test('from before the session was renewed is as dead as its old cookie', async () => {
    const { id, token } = await arrive('renewed')
    const of = eq(sessions.userId, id)
    await opened.db
      .update(sessions)
      .set({ authenticatedAt: new Date(start + 2 * MINUTE) })
      .where(of)
    api.clock.now = start + 3 * MINUTE
    expect((await ask('session', `Bearer ${token}`)).status).toBe(401)
    asNew()
  })

  test('is never logged', async () => {
    const { token } = await arrive('logged')
    await ask('session', `Bearer ${token}`)
    await ask(`sessions?access_token=${token}`, 'Bearer x')
    expect(api.lines.join('\n')).not.toContain(token.split('.')[2])
    const rows = JSON.stringify(await opened.db.select().from(auditLog))
    expect(rows).not.toContain(token.split('.')[2])
  })
})

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
