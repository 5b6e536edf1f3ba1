import { hash } from 'node:crypto'
import { eq, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { rateLimits } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { LINK_LIVES } from '#src/domain/links/link.ts'
import { sendVerification } from '#src/domain/reports/submit-report.ts'
import { PASSWORD, SITE } from '#tests/accounts/account-api.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aReport, reportApi } from './report-api.ts'

describe('the click that verifies a report', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof reportApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await reportApi(opened.db)
  })
  beforeEach(() => api.forgetLimits())
  afterAll(() => opened.close())

  /** A report that waits for its click. */
  const waiting = async (over: object = {}) => {
    const report = aReport(over)
    expect((await api.submit(report)).status).toBe(202)
    return { email: report.reporter_email, token: await api.tokenTo(report.reporter_email) }
  }
  const getBytes = async (answer: Response) => [
    answer.status,
    await answer.text(),
    [...answer.headers.keys()].sort().join(),
  ]

  test('opens it, and mails the way to one’s own reports', async () => {
    const { email, token } = await waiting()
    const before = await api.reportOf(email)
    api.clock.now += 1_000
    const answer = await api.verify(token)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { reportType: 'problem', status: 'open', statusToken: expect.stringMatching(/^[\w-]{43}$/) },
    ])
    expect(await api.reportOf(email)).toMatchObject({
      status: 'open',
      verifiedAt: new Date(api.clock.now),
      version: before.version + 1,
    })
    const [mail, first, ...more] = await api.mailsTo(email)
    expect([mail?.template, first?.template, more]).toEqual(['report-verified', 'verify-report', []])
    expect(JSON.stringify(mail)).not.toMatch(/cnry|evil|prize|<b>/)
    const [own, ...others] = await api.ownReports(await api.tokenTo(email, 'report-verified'))
    expect([own?.status, others]).toEqual(['open', []])
  })

  test('may be repeated when its answer was lost: the same answer, no second mail, no second token', async () => {
    const { email, token } = await waiting()
    const { statusToken, ...told } = await (await api.verify(token)).json()
    const links = await opened.db.$count(linkTokens)
    const row = await api.reportOf(email)
    for (let again = 0; again < 3; again += 1) {
      const answer = await api.verify(token)
      expect([answer.status, await answer.json()]).toEqual([200, told])
    }
    expect(statusToken).toMatch(/^[\w-]{43}$/)
    expect(await api.mailsTo(email)).toHaveLength(2)
    expect(await opened.db.$count(linkTokens)).toBe(links)
    expect(await api.reportOf(email)).toEqual(row)
  })

  test('works once, of twenty at the same time (TL3)', async () => {
    const { email, token } = await waiting()
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.verify(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const told = await Promise.all(answers.map((answer) => answer.json()))
    expect(told.filter(({ statusToken }) => statusToken !== undefined)).toHaveLength(1)
    expect(await api.mailsTo(email)).toHaveLength(2)
    expect((await api.reportOf(email)).version).toBe(2)
  })

  test('leaves a report where an admin has moved it', async () => {
    const { email, token } = await waiting()
    await opened.db.update(eventReports).set({ status: 'dismissed' }).where(eq(eventReports.emailKey, email))
    expect(await (await api.verify(token)).json()).toMatchObject({ status: 'dismissed' })
    expect((await api.reportOf(email)).verifiedAt).toEqual(new Date(api.clock.now))
  })

  test('outlives any number of looks (TL2)', async () => {
    const { email, token } = await waiting()
    for (let looks = 0; looks < 10; looks += 1)
      for (const method of ['GET', 'HEAD'])
        for (const path of ['/api/reports/verify', `/api/reports/verify?token=${token}`])
          expect((await api.request(path, { method })).status).toBe(405)
    expect((await api.reportOf(email)).verifiedAt).toBeNull()
    expect((await api.verify(token)).status).toBe(200)
  })

  test('lasts for a day, to the second (TL4)', async () => {
    const start = api.clock.now
    const [early, late] = [await waiting(), await waiting()]
    const used = await waiting()
    await api.verify(used.token)
    api.clock.now = start + LINK_LIVES['verify-report'] - 1_000
    expect((await api.verify(early.token)).status).toBe(200)
    expect((await api.verify(used.token)).status).toBe(200)
    api.clock.now = start + LINK_LIVES['verify-report']
    for (const { token } of [late, used]) expect((await api.verify(token)).status).toBe(404)
    api.clock.now = start
    expect(LINK_LIVES['verify-report']).toBe(24 * 3_600_000)
  })

  test('a dead link gets the same bytes, whatever ended it (TL5)', async () => {
    const { email } = await api.account.member('ada')
    await api.account.post('sign-up', { username: 'unconfirmed', email: 'late@gauge.example', password: PASSWORD })
    await api.account.post('password-reset', { email })
    const { statusToken } = await api.verified()
    const foreign = [
      await api.account.linkTo('late@gauge.example', 'confirm'),
      await api.account.linkTo(email, 'reset'),
      statusToken,
    ]
    expect(foreign.every((token) => token.length === 43)).toBe(true)
    const deleted = await waiting()
    await opened.db.delete(eventReports).where(eq(eventReports.emailKey, deleted.email))
    const dead = [...foreign, deleted.token, 'A'.repeat(43), '', 'x']
    const told: unknown[][] = []
    for (const token of dead) told.push(await getBytes(await api.verify(token)))
    expect(told).toEqual(told.map(() => told[0]))
    expect(told[0]?.[0]).toBe(404)
    expect(told[0]?.[1]).toContain(LINK_DEAD)
    // And what they are for they are still good for.
    expect((await api.account.post('confirm-email', { token: foreign[0], password: PASSWORD })).status).toBe(200)
    expect((await api.status(statusToken)).status).toBe(200)
  })

  test('is good for nothing else', async () => {
    const { token } = await waiting()
    expect((await api.status(token)).status).toBe(404)
    expect((await api.account.post('confirm-email', { token, password: PASSWORD })).status).toBe(404)
    expect((await api.account.post('email/confirm', { token })).status).toBe(404)
    expect((await api.account.post('password-reset/confirm', { token, password: 'new 63 torque spec' })).status).toBe(
      404,
    )
    expect((await api.verify(token)).status).toBe(200)
  })

  test('of the old address verifies nothing once the report has another; that one gets a link of its own', async () => {
    const { email, token } = await waiting()
    const moved = { reporterEmail: 'New@gauge.example', emailKey: 'new@gauge.example' }
    const [row] = await opened.db.update(eventReports).set(moved).where(eq(eventReports.emailKey, email)).returning()
    expect((await api.verify(token)).status).toBe(404)
    if (!row) throw new Error('No report was moved')
    await opened.db.transaction((tx) => sendVerification(tx, row, { site: SITE, now: api.clock.now }))
    expect((await api.verify(token)).status).toBe(404)
    expect((await api.verify(await api.tokenTo('New@gauge.example'))).status).toBe(200)
  })

  test('is kept as the SHA-256 of 32 random bytes (TL1)', async () => {
    const { token } = await waiting()
    const { statusToken } = await api.verified()
    const hashes = (await opened.db.select().from(linkTokens)).map((row) => row.hash)
    for (const one of [token, statusToken]) {
      expect(Buffer.from(one, 'base64url')).toHaveLength(32)
      expect(hashes).toContain(hash('sha256', one, 'hex'))
      for (const table of [linkTokens, eventReports, auditLog, rateLimits])
        expect(JSON.stringify(await opened.db.select().from(table)), getTableName(table)).not.toContain(one)
    }
  })

  test.each(['verify', 'status'])('%s is tried thirty times in five minutes from one address (RL3)', async (door) => {
    const ip = '192.0.2.80'
    const start = api.clock.now
    const knock = (headers = {}) => api.send(`/api/reports/${door}`, { token: 'A'.repeat(43) }, { ip, headers })
    for (let tries = 0; tries < 30; tries += 1) expect((await knock()).status).toBe(404)
    expect((await knock({ 'X-Forwarded-For': '198.51.100.9' })).status).toBe(429)
    expect(await problemOf(await knock())).toMatchObject({ status: 429, code: 'rate_limited' })
    api.clock.now = start + 5 * 60_000
    expect((await knock()).status).toBe(404)
    api.clock.now = start
  })

  test.each(['verify', 'status'])('%s takes a token and nothing else (AZ4)', async (door) => {
    for (const body of [{}, { token: 1 }, { token: 'x'.repeat(201) }, { token: 'x', status: 'open' }, [], null])
      expect((await api.send(`/api/reports/${door}`, body)).status).toBe(400)
  })
})
