import { hash } from '@node-rs/argon2'
import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#db/schema/accounts.ts'
import { authAttempts, bans } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, cookieOf, PASSWORD } from './account-api.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe('signing in', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  let ada: { email: string; id: string }
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
    ada = await api.member('ada')
  })
  afterAll(() => opened.close())

  test('opens a session in a cookie that scripts cannot read, with a hint that they can', async () => {
    const answer = await api.post('sign-in', { email: ' ADA@gauge.example', password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ message: ACCOUNT_SENTENCE.signedIn, viewer: { id: ada.id } })
    const [session, hint, device, ...more] = answer.headers.getSetCookie()
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; Secure; HttpOnly$/)
    expect(hint).toBe('signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax; Secure')
    expect(device).toMatch(/^__Host-device=[\w-]{43}; /)
    expect(more).toEqual([])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Vary')).toContain('Cookie')
    expect(answer.headers.get('Netlify-CDN-Cache-Control')).toBeNull()
  })

  test('leaves an entry in the audit log that says how it was done', async () => {
    await api.signIn(ada.email)
    const isTheirs = and(eq(auditLog.action, 'session.open'), eq(auditLog.subjectId, ada.id))
    const [entry] = await opened.db.select().from(auditLog).where(isTheirs).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({ actor: ada.id, after: { method: 'password', aal: 1, device: expect.any(String) } })
  })

  test('keeps nothing from which a session could be taken', async () => {
    const cookie = await api.signIn(ada.email)
    const token = cookie.split('=')[1] ?? ''
    const rows = await opened.db.select().from(sessions).where(eq(sessions.userId, ada.id))
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.every((row) => /^[\da-f]{64}$/.test(row.id))).toBe(true)
    const [any] = rows
    expect(await api.viewerOf(`__Host-session=${any?.id}`)).toBeNull()
    expect(await api.viewerOf('__Host-session=%E0%A4%A')).toBeNull()
    expect(await api.viewerOf(cookie.replace('__Host-', ''))).toBeNull()
    expect(await api.viewerOf(`other=1; ${cookie}; more=2`)).toMatchObject({ id: ada.id })
  })

  test('says the same of a wrong password, an unknown, unconfirmed, banned or locked account, and of no address at all', async () => {
    await api.post('sign-up', { username: 'unconfirmed', email: 'unconfirmed@gauge.example', password: PASSWORD })
    const banned = await api.member('banished')
    await opened.db.insert(bans).values({ subjectType: 'user', subject: banned.id, reason: 'test', actor: 'test' })
    const locked = await api.member('locked_out')
    const lockedUntil = new Date(api.clock.now + 15 * MINUTE)
    await opened.db.update(users).set({ lockedUntil }).where(eq(users.id, locked.id))
    const tries = [
      { email: ada.email, password: 'wrong one' },
      { email: 'nobody@gauge.example', password: PASSWORD },
      { email: 'unconfirmed@gauge.example', password: PASSWORD },
      { email: banned.email, password: PASSWORD },
      { email: locked.email, password: PASSWORD },
      { email: 'not an address', password: PASSWORD },
      { email: '', password: '' },
    ]
    const answers = await Promise.all(tries.map((body) => api.post('sign-in', body)))
    expect(answers.map((answer) => answer.status)).toEqual(tries.map(() => 401))
    const problem = await problemOf((answers[0] as Response).clone())
    expect(problem.detail).toBe(ACCOUNT_SENTENCE.signInFailed)
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    const names = answers.map((answer) => [...answer.headers.keys()].sort().join())
    expect(new Set(names).size).toBe(1)
    expect(names[0]).not.toContain('set-cookie')
    const reasons = (await opened.db.select().from(authAttempts)).map((row) => row.reason)
    expect(reasons).toEqual(expect.arrayContaining(['wrong password', 'unknown address', 'banned', 'locked']))
    api.clock.now += 16 * MINUTE
    await api.signIn(locked.email)
  })

  test('ten wrong passwords lock the account for a while, from wherever they come, and the right one resets the count', async () => {
    const { email, id } = await api.member('guessed')
    for (let count = 0; count < 10; count += 1) await api.post('sign-in', { email, password: `wrong ${count}` })
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
    api.clock.now += 15 * MINUTE + 1
    await api.signIn(email)
    const [row] = await opened.db.select().from(users).where(eq(users.id, id))
    expect(row).toMatchObject({ failedSignIns: 0, lockedUntil: null })
  })

  test('is counted: the seventh within a minute from one address has to wait', async () => {
    const body = { email: 'nobody@gauge.example', password: 'x' }
    for (let count = 0; count < 6; count += 1)
      expect((await api.post('sign-in', body, { ip: '192.0.2.77' })).status).toBe(401)
    const refused = await api.post('sign-in', body, { ip: '192.0.2.77' })
    expect(refused.status).toBe(429)
    expect(refused.headers.has('Retry-After')).toBe(true)
  })

  test('makes a weaker hash today’s', async () => {
    const { email, id } = await api.member('old_hash')
    const passwordHash = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1 })
    await opened.db.update(users).set({ passwordHash }).where(eq(users.id, id))
    expect((await api.post('sign-in', { email, password: 'wrong one' })).status).toBe(401)
    await api.signIn(email)
    const [row] = await opened.db.select().from(users).where(eq(users.id, id))
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=28672,t=2,p=1\$/)
    await api.signIn(email)
  })

  test('gives a new id each time and ends the session it came with', async () => {
    const first = await api.signIn(ada.email)
    const second = await api.signIn(ada.email, PASSWORD, first)
    expect(second).not.toBe(first)
    expect(await api.viewerOf(first)).toBeNull()
    expect(await api.viewerOf(second)).toMatchObject({ id: ada.id })
    const planted = `__Host-session=${'A'.repeat(43)}`
    expect(await api.signIn(ada.email, PASSWORD, planted)).not.toBe(planted)
    expect(await api.viewerOf(planted)).toBeNull()
  })

  test('ends by signing out, for good; without a session that is fine too', async () => {
    const cookie = await api.signIn(ada.email)
    const answer = await api.post('sign-out', {}, { cookie })
    expect(await answer.json()).toEqual({ message: 'Signed out.' })
    const cleared = answer.headers.getSetCookie()
    expect(cleared[0]).toBe('__Host-session=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly')
    expect(cleared[1]).toBe('signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure')
    expect(await api.viewerOf(cookie)).toBeNull()
    expect((await api.post('sign-out')).status).toBe(200)
  })

  test('lasts while it is used, never beyond thirty days', async () => {
    const start = api.clock.now
    const cookie = await api.signIn(ada.email)
    const idle = await api.signIn(ada.email)
    for (const day of [8, 16, 24, 29.9]) {
      api.clock.now = start + day * DAY
      expect(await api.viewerOf(cookie), `day ${day}`).toMatchObject({ id: ada.id })
    }
    expect(await api.viewerOf(idle)).toBeNull()
    api.clock.now = start + 30 * DAY
    expect(await api.viewerOf(cookie)).toBeNull()
    api.clock.now = start + 29 * DAY
    expect(await api.viewerOf(cookie)).toBeNull()
  })

  test('unused for fourteen days is over, a moment less is not', async () => {
    const start = api.clock.now
    const cookie = await api.signIn(ada.email)
    const other = await api.signIn(ada.email)
    api.clock.now = start + 14 * DAY - 60_000
    expect(await api.viewerOf(cookie)).not.toBeNull()
    api.clock.now = start + 14 * DAY + 60_000
    expect(await api.viewerOf(other)).toBeNull()
  })

  test('is over at the next request once the account is banned or deleted', async () => {
    const { email, id } = await api.member('leaver')
    const cookie = await api.signIn(email)
    const ban = { subjectType: 'user', subject: id, reason: 'test', actor: 'test' } as const
    await opened.db.insert(bans).values(ban)
    expect(await api.viewerOf(cookie)).toBeNull()
    await opened.db
      .update(bans)
      .set({ liftedAt: new Date(api.clock.now) })
      .where(eq(bans.subject, id))
    const again = await api.signIn(email)
    await opened.db
      .update(users)
      .set({ deletedAt: new Date(api.clock.now) })
      .where(eq(users.id, id))
    expect(await api.viewerOf(again)).toBeNull()
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
  })

  test('is null for an anonymous caller, and the answer is private', async () => {
    const answer = await api.call('GET', 'session')
    expect(await answer.json()).toEqual({ viewer: null })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Vary')).toContain('Cookie')
  })
})

