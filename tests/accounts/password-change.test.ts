import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens, sessions, userRoles, users } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { changePassword } from '#src/auth/change-password.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, cookieOf, PASSWORD, SITE } from './account-api.ts'

const MINUTE = 60_000
const NEW = 'new 63 torque spec'

describe('changing one’s password', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const change = (cookie: string, currentPassword: string | undefined, password = NEW) =>
    api.post('password', { ...(currentPassword !== undefined && { currentPassword }), password }, { cookie })

  test('needs the current one; this browser goes on in a new session, every other one is out', async () => {
    const { email, id } = await api.member('ada')
    const [here, elsewhere] = [await api.signIn(email), await api.signIn(email)]
    await api.post('password-reset', { email })
    const reset = await api.linkTo(email, 'reset')
    const answer = await change(here, PASSWORD)
    expect([answer.status, await answer.json()]).toEqual([200, { message: ACCOUNT_SENTENCE.passwordChanged }])
    const renewed = cookieOf(answer)
    expect(renewed).toMatch(/^__Host-session=[\w-]{43}$/)
    expect(renewed).not.toBe(here)
    expect(await Promise.all([here, elsewhere, renewed].map(api.viewerOf))).toEqual([
      null,
      null,
      expect.objectContaining({ id }),
    ])
    expect((await api.post('password-reset/confirm', { token: reset, password: 'other 12 torque' })).status).toBe(404)
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
    await api.signIn(email, NEW)
    expect((await api.mailsTo(email)).map((mail) => mail.template)).toContain('password-changed')
    const [row] = await opened.db.select().from(auditLog).where(eq(auditLog.action, 'account.change-password'))
    expect(row).toMatchObject({ actor: id, subjectId: id })
  })

  test('ends a requested change of address', async () => {
    const { email } = await api.member('bea')
    const cookie = await api.signIn(email)
    expect((await api.post('email', { email: 'thief@gauge.example' }, { cookie })).status).toBe(202)
    const token = await api.linkTo('thief@gauge.example', 'email')
    expect((await change(cookie, PASSWORD)).status).toBe(200)
    expect((await api.post('email/confirm', { token })).status).toBe(404)
  })

  test('with a wrong or missing current one changes nothing and counts like a wrong sign-in', async () => {
    const { email, id } = await api.member('grace')
    const cookie = await api.signIn(email)
    const missing = await problemOf(await change(cookie, undefined))
    expect(missing).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongPassword })
    const before = await opened.db.$count(sessions)
    for (let failure = 0; failure < 10; failure += 1) {
      const problem = await problemOf(await change(cookie, 'wrong one'))
      expect(problem).toMatchObject({ status: 400, detail: FACTOR_SENTENCE.wrongPassword })
      expect(problem.errors).toEqual([{ field: 'currentPassword', message: FACTOR_SENTENCE.wrongPassword }])
    }
    // Ten in a row close the account, here and at the door.
    expect((await problemOf(await change(cookie, PASSWORD))).detail).toBe(FACTOR_SENTENCE.wrongPassword)
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
    expect(await opened.db.$count(sessions)).toBe(before)
    const tried = await opened.db.select().from(authAttempts).where(eq(authAttempts.attemptType, 'password_change'))
    expect(tried).toHaveLength(11)
    expect(tried[0]).toMatchObject({ userId: id, isSuccess: false, reason: 'wrong password' })
    api.clock.now += 15 * MINUTE
    expect((await change(cookie, PASSWORD)).status).toBe(200)
  })

  test('keeps to the rules of every new password', async () => {
    const { email, id } = await api.member('henk')
    const cookie = await api.signIn(email)
    for (const bad of ['henk', 'henk2026', 'password1', 'Uptime-Workshops', email])
      expect((await change(cookie, PASSWORD, bad)).status, bad).toBe(400)
    expect((await problemOf(await change(cookie, PASSWORD, 'uptime2027'))).errors?.[0]?.field).toBe('password')
    await opened.db.insert(userRoles).values({ userId: id, role: 'moderator', grantedBy: 'test' })
    const short = await problemOf(await change(cookie, PASSWORD, 'fourteen chars'))
    expect(short.detail).toBe(ACCOUNT_SENTENCE.adminPassword(15))
    expect((await change(cookie, PASSWORD, 'fifteen chars..')).status).toBe(200)
  })

  test('setting a first one requires a recent authentication', async () => {
    const { email, id } = await api.member('ivy')
    const cookie = await api.signIn(email)
    await opened.db.update(users).set({ passwordHash: null }).where(eq(users.id, id))
    api.clock.now += 10 * MINUTE
    expect(await problemOf(await change(cookie, undefined))).toMatchObject({ status: 403, code: 'step_up' })
    await opened.db
      .update(sessions)
      .set({ authenticatedAt: new Date(api.clock.now) })
      .where(eq(sessions.userId, id))
    expect((await change(cookie, undefined)).status).toBe(200)
    await api.signIn(email, NEW)
  })

  test('takes nothing else, and is limited by account', async () => {
    const { email } = await api.member('jo_late')
    const cookie = await api.signIn(email)
    const extra = { currentPassword: PASSWORD, password: NEW, userId: 'x' }
    expect((await api.post('password', extra, { cookie })).status).toBe(400)
    for (let count = 1; count < 20; count += 1) expect((await api.post('password', {}, { cookie })).status).toBe(400)
    expect((await api.post('password', {}, { cookie })).status).toBe(429)
  })

  test('leaves no password and no token behind', async () => {
    const rows = JSON.stringify([
      await opened.db.select().from(auditLog),
      await opened.db.select().from(authAttempts),
      await opened.db.select().from(linkTokens),
      api.lines,
    ])
    expect(rows).not.toMatch(/torque|gauge 41|argon2/)
  })
})

