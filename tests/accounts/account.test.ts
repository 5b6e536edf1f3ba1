import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authFactors, oauthAccounts, profiles, recoveryCodes, userRoles, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/site.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { USERNAME_TAKEN } from '#src/contract/username.ts'
import { decideApproval } from '#src/domain/accounts/decide-approvals.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, PASSWORD, SITE } from './account-api.ts'

describe('one’s own account', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const see = async (cookie: string) => (await api.call('GET', 'account', undefined, { cookie })).json()
  const change = (cookie: string, body: object) => api.call('PATCH', 'account', body, { cookie })

  test('shows what its owner may know, and nothing that opens it', async () => {
    const { email, id, cookie } = await api.enter('ada')
    const answer = await api.call('GET', 'account', undefined, { cookie })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Vary')).toContain('Cookie')
    expect(await answer.json()).toEqual({
      email,
      newEmail: null,
      username: 'ada',
      fullName: null,
      roles: [],
      approval: 'pending',
      approvalReason: null,
      registeredAt: api.clock.now,
      hasPassword: true,
      hasGoogle: false,
      factors: [],
      recoveryCodesLeft: 0,
    })
    const actor = { id: 'test' }
    const decision = { approval: 'rejected', reason: 'No such plant' } as const
    await decideApproval(opened.db, id, decision, { actor, site: SITE, now: api.clock.now })
    await opened.db.insert(oauthAccounts).values({ provider: 'google', subject: 'g-ada', userId: id })
    await opened.db.insert(recoveryCodes).values([
      { userId: id, codeHash: 'a' },
      { userId: id, codeHash: 'b', usedAt: new Date() },
    ])
    await opened.db
      .insert(authFactors)
      .values({ userId: id, factorType: 'totp', friendlyName: 'Phone', secret: 'CANARY-SECRET' })
    await opened.db.update(users).set({ passwordHash: null }).where(eq(users.id, id))
    const text = JSON.stringify(await see(cookie))
    expect(JSON.parse(text)).toMatchObject({
      approval: 'rejected',
      approvalReason: 'No such plant',
      hasPassword: false,
      hasGoogle: true,
      factors: [{ factor_type: 'totp', status: 'unverified', friendly_name: 'Phone' }],
      recoveryCodesLeft: 1,
    })
    expect(text).not.toContain('CANARY')
  })

  test('is only for signed-in people', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await api.call(method, 'account', method === 'PATCH' ? {} : undefined)).status, method).toBe(401)
    for (const path of ['password', 'email']) expect((await api.post(path, {})).status, path).toBe(401)
  })

  test('takes another username and full name, together or alone, and writes down who changed what', async () => {
    const { id, cookie } = await api.enter('grace')
    const answer = await change(cookie, { username: 'Grace.H', fullName: '  Grace Hopper ' })
    expect([answer.status, await answer.json()]).toEqual([200, { message: ACCOUNT_SENTENCE.profileSaved }])
    expect(await see(cookie)).toMatchObject({ username: 'Grace.H', fullName: 'Grace Hopper' })
    expect((await change(cookie, { username: 'grace' })).status).toBe(200)
    expect(await see(cookie)).toMatchObject({ username: 'grace', fullName: 'Grace Hopper' })
    expect((await change(cookie, { fullName: null })).status).toBe(200)
    expect(await see(cookie)).toMatchObject({ username: 'grace', fullName: null })
    expect((await change(cookie, {})).status).toBe(200)
    const rows = await opened.db.select().from(auditLog).where(eq(auditLog.action, 'account.update-profile'))
    expect(rows.map(({ subjectId, after }) => [subjectId, after])).toEqual([
      [id, { username: 'Grace.H', fields: ['username', 'fullName'] }],
      [id, { username: 'grace', fields: ['username'] }],
      [id, { username: 'grace', fields: ['fullName'] }],
    ])
    expect(rows[0]).toMatchObject({ actor: id, address: expect.stringMatching(/^198\.18\./) })
    expect(JSON.stringify(rows)).not.toContain('Hopper')
  })

  test('cannot take a name that is taken, looks like one, or waits for a registration', async () => {
    const { cookie } = await api.enter('henk')
    await api.post('sign-up', { username: 'waiting', email: 'waits@gauge.example', password: PASSWORD })
    for (const username of ['ada', 'A.D.A', 'ᴀᴅᴀ', 'waiting', 'WAIT1NG', 'adm1n', 'ᴏꜰꜰɪᴄɪᴀʟ', 'Uptime.Workshops']) {
      const problem = await problemOf(await change(cookie, { username }))
      expect(problem).toMatchObject({ detail: USERNAME_TAKEN, errors: [{ field: 'username' }] })
    }
    expect((await change(cookie, { username: 'HENK' })).status).toBe(200)
    expect(await see(cookie)).toMatchObject({ username: 'HENK' })
  })

  test('takes nothing else, whatever it is called', async () => {
    const { id, cookie } = await api.enter('ivy')
    const before = await opened.db.select().from(profiles).where(eq(profiles.id, id))
    const known = ['role', 'roles', 'approval', 'emailConfirmedAt', 'email', 'id', 'createdAt', 'passwordHash']
    const keys = fc.oneof(fc.constantFrom(...known), fc.string({ minLength: 1, maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(keys, fc.jsonValue({ maxDepth: 1 }), async (key, value) => {
        fc.pre(!['username', 'fullName', '__proto__'].includes(key))
        expect((await change(cookie, { username: 'ivy_two', [key]: value })).status, key).toBe(400)
      }),
      { numRuns: 30 },
    )
    expect(await opened.db.select().from(profiles).where(eq(profiles.id, id))).toEqual(before)
    expect(await opened.db.$count(userRoles, eq(userRoles.userId, id))).toBe(0)
  })
})

describe('many at once', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened?.close())

  test('of twenty who want one name, half of them by registering, one gets it', async () => {
    const api = await accountApi(opened.db)
    const cookies = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => api.signIn((await api.member(`member_${index}x`)).email)),
    )
    const answers = await Promise.all([
      ...cookies.map((cookie) => api.call('PATCH', 'account', { username: 'Wanted' }, { cookie })),
      ...cookies.map((_, index) =>
        api.post('sign-up', { username: 'wanted', email: `w${index}@gauge.example`, password: PASSWORD }),
      ),
    ])
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
    expect(await opened.db.$count(profiles, eq(profiles.usernameKey, 'wanted'))).toBe(1)
  })
})
