import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pendingSignIns, users } from '#db/schema/accounts.ts'
import { authAttempts, bans } from '#db/schema/security.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { completeSignIn } from '#src/auth/complete-sign-in.ts'
import { pendingCookie } from '#src/auth/session-cookie.ts'
import { openSession } from '#src/auth/sessions.ts'
import { fromOurPage, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type AppOwner, factorApi, pendingCookieOf } from '#tests/support/factor-api.ts'
import { cookieOf, nextIp, PASSWORD, SITE } from './account-api.ts'

const MINUTE = 60_000
const MISSING = '00000000-0000-4000-8000-000000000000'

describe('a sign-in that owes a second factor', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  let ada: AppOwner
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
    ada = await api.withApp('ada')
  })
  afterAll(() => opened.close())

  const sessionAnswer = async (cookie: string) => (await api.call('GET', 'session', undefined, { cookie })).json()
  const finish = (pending: string, person = ada) => {
    api.nextStep()
    return api.answerWith(pending, person.factorId, api.getCode(person))
  }

  test('gets a cookie that is not a session, and the list of factors that would complete it', async () => {
    const answer = await api.post('sign-in', { email: ada.email, password: PASSWORD })
    expect(answer.status).toBe(200)
    const [cookie, ...more] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-pending_sign_in=[\w-]{43}; Path=\/; Max-Age=600; SameSite=Lax; Secure; HttpOnly$/)
    expect(more).toEqual([])
    const { pending, ...rest } = await answer.json()
    expect(rest).toEqual({})
    expect(pending).toMatchObject({ factors: [{ id: ada.factorId, factor_type: 'totp' }], hasRecoveryCodes: false })
    expect(await sessionAnswer(pendingCookieOf(answer))).toEqual({ viewer: null, pending })
    const done = await finish(pendingCookieOf(answer))
    const set = done.headers.getSetCookie()
    expect(set.map((line) => line.split(';')[0]?.replace(/=.+/, '=…'))).toEqual([
      '__Host-pending_sign_in=',
      '__Host-session=…',
      'signed_in=…',
      '__Host-device=…',
    ])
    expect(done.headers.get('Cache-Control')).toBe('no-store')
    expect(done.headers.get('Vary')).toContain('Cookie')
    expect(await sessionAnswer(`${pendingCookieOf(answer)}; ${cookieOf(done)}`)).toMatchObject({ viewer: { aal: 2 } })
    expect(await sessionAnswer(pendingCookieOf(answer))).toEqual({ viewer: null })
  })

  test('opens no other route', async () => {
    const pending = await api.owe(ada.email)
    const token = pending.split('=')[1] ?? ''
    const closed = declaredRoutes(authApi).filter(({ policy }) => policy !== 'public')
    expect(closed.length).toBeGreaterThan(5)
    for (const { method, path } of closed) {
      for (const cookie of [pending, `__Host-session=${token}`]) {
        const url = path.replace('/api/auth/', '').replace(/:\w+/g, MISSING)
        const answer = await api.call(method, url, method === 'GET' ? undefined : {}, { cookie })
        expect(answer.status, `${method} ${path}`).toBe(401)
      }
    }
    for (const path of [
      `factors/${ada.factorId}/challenge`,
      `factors/${ada.factorId}/verify`,
      'recovery-codes/verify',
    ]) {
      const body = path.endsWith('challenge')
        ? {}
        : { code: '1', ...(path.startsWith('factors') && { challenge_id: MISSING }) }
      for (const cookie of ['', `__Host-session=${token}`, `__Host-pending_sign_in=${'A'.repeat(43)}`]) {
        expect(await problemOf(await api.post(path, body, { cookie }))).toMatchObject({ status: 401 })
      }
    }
  })

  test('is over after ten minutes, and by signing out', async () => {
    const [late, left] = [await api.owe(ada.email), await api.owe(ada.email)]
    const signedOut = await api.post('sign-out', {}, { cookie: left })
    expect(signedOut.headers.getSetCookie()[0]).toBe(
      '__Host-pending_sign_in=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
    )
    expect(await sessionAnswer(left)).toEqual({ viewer: null })
    expect((await api.post(`factors/${ada.factorId}/challenge`, {}, { cookie: left })).status).toBe(401)
    api.clock.now += 10 * MINUTE - 1
    expect(await sessionAnswer(late)).toHaveProperty('pending')
    api.clock.now += 1
    expect(await sessionAnswer(late)).toEqual({ viewer: null })
    expect((await api.post(`factors/${ada.factorId}/challenge`, {}, { cookie: late })).status).toBe(401)
  })

  test('works once, and ends the session and the pending sign-in it came with', async () => {
    const bob = await api.member('bob')
    const his = await api.signIn(bob.email)
    const answer = await api.post('sign-in', { email: ada.email, password: PASSWORD }, { cookie: his })
    expect(await api.viewerOf(his)).toBeNull()
    expect(answer.headers.getSetCookie()[0]).toContain('__Host-session=; ')
    const first = pendingCookieOf(answer)
    const again = await api.post('sign-in', { email: ada.email, password: PASSWORD }, { cookie: first })
    expect(await sessionAnswer(first)).toEqual({ viewer: null })
    const second = pendingCookieOf(again)
    expect((await finish(second)).status).toBe(200)
    expect((await api.post(`factors/${ada.factorId}/challenge`, {}, { cookie: second })).status).toBe(401)
  })

  test('is not gone around: by an old session, a planted one, a new password, or a sign-in on the side', async () => {
    const person = await api.member('matrix')
    const remembered = await api.signIn(person.email)
    const cookie = await api.signIn(person.email)
    const app = await api.addApp(cookie)
    const owner = { ...person, ...app }
    expect(await api.viewerOf(remembered)).toBeNull()
    const token = await openSession(opened.db, { userId: person.id, device: 'Test' }, api.clock.now)
    expect(await api.viewerOf(`__Host-session=${token}`)).toBeNull()
    expect((await api.call('GET', 'sessions', undefined, { cookie: `__Host-session=${token}` })).status).toBe(401)
    await api.post('password-reset', { email: person.email })
    const reset = { token: await api.linkTo(person.email, 'reset'), password: 'another 42 gauges' }
    const answer = await api.post('password-reset/confirm', reset)
    expect(answer.status).toBe(200)
    expect(cookieOf(answer)).toBe('__Host-session=')
    expect(await api.viewerOf(owner.cookie)).toBeNull()
    const pending = await api.owe(person.email, reset.password)
    expect((await finish(pending, owner)).status).toBe(200)
  })

  test('is what Google’s word opens too', async () => {
    const caller = {
      address: '198.51.100.1',
      requestId: 'r',
      userAgent: undefined,
      site: SITE,
      siteLevel: 0,
      now: api.clock.now,
    } as const
    const admission = await opened.db.transaction((tx) =>
      completeSignIn(tx, { userId: ada.id, email: ada.email, method: 'google' }, caller),
    )
    expect(admission).toMatchObject({ pending: { factors: [{ id: ada.factorId }] } })
    expect(admission).not.toHaveProperty('token')
  })

  test('has a plain cookie name where the site is plain http, for this machine alone', () => {
    const cookie = pendingCookie('A'.repeat(43), 'http://localhost:8888')
    expect(cookie).toBe(`pending_sign_in=${'A'.repeat(43)}; Path=/; Max-Age=600; SameSite=Lax; HttpOnly`)
  })

  test('dies with the password it was opened by, with a ban and with the account', async () => {
    const ways = {
      reset: async ({ email }: AppOwner) => {
        await api.post('password-reset', { email })
        const body = { token: await api.linkTo(email, 'reset'), password: 'another 42 gauges' }
        expect((await api.post('password-reset/confirm', body)).status).toBe(200)
      },
      ban: async ({ id: subject }: AppOwner) => {
        await opened.db.insert(bans).values({ subjectType: 'user', subject, reason: 'test', actor: 'test' })
      },
      deletion: async ({ id }: AppOwner) => {
        await opened.db
          .update(users)
          .set({ deletedAt: new Date(api.clock.now) })
          .where(eq(users.id, id))
      },
    }
    for (const [name, end] of Object.entries(ways)) {
      const person = await api.withApp(`dies_by_${name}`)
      api.nextStep()
      const pending = await api.owe(person.email)
      const { id } = await api.challenge(pending, person.factorId)
      await end(person)
      const body = { challenge_id: id, code: api.getCode(person) }
      const answer = await api.post(`factors/${person.factorId}/verify`, body, { cookie: pending })
      expect(answer.status, name).toBe(401)
      expect(cookieOf(answer)).toBe('')
    }
  })

  test('says nothing of the second factor to a wrong password', async () => {
    const wrong = await api.post('sign-in', { email: ada.email, password: 'wrong one' })
    const unknown = await api.post('sign-in', { email: 'nobody@gauge.example', password: 'wrong one' })
    expect(wrong.status).toBe(401)
    expect(await wrong.text()).toBe(await unknown.text())
  })

  test('is written down step by step', async () => {
    const person = await api.withApp('logged')
    const pending = await api.owe(person.email)
    await api.answerWith(pending, person.factorId, '000000')
    await finish(pending, person)
    const rows = await opened.db.select().from(authAttempts).where(eq(authAttempts.userId, person.id))
    expect(rows.map((row) => [row.attemptType, row.isSuccess, row.reason])).toEqual(
      expect.arrayContaining([
        ['signin', true, 'second factor owed'],
        ['totp', false, 'wrong answer'],
        ['totp', true, null],
      ]),
    )
  })

  test('a dump contains no token, no recovery code, no code that was sent, no secret of an app', async () => {
    const person = await api.withApp('dumped')
    const codes: string[] = (await (await api.post('recovery-codes', {}, { cookie: person.cookie })).json()).codes
    const pending = await api.owe(person.email)
    const cookies = [person.cookie, pending].map((cookie) => cookie.split('=')[1] ?? '')
    const secrets = [...cookies, ...codes, ...codes.map((code) => code.replaceAll('-', '')), person.secret]
    expect(secrets.every((secret) => secret.length >= 12)).toBe(true)
    expect(await opened.db.select().from(pendingSignIns).where(eq(pendingSignIns.userId, person.id))).toHaveLength(1)
    const tables = await opened.db.execute(
      sql`select table_name from information_schema.tables where table_schema = 'public'`,
    )
    const { rows } = tables as { rows: { table_name: string }[] }
    expect(rows.length).toBeGreaterThan(15)
    for (const { table_name } of rows) {
      const text = JSON.stringify(await opened.db.execute(sql`select * from ${sql.identifier(table_name)}`))
      expect(
        secrets.filter((secret) => text.includes(secret)),
        table_name,
      ).toEqual([])
    }
    expect(api.lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
  })

  test('is noticed by mail once it is complete, if the device is new', async () => {
    const person = await api.withApp('devices')
    const notices = async () => (await api.mailsTo(person.email)).filter((mail) => mail.template === 'sign-in-noticed')
    await finish(await api.owe(person.email), person)
    expect(await notices()).toEqual([])
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const send = (path: string, body: object, cookie = '') => {
      const headers = { ...fromOurPage, 'User-Agent': firefox, ...(cookie && { Cookie: cookie }) }
      return api.request(`/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }, { ip: nextIp() })
    }
    const pending = pendingCookieOf(await send('sign-in', { email: person.email, password: PASSWORD }))
    expect(await notices()).toEqual([])
    api.nextStep()
    const { id } = await api.challenge(pending, person.factorId)
    const body = { challenge_id: id, code: api.getCode(person) }
    expect((await send(`factors/${person.factorId}/verify`, body, pending)).status).toBe(200)
    expect((await notices()).map((mail) => mail.textBody)).toEqual([expect.stringContaining('Firefox on Windows')])
  })
})
