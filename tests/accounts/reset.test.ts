import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens, userRoles, users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { decideApproval } from '#src/domain/accounts/decide-approvals.ts'
import { sendReset } from '#src/domain/accounts/reset-password.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, approvalOf, PASSWORD, SITE } from './account-api.ts'

const MINUTE = 60_000
const NEW = 'new 63 torque spec'

describe('a forgotten password', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const ask = (email: string) => api.post('password-reset', { email })
  const set = (token: string, password = NEW) => api.post('password-reset/confirm', { token, password })

  test('is replaced with the link from the mail; every session ends and the owner is notified', async () => {
    const { email } = await api.member('ada')
    const cookie = await api.signIn(email)
    const asked = await ask('ADA@gauge.example')
    expect(asked.status).toBe(202)
    expect(await asked.json()).toEqual({ title: 'Check your email', message: ACCOUNT_SENTENCE.resetSent })
    const token = await api.linkTo(email, 'reset')
    expect(await api.viewerOf(cookie)).not.toBeNull()
    expect((await set(token)).status).toBe(200)
    expect(await api.viewerOf(cookie)).toBeNull()
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
    await api.signIn(email, NEW)
    expect((await api.mailsTo(email)).map((mail) => mail.template)).toContain('password-changed')
    expect((await problemOf(await set(token))).detail).toBe(ACCOUNT_SENTENCE.linkDead)
  })

  test('for an unknown address gets the same answer, and sends no mail', async () => {
    const { email } = await api.member('grace')
    const known = await ask(email)
    const unknown = await ask('nobody@gauge.example')
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
    const names = (answer: Response) => [...answer.headers.keys()].sort()
    expect(names(unknown)).toEqual(names(known))
    expect(await api.mailsTo('nobody@gauge.example')).toEqual([])
    expect((await ask('not an address')).status).toBe(400)
  })

  test('brings one mail a minute and three an hour, and never says so', async () => {
    const { email } = await api.member('henk')
    const resets = async () => (await api.mailsTo(email)).filter((mail) => mail.template === 'password-reset').length
    const counts: number[] = []
    for (const wait of [0, 1_000, 58_000, 2_000, 61_000, 61_000, 61_000]) {
      api.clock.now += wait
      expect((await ask(email)).status).toBe(202)
      counts.push(await resets())
    }
    expect(counts).toEqual([1, 1, 1, 2, 3, 3, 3])
    api.clock.now += 60 * MINUTE
    await ask(email)
    expect(await resets()).toBe(4)
  })

  test('brings six mails a day at most, also when an administrator asks', async () => {
    const { email, id } = await api.member('lars')
    const start = api.clock.now
    const context = { actor: { id: 'admin' }, site: SITE, now: start + 5 * 60 * MINUTE }
    const resets = async () => (await api.mailsTo(email)).filter((mail) => mail.template === 'password-reset').length
    for (let count = 0; count < 9; count += 1) {
      expect((await ask(email)).status).toBe(202)
      expect(await resets()).toBe(Math.min(count + 1, 6))
      api.clock.now += 30 * MINUTE
    }
    await expect(sendReset(opened.db, id, context)).rejects.toMatchObject({ kind: 'conflict' })
    api.clock.now = start + 24 * 60 * MINUTE - 1
    await ask(email)
    expect(await resets()).toBe(6)
    api.clock.now += 1
    expect((await ask(email)).status).toBe(202)
    expect(await resets()).toBe(7)
  })

  test('has links of which only the newest works, for an hour, and each for one account', async () => {
    const { email } = await api.member('ivy')
    await ask(email)
    const first = await api.linkTo(email, 'reset')
    api.clock.now += 2 * MINUTE
    await ask(email)
    const second = await api.linkTo(email, 'reset')
    expect(second).not.toBe(first)
    expect((await set(first)).status).toBe(404)
    expect((await api.post('confirm-email', { token: second, password: PASSWORD })).status).toBe(404)
    api.clock.now += 60 * MINUTE
    expect((await set(second)).status).toBe(404)
    api.clock.now -= 1
    expect((await set(second)).status).toBe(200)
    expect(JSON.stringify(await opened.db.select().from(linkTokens))).not.toContain(second)
  })

  test('is not replaced by one that is guessed; the link stays good', async () => {
    const { email, id } = await api.member('jolanda')
    await ask(email)
    const token = await api.linkTo(email, 'reset')
    for (const bad of ['jolanda', 'password1', 'Uptime-Workshops'])
      expect((await problemOf(await set(token, bad))).detail).toBe(ACCOUNT_SENTENCE.commonPassword)
    expect((await set(token, '12345')).status).toBe(400)
    await opened.db.insert(userRoles).values({ userId: id, role: 'moderator', grantedBy: 'test' })
    expect((await problemOf(await set(token, 'fourteen chars'))).detail).toBe(ACCOUNT_SENTENCE.adminPassword(15))
    expect((await set(token, 'fifteen chars..')).status).toBe(200)
    await api.signIn(email, 'fifteen chars..')
  })

  test('confirms the address, since the mail reached it, and opens a lock', async () => {
    const email = 'karl@gauge.example'
    await api.post('sign-up', { username: 'karl', email, password: 'the squatter types this' })
    const lockedUntil = new Date(api.clock.now + 100 * MINUTE)
    await opened.db.update(users).set({ lockedUntil, failedSignIns: 10 }).where(eq(users.email, email))
    await ask(email)
    expect((await set(await api.linkTo(email, 'reset'))).status).toBe(200)
    await api.signIn(email, NEW)
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

  test('twenty who ask get one mail, and twenty who use its link set one password', async () => {
    const { email } = await api.member('ada')
    await Promise.all(Array.from({ length: 20 }, () => api.post('password-reset', { email })))
    expect((await api.mailsTo(email)).filter((mail) => mail.template === 'password-reset')).toHaveLength(1)
    const token = await api.linkTo(email, 'reset')
    const passwords = Array.from({ length: 20 }, (_, index) => `new torque spec ${index}`)
    const answers = await Promise.all(
      passwords.map((password) => api.post('password-reset/confirm', { token, password })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)])
    await api.signIn(email, passwords[answers.findIndex((answer) => answer.status === 200)])
  })

  test('a sign-in during a reset never outlives it', async () => {
    const { email } = await api.member('grace')
    await api.post('password-reset', { email })
    const token = await api.linkTo(email, 'reset')
    const signIns = Array.from({ length: 10 }, () => api.post('sign-in', { email, password: PASSWORD }))
    const [reset, ...answers] = await Promise.all([
      api.post('password-reset/confirm', { token, password: NEW }),
      ...signIns,
    ])
    expect(reset?.status).toBe(200)
    for (const answer of answers) {
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      expect(await api.viewerOf(cookie)).toBeNull()
    }
  })
})

