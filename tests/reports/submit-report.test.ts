import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventReports } from '#db/schema/feedback.ts'
import { bans } from '#db/schema/security.ts'
import { KEY_REUSED, REPORT_RECEIVED } from '#src/contract/report.ts'
import { sendWithheld } from '#src/domain/reports/send-withheld.ts'
import { PASSWORD, SITE } from '#tests/accounts/account-api.ts'
import { problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aReport, CANARY, reportApi, SUBMIT } from './report-api.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('sending a report', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof reportApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await reportApi(opened.db)
  })
  beforeEach(() => api.forgetLimits())
  afterAll(() => opened.close())
  const getBytes = async (answer: Response) => {
    const names = [...answer.headers.keys()].sort().join()
    return [answer.status, await answer.text(), names, answer.headers.get('Vary')]
  }
  const countReports = () => opened.db.$count(eventReports)

  test('leaves one mail, with a link to verify it and none of its words (P-27)', async () => {
    const report = aReport()
    expect((await api.submit(report)).status).toBe(202)
    const [mail, ...more] = await api.mailsTo(report.reporter_email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Verify your problem report from Nov 20, 2026')
    expect(mail?.textBody).toMatch(/https:\/\/workshops\.example\/verify-report#token=[\w-]{43}\n/)
    expect(JSON.stringify(mail)).not.toMatch(/cnry|evil|prize|<b>/)
  })

  test('is answered in the same bytes for every address and every sender (P-27)', async () => {
    const known = await api.account.member('known')
    const cookie = await api.account.signIn(known.email)
    await opened.db.insert(bans).values({ subjectType: 'user', subject: known.id, reason: 'test', actor: 'test' })
    const told = [await getBytes(await api.submit(aReport()))]
    await api.forgetLimits()
    const again = aReport()
    for (const [report, sending] of [
      [aReport({ reporter_email: known.email }), {}],
      [again, {}],
      [again, {}],
      [aReport(), { cookie }],
      [aReport({ reporter_email: 'not-there@nowhere.invalid' }), { headers: { Cookie: '__Host-session=stale' } }],
    ] as const)
      told.push(await getBytes(await api.submit(report, sending)))
    expect(told).toEqual(told.map(() => told[0]))
    expect(told[0]?.slice(0, 2)).toEqual([202, JSON.stringify({ message: REPORT_RECEIVED })])
    expect(await api.mailsTo(again.reporter_email)).toHaveLength(1)
    expect(await api.getReports(again.reporter_email)).toHaveLength(2)
  })

  test('records the signed-in reporter, and no one else', async () => {
    const { cookie, id } = await api.account.enter('ada')
    const [mine, theirs] = [aReport(), aReport({ reporter_email: 'ada@gauge.example' })]
    await api.submit(mine, { cookie })
    await api.submit(theirs)
    expect((await api.reportOf(mine.reporter_email)).reporterUserId).toBe(id)
    expect((await api.reportOf(theirs.reporter_email)).reporterUserId).toBeNull()
    const gone = await api.account.call('DELETE', 'account', undefined, { cookie })
    expect(gone.status).toBe(200)
    expect(await api.reportOf(mine.reporter_email)).toMatchObject({ reporterUserId: null, title: CANARY.title })
  })

  test('mails one address once a minute and five times a day at most, and the others when they may be (OB6)', async () => {
    const report = aReport()
    const email = report.reporter_email
    const late = () => sendWithheld(opened.db, { site: SITE, now: api.clock.now })
    const start = api.clock.now
    await late() // what other tests left
    for (let sent = 0; sent < 8; sent += 1) await api.submit({ ...report, title: `Report ${sent}` })
    expect([(await api.getReports(email)).length, (await api.mailsTo(email)).length]).toEqual([8, 1])
    expect(await late()).toBe(0)
    const mailed: number[] = []
    for (let minute = 1; minute <= 8; minute += 1) {
      api.clock.now = start + minute * MINUTE
      mailed.push(await late())
    }
    expect(mailed).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
    const tokens = (await api.mailsTo(email)).map(({ textBody }) => /#token=([\w-]{43})/.exec(textBody)?.[1] ?? '')
    expect(new Set(tokens).size).toBe(5)
    for (const token of tokens) expect((await api.verify(token)).status).toBe(200)
    // A mail that has not arrived within a day is given up.
    api.clock.now = start + DAY - 1
    expect(await late()).toBe(0)
    api.clock.now = start + DAY + MINUTE
    expect(await late()).toBe(0)
    api.clock.now = start
  })

  test('is limited to five an hour from one address, whatever headers say (RL3, RL6)', async () => {
    const ip = '192.0.2.77'
    const start = api.clock.now
    for (let sent = 0; sent < 5; sent += 1) expect((await api.submit(aReport(), { ip })).status).toBe(202)
    for (const headers of [
      {},
      { 'X-Forwarded-For': '198.51.100.9', Forwarded: 'for=198.51.100.9', 'X-NF-Client-Connection-IP': '198.51.100.9' },
    ] as Record<string, string>[]) {
      const answer = await api.submit(aReport(), { ip, headers })
      expect(answer.headers.get('Retry-After')).toBe('3600')
      const problem = await problemOf(answer)
      expect(problem).toMatchObject({ status: 429, detail: 'Too many reports. Try again in 60 minutes.' })
    }
    expect((await api.submit(aReport())).status).toBe(202)
    api.clock.now = start + HOUR
    expect((await api.submit(aReport(), { ip })).status).toBe(202)
    api.clock.now = start
  })

  test('is counted by account for a signed-in reporter', async () => {
    const { email } = await api.account.member('grace')
    const cookie = await api.account.signIn(email, PASSWORD)
    for (let sent = 0; sent < 5; sent += 1) expect((await api.submit(aReport(), { cookie })).status).toBe(202)
    expect((await api.submit(aReport(), { cookie })).status).toBe(429)
  })

  test('is refused for banned people', async () => {
    const ip = '192.0.2.78'
    await opened.db.insert(bans).values({ subjectType: 'address', subject: ip, reason: 'test', actor: 'test' })
    const before = await countReports()
    expect(await problemOf(await api.submit(aReport(), { ip }))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await countReports()).toBe(before)
  })

  test('leaves nothing of it in the log (TL6)', async () => {
    const report = aReport({ reporter_email: 'quiet.zebra@gauge.example' })
    await api.submit(report, { key: 'quiet-key-0001' })
    await api.submit({ ...report, honeypot: 'cnry' })
    const token = await api.tokenTo(report.reporter_email)
    const { statusToken } = await (await api.verify(token)).json()
    await api.status(statusToken)
    await api.status(`${statusToken}x`)
    await api.request(`/api/reports/${token}`)
    await api.request(`/api/reports/status?token=${token}`)
    const lines = api.lines.join('\n')
    expect(lines).toContain('report received')
    for (const secret of ['cnry', 'zebra', 'quiet-key', token, statusToken]) expect(lines).not.toContain(secret)
  })

  test('leads to the site that is configured, whatever the request says (TL7)', async () => {
    const report = aReport()
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    expect((await api.submit(report, { headers })).status).toBe(202)
    const [mail] = await api.mailsTo(report.reporter_email)
    expect(mail?.textBody).toContain(`${SITE_URL}/verify-report#token=`)
    expect(`${mail?.textBody}${mail?.htmlBody}`).not.toContain('evil')
  })

  describe('with a key (DB3)', () => {
    test('twice is one report and one mail, answered alike', async () => {
      const report = aReport()
      const key = crypto.randomUUID()
      const first = await getBytes(await api.submit(report, { key }))
      await api.forgetLimits()
      const { honeypot, title, ...rest } = report
      const again = await getBytes(await api.submit({ honeypot, ...rest, title: ` ${title} ` }, { key }))
      expect(again).toEqual(first)
      expect(await api.mailsTo(report.reporter_email)).toHaveLength(1)
      expect((await api.reportOf(report.reporter_email)).submissionKey).not.toContain(key)
    })

    test.each([
      { title: 'Something else' },
      { description: 'Something else altogether' },
      { report_type: 'improvement' },
      { reporter_email: 'somebody-else@gauge.example' },
      { context: { page: '/', viewport: '360x740', release: '12' } },
    ])('but for another report is refused: %o', async (over) => {
      const report = aReport()
      const key = crypto.randomUUID()
      await api.submit(report, { key })
      const before = await countReports()
      const problem = await problemOf(await api.submit({ ...report, ...over }, { key }))
      expect(problem).toMatchObject({ status: 409, code: 'conflict', detail: KEY_REUSED })
      expect(await countReports()).toBe(before)
    })

    test('is free again after a day, not a moment earlier', async () => {
      const [report, other] = [aReport(), aReport()]
      const key = crypto.randomUUID()
      const start = api.clock.now
      await api.submit(report, { key })
      const { updatedAt } = await api.reportOf(report.reporter_email)
      api.clock.now = start + DAY - 1
      expect((await api.submit(other, { key })).status).toBe(409)
      api.clock.now = start + DAY
      expect((await api.submit(other, { key })).status).toBe(202)
      expect(await api.reportOf(report.reporter_email)).toMatchObject({ submissionKey: null, updatedAt })
      expect((await api.submit(report, { key })).status).toBe(409)
      api.clock.now = start
    })

    test.each(['', 'short', 'x'.repeat(201), 'eight characters', 'ключ-ключ-ключ'])('%j is not a key', async (key) => {
      // A header carries bytes: what is beyond them comes as what a client makes of it.
      const sent = Buffer.from(key).toString('latin1')
      const problem = await problemOf(await api.submit(aReport(), { key: sent }))
      expect(problem).toMatchObject({ status: 400, errors: [{ field: 'Idempotency-Key' }] })
    })

    test.each(['12345678', '~'.repeat(200)])('%j is one', async (key) => {
      expect((await api.submit(aReport(), { key })).status).toBe(202)
    })
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('is not done by %s', async (method) => {
    const before = await countReports()
    expect((await api.request(SUBMIT, { method, headers: api.fromOurPage })).status).toBe(405)
    expect(await countReports()).toBe(before)
  })
})