describe('one’s sessions', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const list = async (cookie: string) => (await (await api.call('GET', 'sessions', undefined, { cookie })).json()).items

  test('are listed without their ids, and ended one by one or all but this', async () => {
    const { email } = await api.member('ada')
    const cookies = [await api.signIn(email), await api.signIn(email), await api.signIn(email)]
    const [here = '', second = '', third = ''] = cookies
    const items = await list(here)
    expect(items).toHaveLength(3)
    expect(items.filter((item: { isCurrent: boolean }) => item.isCurrent)).toHaveLength(1)
    expect(Object.keys(items[0]).sort()).toEqual(['device', 'handle', 'isCurrent', 'lastSeenAt', 'startedAt'])
    expect(items[0].device).toBe('Chrome on Linux')
    const [own] = (await list(second)).filter((item: { isCurrent: boolean }) => item.isCurrent)
    expect((await api.call('DELETE', `sessions/${own.handle}`, undefined, { cookie: here })).status).toBe(204)
    expect(await api.viewerOf(second)).toBeNull()
    expect(await api.viewerOf(third)).not.toBeNull()
    const ended = await api.call('DELETE', 'sessions', undefined, { cookie: here })
    expect(await ended.json()).toEqual({ ended: 1 })
    expect(await api.viewerOf(third)).toBeNull()
    expect(await api.viewerOf(here)).not.toBeNull()
  })

  test('of another person are treated as missing', async () => {
    const grace = await api.member('grace')
    const eve = await api.member('eve_x')
    const cookie = await api.signIn(grace.email)
    const [{ handle }] = await list(cookie)
    const intruder = await api.signIn(eve.email)
    const missing = ['00000000-0000-4000-8000-000000000000', 'x', `${handle}'`, 'a'.repeat(64)]
    const answers = await Promise.all(
      [handle, ...missing].map((id) =>
        api.call('DELETE', `sessions/${encodeURIComponent(id)}`, undefined, { cookie: intruder }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(await api.viewerOf(cookie)).toMatchObject({ id: grace.id })
  })

  test('are for signed-in people', async () => {
    expect((await api.call('GET', 'sessions')).status).toBe(401)
    expect((await api.call('DELETE', 'sessions')).status).toBe(401)
    expect((await api.call('DELETE', 'sessions/x')).status).toBe(401)
  })

  test('are not in a dump of the database, nor is a password', async () => {
    const { email } = await api.member('dumped')
    const answer = await api.post('sign-in', { email, password: PASSWORD })
    const token = cookieOf(answer).split('=')[1] ?? ''
    expect(token).toHaveLength(43)
    for (const table of ['users', 'sessions', 'audit_log', 'auth_attempts', 'link_tokens', 'outbox']) {
      const rows = JSON.stringify(await opened.db.execute(sql`select * from ${sql.identifier(table)}`))
      expect(rows.includes(token), table).toBe(false)
      expect(rows.includes(PASSWORD), table).toBe(false)
    }
  })
})