describe('many at once', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened?.close())

  test('twenty changes at once set one password and leave one session', async () => {
    const { email, id } = await api.member('ada')
    const cookie = await api.signIn(email)
    const passwords = Array.from({ length: 20 }, (_, index) => `new torque spec ${index}`)
    const answers = await Promise.all(
      passwords.map((password) => api.post('password', { currentPassword: PASSWORD, password }, { cookie })),
    )
    const done = answers.filter((answer) => answer.status === 200)
    expect(done).toHaveLength(1)
    expect(await opened.db.$count(sessions, eq(sessions.userId, id))).toBe(1)
    await api.signIn(email, passwords[answers.findIndex((answer) => answer.status === 200)])
  })

  test('a change that was sent before another one, and is read after it, is no wrong password (RL2)', async () => {
    const { email, id: userId } = await api.member('bea')
    await api.signIn(email)
    const late = { userId, sessionId: 'ended by the other', aal: 1, authenticatedAt: 0, userAgent: undefined } as const
    const context = { actor: { id: userId, address: '192.0.2.1', requestId: 'late' }, site: SITE, now: api.clock.now }
    for (let sent = 0; sent < 10; sent += 1) {
      const input = { currentPassword: 'the former one', password: NEW }
      const change = changePassword(opened.db, { ...late, requireFresh: () => {} }, input, context)
      await expect(change).rejects.toMatchObject({ kind: 'unauthenticated' })
    }
    await api.signIn(email)
  })

  test('a sign-in during a change never outlives it', async () => {
    const { email } = await api.member('grace')
    const cookie = await api.signIn(email)
    const signIns = Array.from({ length: 10 }, () => api.post('sign-in', { email, password: PASSWORD }))
    const [changed, ...answers] = await Promise.all([
      api.post('password', { currentPassword: PASSWORD, password: NEW }, { cookie }),
      ...signIns,
    ])
    expect(changed?.status).toBe(200)
    for (const answer of answers) expect(await api.viewerOf(cookieOf(answer))).toBeNull()
  })
})
