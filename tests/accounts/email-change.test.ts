import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens, users } from '#db/schema/accounts.ts'
import { rateLimits } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { DISPOSABLE_EMAIL, INVALID_EMAIL } from '#src/contract/email.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, getId, PASSWORD } from './account-api.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('another e-mail address', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const ask = (cookie: string, email: string) => api.post('email', { email }, { cookie })
  const confirm = (token: string) => api.post('email/confirm', { token })
  const account = async (cookie: string) => (await api.call('GET', 'account', undefined, { cookie })).json()

  test('is confirmed by the link sent to it; until then nothing changes', async () => {
    const { email, id, cookie } = await api.enter('ada')
    const elsewhere = await api.signIn(email)
    await api.post('password-reset', { email })
    const reset = await api.linkTo(email, 'reset')
    const asked = await ask(cookie, 'Ada@NEW.example')
    expect(asked.status).toBe(202)
    expect(await asked.json()).toEqual({ title: 'Check your email', message: ACCOUNT_SENTENCE.emailChangeSent })
    expect(await account(cookie)).toMatchObject({ email, newEmail: 'Ada@new.example' })
    const token = await api.linkTo('Ada@new.example', 'email')
    expect(JSON.stringify(await opened.db.select().from(linkTokens))).not.toContain(token)
    expect((await api.post('confirm-email', { token, password: PASSWORD })).status).toBe(404)
    const answer = await confirm(token)
    expect([answer.status, await answer.json()]).toEqual([200, { message: ACCOUNT_SENTENCE.emailChanged }])
    expect(await account(cookie)).toMatchObject({ email: 'Ada@new.example', newEmail: null })
    expect(await api.viewerOf(elsewhere)).toBeNull()
    expect((await api.post('password-reset/confirm', { token: reset, password: 'other 12 torque' })).status).toBe(404)
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(401)
    await api.signIn('ada@new.example')
    const notice = (await api.mailsTo(email)).find((mail) => mail.template === 'email-changed')
    expect(notice?.textBody).toContain('A…@new.example')
    expect((await problemOf(await confirm(token))).detail).toBe(ACCOUNT_SENTENCE.linkDead)
    const [row] = await opened.db.select().from(auditLog).where(eq(auditLog.action, 'account.change-email'))
    expect(row).toMatchObject({ actor: id, subjectId: id, after: { sessionsEnded: 1 } })
  })

  test('that belongs to another account gets the same answer; only its owner is mailed', async () => {
    const { email: known } = await api.enter('bea')
    const { cookie } = await api.enter('carl')
    const { cookie: other } = await api.enter('dora')
    api.clock.now += 2 * MINUTE
    const answers = [await ask(cookie, known.toUpperCase()), await ask(other, 'free@gauge.example')]
    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(told[0]).toEqual(told[1])
    const names = answers.map((answer) => [...answer.headers.keys()].sort())
    expect(names[0]).toEqual(names[1])
    expect((await account(cookie)).newEmail).toBe('BEA@gauge.example')
    expect((await account(other)).newEmail).toBe('free@gauge.example')
    expect((await api.mailTo(known))?.template).toBe('address-known')
    expect(await api.linkTo(known, 'email')).toBe('')
    expect((await api.mailTo('free@gauge.example'))?.template).toBe('confirm-address')
  })

  test('has a link for a day, of which only the newest works', async () => {
    const { cookie } = await api.enter('emil')
    await ask(cookie, 'emil@one.example')
    const first = await api.linkTo('emil@one.example', 'email')
    expect((await ask(cookie, 'emil@one.example')).status).toBe(202)
    expect(await api.mailsTo('emil@one.example')).toHaveLength(1)
    expect((await account(cookie)).newEmail).toBe('emil@one.example')
    await ask(cookie, 'emil@two.example')
    const second = await api.linkTo('emil@two.example', 'email')
    const unknown = await confirm('A'.repeat(43))
    expect([(await confirm(first)).status, unknown.status]).toEqual([404, 404])
    api.clock.now += DAY
    const late = await confirm(second)
    expect(await late.text()).toBe(await unknown.text())
    api.clock.now -= 1
    expect((await confirm(second)).status).toBe(200)
  })

  test('requires a recent authentication and a valid address', async () => {
    const { cookie } = await api.enter('fritz')
    expect((await problemOf(await ask(cookie, 'no address'))).detail).toBe(INVALID_EMAIL)
    expect((await problemOf(await ask(cookie, 'fritz@mailinator.com'))).detail).toBe(DISPOSABLE_EMAIL)
    api.clock.now += 10 * MINUTE
    expect(await problemOf(await ask(cookie, 'fritz@new.example'))).toMatchObject({ status: 403, code: 'step_up' })
  })

  test('removes an unconfirmed registration with it', async () => {
    const { id, cookie } = await api.enter('gerd')
    const squatted = 'gerd@squatted.example'
    await api.post('sign-up', { username: 'squatter', email: squatted, password: 'the squatter types this' })
    const theirs = await api.linkTo(squatted, 'confirm')
    api.clock.now += 2 * MINUTE
    await ask(cookie, squatted)
    expect((await confirm(await api.linkTo(squatted, 'email'))).status).toBe(200)
    expect(await getId(opened.db, squatted)).toBe(id)
    expect((await api.post('confirm-email', { token: theirs, password: 'the squatter types this' })).status).toBe(404)
  })

  test('to an address that another account has by now is a dead link', async () => {
    const { email, cookie } = await api.enter('hugo')
    await ask(cookie, 'late@gauge.example')
    const token = await api.linkTo('late@gauge.example', 'email')
    api.clock.now += 2 * MINUTE
    await api.post('sign-up', { username: 'late', email: 'late@gauge.example', password: PASSWORD })
    const confirmed = { token: await api.linkTo('late@gauge.example', 'confirm'), password: PASSWORD }
    expect((await api.post('confirm-email', confirmed)).status).toBe(200)
    expect((await problemOf(await confirm(token))).detail).toBe(ACCOUNT_SENTENCE.linkDead)
    expect(await account(cookie)).toMatchObject({ email })
  })

  test('can be asked for five times an hour', async () => {
    const { cookie } = await api.enter('ines')
    for (let count = 0; count < 5; count += 1) expect((await ask(cookie, `i${count}@n.example`)).status).toBe(202)
    expect((await ask(cookie, 'i6@n.example')).status).toBe(429)
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

  test('of twenty who want one address one gets it, and no answer is an error', async () => {
    const address = 'wanted@gauge.example'
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => api.signIn((await api.member(`member_${index}x`)).email)),
    )
    const tokens: string[] = []
    for (const cookie of cookies) {
      await opened.db.delete(rateLimits) // each mail goes, however many the address had
      await api.post('email', { email: address }, { cookie })
      tokens.push(await api.linkTo(address, 'email'))
    }
    expect(new Set(tokens).size).toBe(20)
    const answers = await Promise.all(tokens.map((token) => api.post('email/confirm', { token })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)])
    expect(await opened.db.$count(users, eq(users.emailKey, address))).toBe(1)
  })

  test('one link used twenty times at once works once', async () => {
    const cookie = await api.signIn((await api.member('once')).email)
    await api.post('email', { email: 'once@new.example' }, { cookie })
    const token = await api.linkTo('once@new.example', 'email')
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('email/confirm', { token })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)])
  })
})
