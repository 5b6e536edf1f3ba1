import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens, profiles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { DISPOSABLE_EMAIL, INVALID_EMAIL } from '#src/contract/email.ts'
import { PASSWORD_TOO_LONG, PASSWORD_TOO_SHORT } from '#src/contract/password.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { USERNAME_LENGTH, USERNAME_TAKEN } from '#src/contract/username.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, getId, PASSWORD } from './account-api.ts'

const DAY = 86_400_000

describe('registering', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const register = (username: string, email: string, password = PASSWORD) =>
    api.post('sign-up', { username, email, password })

  test('makes a pending account that is confirmed by the link in the mail, once', async () => {
    const answer = await register('Ada', ' ada@GAUGE.example ')
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({ title: 'Registration Submitted', message: ACCOUNT_SENTENCE.submitted })
    expect(answer.headers.getSetCookie()).toEqual([])
    const [row] = await opened.db
      .select()
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(eq(users.email, 'ada@gauge.example'))
    expect(row?.profiles).toMatchObject({ username: 'Ada', approval: 'pending' })
    expect(row?.users.emailConfirmedAt).toBeNull()
    const mail = await api.mailTo('ada@gauge.example')
    expect(mail?.template).toBe('registration-received')
    expect(mail?.textBody).not.toContain('Ada')
    const token = await api.linkTo('ada@gauge.example', 'confirm')
    expect(JSON.stringify(await opened.db.select().from(linkTokens))).not.toContain(token)
    const confirm = { token, password: PASSWORD }
    expect((await api.post('confirm-email', confirm)).status).toBe(200)
    expect((await problemOf(await api.post('confirm-email', confirm))).detail).toBe(ACCOUNT_SENTENCE.linkDead)
    expect(await api.viewerOf(await api.signIn('ada@gauge.example'))).toMatchObject({
      username: 'Ada',
      approval: 'pending',
      isAdmin: false,
      roles: [],
      aal: 1,
    })
  })

  test.each([
    ['email', 'not an address', INVALID_EMAIL],
    ['email', 'bo@gauge.example\r\nBcc: eve@evil.example', INVALID_EMAIL],
    ['email', 'bo@mx.MAILINATOR.com', DISPOSABLE_EMAIL],
    ['username', 'bo', USERNAME_LENGTH],
    ['username', 'b'.repeat(31), USERNAME_LENGTH],
    ['username', 'adm1n', USERNAME_TAKEN],
    ['password', '12345', PASSWORD_TOO_SHORT],
    ['password', 'x'.repeat(257), PASSWORD_TOO_LONG],
    ['password', 'password1', ACCOUNT_SENTENCE.commonPassword],
    ['password', 'uptime2027', ACCOUNT_SENTENCE.commonPassword],
  ])('with the %s %j is refused in words, and nothing is made', async (field, value, sentence) => {
    const before = await opened.db.$count(users)
    const body = { username: 'bodie', email: 'bo@gauge.example', password: PASSWORD, [field]: value }
    const problem = await problemOf(await api.post('sign-up', body))
    expect(problem).toMatchObject({ status: 400, detail: sentence })
    expect(problem.errors?.[0]?.field).toBe(field)
    expect(await opened.db.$count(users)).toBe(before)
  })

  test('takes nothing but the three fields', async () => {
    for (const extra of ['approval', 'role', 'id', 'emailConfirmedAt']) {
      const body = { username: 'mallory', email: 'mallory@gauge.example', password: PASSWORD, [extra]: 'approved' }
      expect((await api.post('sign-up', body)).status, extra).toBe(400)
    }
    expect(await getId(opened.db, 'mallory@gauge.example')).toBe('')
  })

  test('with a name that looks like one that is taken is refused, and leaves no account behind', async () => {
    for (const name of ['ada', 'ADA', 'A.da', 'a_d_a']) {
      const problem = await problemOf(await register(name, 'other@gauge.example'))
      expect(problem).toMatchObject({ status: 409, detail: USERNAME_TAKEN })
    }
    expect(await getId(opened.db, 'other@gauge.example')).toBe('')
    expect(await api.mailsTo('other@gauge.example')).toEqual([])
  })

  test('with a name that would pass for the site is refused, for a known address too', async () => {
    for (const name of ['Uptime.Workshops', 'uptimeworkshops', 'ᴜᴘᴛɪᴍᴇ-ᴡᴏʀᴋꜱʜᴏᴘꜱ', 'UptimeW0rksh0ps']) {
      for (const email of ['other@gauge.example', 'ada@gauge.example'])
        expect(await problemOf(await register(name, email)), name).toMatchObject({
          status: 409,
          detail: USERNAME_TAKEN,
        })
    }
    expect((await register('uptime_fan', 'fan@gauge.example')).status).toBe(202)
  })

  test('with a known address gets the same answer as a new one; only its owner is mailed', async () => {
    await api.member('grace')
    api.clock.now += 120_000
    const before = await opened.db.$count(users)
    const known = await register('someone_else', 'Grace@gauge.example', 'other 52 password')
    const fresh = await register('newcomer', 'newcomer@gauge.example')
    expect([known.status, await known.text()]).toEqual([fresh.status, await fresh.text()])
    const names = (answer: Response) => [...answer.headers.keys()].sort()
    expect(names(known)).toEqual(names(fresh))
    expect(await opened.db.$count(users)).toBe(before + 1)
    expect((await api.mailTo('grace@gauge.example'))?.template).toBe('address-known')
    expect(await api.viewerOf(await api.signIn('grace@gauge.example'))).toMatchObject({ username: 'grace' })
  })

  test('does not flood an address with mail', async () => {
    await register('ivy', 'ivy@gauge.example')
    for (let again = 0; again < 4; again += 1) await register('ivy', 'ivy@gauge.example')
    expect(await api.mailsTo('ivy@gauge.example')).toHaveLength(1)
  })

  test('gives a link that works for a day, and for confirming alone', async () => {
    await register('jo_late', 'jo@gauge.example')
    const token = await api.linkTo('jo@gauge.example', 'confirm')
    const answers = [
      await api.post('password-reset/confirm', { token, password: PASSWORD }),
      await api.post('confirm-email', { token: 'A'.repeat(43), password: PASSWORD }),
      await api.post('confirm-email', { token: '', password: PASSWORD }),
    ]
    api.clock.now += DAY
    answers.push(await api.post('confirm-email', { token, password: PASSWORD }))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    api.clock.now -= 1
    expect((await api.post('confirm-email', { token, password: PASSWORD })).status).toBe(200)
  })

  test('is counted: the sixth within an hour has to wait, and a banned address is turned away', async () => {
    const ip = '192.0.2.66'
    const bad = { username: 'x', email: 'x', password: 'x' }
    for (let count = 0; count < 5; count += 1) expect((await api.post('sign-up', bad, { ip })).status).toBe(400)
    const refused = await api.post('sign-up', bad, { ip })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    const ban = { subjectType: 'address', subject: '192.0.2.67', reason: 'test', actor: 'test' } as const
    await opened.db.insert(bans).values(ban)
    for (const path of ['sign-up', 'sign-in', 'password-reset']) {
      const body = path === 'sign-in' ? { email: 'x', password: 'x' } : bad
      const problem = await problemOf(await api.post(path, body, { ip: '192.0.2.67' }))
      expect(problem.detail).toBe(BANNED)
      expect(problem.status).toBe(403)
    }
  })

  test('is written down without hashes and tokens', async () => {
    const rows = await opened.db.select().from(auditLog)
    expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(['account.register', 'account.confirm-email']))
    expect(rows.find((row) => row.action === 'account.register')?.address).toMatch(/^198\.18\./)
    expect(JSON.stringify(rows)).not.toMatch(/argon2|#confirm=/)
    expect(api.lines.join('\n')).not.toMatch(/argon2|@gauge|gauge 41/)
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

  test('one address is registered twenty times at once and has one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.post('sign-up', { username: `many_${index}x`, email: 'many@gauge.example', password: PASSWORD }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(202))
    expect(await opened.db.$count(users, eq(users.emailKey, 'many@gauge.example'))).toBe(1)
    expect(await api.mailsTo('many@gauge.example')).toHaveLength(1)
  })

  test('one name is asked for twenty times at once and goes to one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.post('sign-up', {
          username: index % 2 ? 'WANTED' : 'wanted',
          email: `w${index}@gauge.example`,
          password: PASSWORD,
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, ...Array(19).fill(409)])
    expect(await opened.db.$count(profiles, eq(profiles.usernameKey, 'wanted'))).toBe(1)
  })

  test('one link is used twenty times at once and works once', async () => {
    await api.post('sign-up', { username: 'linked', email: 'linked@gauge.example', password: PASSWORD })
    const token = await api.linkTo('linked@gauge.example', 'confirm')
    const body = { token, password: PASSWORD }
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('confirm-email', body)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)])
  })
})

test('a mail that cannot be written down takes the account with it', async () => {
  const opened = await testDb()
  const api = await accountApi(opened.db)
  await opened.db.execute('drop table outbox cascade')
  const body = { username: 'nomail', email: 'nomail@gauge.example', password: PASSWORD }
  expect((await api.post('sign-up', body)).status).toBe(500)
  expect(await opened.db.$count(users)).toBe(0)
  await opened.close()
})
