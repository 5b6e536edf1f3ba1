import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userRoles } from '#db/schema/accounts.ts'
import { authAttempts, bans } from '#db/schema/security.ts'
import { accountApi } from '#tests/accounts/account-api.ts'
import { databases, hasPostgres, postgresDb, type TestDb } from '#tests/support/database.ts'

const MINUTE = 60_000
const bad = { email: 'nobody@gauge.example', password: 'wrong one' }

describe.each(databases)('who is turned away, on $name', ({ open }) => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await open()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const noted = (address: string) => opened.db.select().from(authAttempts).where(eq(authAttempts.address, address))

  test('is written down once a minute, however often they come', async () => {
    const ip = '192.0.2.66'
    await opened.db.insert(bans).values({ subjectType: 'address', subject: ip, reason: 'test', actor: 'test' })
    for (let count = 0; count < 10; count += 1) {
      api.clock.now += 100
      for (const path of ['sign-in', 'sign-up', 'password-reset'])
        expect((await api.post(path, bad, { ip })).status).toBe(403)
    }
    expect(await noted(ip)).toMatchObject([{ attemptType: 'signin', isSuccess: false, reason: 'banned' }])
    api.clock.now += MINUTE
    await api.post('password-reset', bad, { ip })
    expect((await noted(ip)).map((row) => row.attemptType)).toEqual(['signin', 'password_reset'])
  })

  test('is banned after twenty refusals, but not while signed in as an admin', async () => {
    const { email, id } = await api.member('ada')
    await opened.db.insert(userRoles).values({ userId: id, role: 'moderator', grantedBy: 'test' })
    const cookie = await api.signIn(email)
    const { email: plain } = await api.member('bea')
    const member = await api.signIn(plain)
    const last = async (ip: string, options: { cookie?: string }) => {
      const statuses: number[] = []
      for (let count = 0; count < 28; count += 1)
        statuses.push((await api.post('sign-in', bad, { ip, ...options })).status)
      return statuses.at(-1)
    }
    expect(await last('192.0.2.70', {})).toBe(403)
    expect(await last('192.0.2.71', { cookie: member })).toBe(403)
    expect(await last('192.0.2.72', { cookie })).toBe(429)
    // Shut out by limits from somewhere else in the room: the admin is let in all the same, others are not.
    api.clock.now += MINUTE
    expect((await api.post('sign-in', bad, { ip: '192.0.2.70', cookie })).status).toBe(401)
    expect((await api.post('sign-in', bad, { ip: '192.0.2.70', cookie: member })).status).toBe(403)
  })
})

test.skipIf(!hasPostgres)('fifty refusals at once are written down once, on PostgreSQL', async () => {
  const opened = await postgresDb()
  const api = await accountApi(opened.db)
  const ip = '192.0.2.99'
  await opened.db.insert(bans).values({ subjectType: 'address', subject: ip, reason: 'test', actor: 'test' })
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.post('sign-in', bad, { ip })))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([403]))
  expect(await opened.db.$count(authAttempts, eq(authAttempts.address, ip))).toBe(1)
  await opened.close()
})