test('no order of calls to the sign-in routes changes an approval; only an administrator does', async () => {
  const opened = await testDb()
  const api = await accountApi(opened.db)
  const { email: first, id } = await api.member('ada')
  let email = first
  let password = PASSWORD
  let count = 0
  const calls = {
    again: () => api.post('sign-up', { username: 'ada', email, password: 'other 52 password' }),
    elsewhere: () => api.post('sign-up', { username: `ada_${count}x`, email, password: 'other 52 password' }),
    ask: () => api.post('password-reset', { email }),
    reset: async () => {
      const next = `torque spec number ${count}`
      const { status } = await api.post('password-reset/confirm', {
        token: await api.linkTo(email, 'reset'),
        password: next,
      })
      if (status === 200) password = next
    },
    confirm: async () => api.post('confirm-email', { token: await api.linkTo(email, 'confirm'), password }),
    signIn: () => api.post('sign-in', { email, password }),
    fail: () => api.post('sign-in', { email, password: 'wrong one' }),
    rename: async () => {
      const body = { username: `ada_${count}x`, fullName: `Ada ${count}` }
      await api.call('PATCH', 'account', body, { cookie: await api.signIn(email, password) })
    },
    change: async () => {
      const next = `torque spec number ${count}`
      const cookie = await api.signIn(email, password)
      const { status } = await api.post('password', { currentPassword: password, password: next }, { cookie })
      if (status === 200) password = next
    },
    move: async () => {
      const next = `ada${count}@gauge.example`
      await api.post('email', { email: next }, { cookie: await api.signIn(email, password) })
      const { status } = await api.post('email/confirm', { token: await api.linkTo(next, 'email') })
      if (status === 200) email = next
    },
    out: async () => api.post('sign-out', {}, { cookie: await api.signIn(email, password) }),
  }
  const names = fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[]))
  const decisions = fc.constantFrom('pending', 'approved', 'rejected')
  await fc.assert(
    fc.asyncProperty(decisions, fc.array(names, { minLength: 3, maxLength: 8 }), async (decision, sequence) => {
      const context = { actor: { id: 'test' }, site: SITE, now: api.clock.now }
      if (decision === 'approved') await decideApproval(opened.db, id, { approval: 'approved' }, context)
      if (decision === 'rejected')
        await decideApproval(opened.db, id, { approval: 'rejected', reason: 'Spam' }, context)
      const before = await approvalOf(opened.db, id)
      for (const name of sequence) {
        count += 1
        api.clock.now += 20 * MINUTE
        await calls[name]()
        expect(await approvalOf(opened.db, id), sequence.join()).toBe(before)
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
  await opened.close()
})
