import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authAttempts, bans } from '#db/schema/security.ts'
import { accountApi } from '#tests/accounts/account-api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const MINUTE = 60_000
const bad = { email: 'nobody@gauge.example', password: 'wrong one' }

describe('refused callers', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
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
})

test('fifty refusals at once are written down once', async () => {
  const opened = await testDb()
  const api = await accountApi(opened.db)
  const ip = '192.0.2.99'
  await opened.db.insert(bans).values({ subjectType: 'address', subject: ip, reason: 'test', actor: 'test' })
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.post('sign-in', bad, { ip })))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([403]))
  expect(await opened.db.$count(authAttempts, eq(authAttempts.address, ip))).toBe(1)
  await opened.close()
})
