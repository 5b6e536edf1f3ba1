import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { notifyOfShipping, notifyOfStatus } from '#src/domain/reports/notify-reporters.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aReport, CANARY, reportApi } from './report-api.ts'

const DAY = 86_400_000

describe('what a reporter is sent and sees', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof reportApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await reportApi(opened.db)
  })
  beforeEach(() => api.forgetLimits())
  afterAll(() => opened.close())

  const change = async (id: string, values: Partial<typeof eventReports.$inferInsert>) => {
    const [row] = await opened.db.update(eventReports).set(values).where(eq(eventReports.id, id)).returning()
    if (!row) throw new Error('There is no such report')
    return row
  }
  const storeWish = async (values: Partial<typeof adminWishes.$inferInsert> = {}) => {
    const wish = { title: CANARY.title, createdBy: 'test', ...values }
    const [row] = await opened.db.insert(adminWishes).values(wish).returning()
    if (!row) throw new Error('No wish was made')
    return row
  }
  const telling = () => ({ site: SITE, now: api.clock.now })

  test('only their verified reports, newest first', async () => {
    const start = api.clock.now
    const { email, statusToken, row } = await api.verified({ reporter_email: 'Ada@gauge.example' })
    await api.verified()
    await api.forgetLimits()
    await api.submit(aReport({ reporter_email: email, title: 'Not clicked yet' }))
    api.clock.now += 60_000
    await api.verified({ reporter_email: 'ADA@gauge.example', report_type: 'improvement', title: 'A second one' })
    const answer = await api.status(statusToken)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const { reports } = await answer.json()
    expect(reports).toEqual([
      expect.objectContaining({ title: 'A second one', reportType: 'improvement', createdAt: start + 60_000 }),
      {
        id: row.id,
        reportType: 'problem',
        title: CANARY.title,
        status: 'open',
        answer: null,
        wish: null,
        createdAt: start,
        updatedAt: start,
      },
    ])
    expect(JSON.stringify(reports)).not.toMatch(/Ada|gauge\.example|cnry-text/)
    api.clock.now = start
  })

  test('the state of the report that theirs was merged into, and its outcome', async () => {
    const [kept, twin] = [await api.verified(), await api.verified()]
    const wish = await storeWish({ status: 'planned', target: 'March 2027' })
    await change(kept.row.id, { status: 'resolved', answer: 'We will do it.', promotedToWishId: wish.id })
    await change(twin.row.id, { mergedIntoId: kept.row.id })
    for (const { statusToken } of [kept, twin])
      expect(await api.ownReports(statusToken)).toMatchObject([
        { status: 'resolved', answer: 'We will do it.', wish: { status: 'planned', target: 'March 2027' } },
      ])
    const unverified = aReport()
    await api.submit(unverified)
    await change(twin.row.id, { mergedIntoId: (await api.reportOf(unverified.reporter_email)).id })
    expect(await api.ownReports(twin.statusToken)).toMatchObject([{ status: 'open', answer: null, wish: null }])
  })

  test('at most fifty', async () => {
    const { email, row, statusToken } = await api.verified()
    const { reportType, title, description, reporterEmail, emailKey, verifiedAt } = row
    const more = { reportType, title, description, reporterEmail, emailKey, verifiedAt, status: 'open' } as const
    await opened.db.insert(eventReports).values(Array.from({ length: 60 }, () => more))
    expect(await api.ownReports(statusToken)).toHaveLength(50)
    expect(await api.getReports(email)).toHaveLength(61)
  })

  test('nothing by a link that is over, foreign or unknown, in one sentence (TL5)', async () => {
    const start = api.clock.now
    const { email, statusToken } = await api.verified()
    const verifying = await api.tokenTo(email)
    for (const token of [verifying, 'A'.repeat(43), ''])
      expect(await problemOf(await api.status(token))).toMatchObject({ status: 404, detail: LINK_DEAD })
    api.clock.now = start + 180 * DAY - 1_000
    expect((await api.status(statusToken)).status).toBe(200)
    api.clock.now = start + 180 * DAY
    expect((await api.status(statusToken)).status).toBe(404)
    api.clock.now = start
  })

  test('nothing of another’s when an admin gives their report another address', async () => {
    const [mine, theirs] = [await api.verified(), await api.verified()]
    await change(mine.row.id, { reporterEmail: theirs.email, emailKey: theirs.email, verifiedAt: null })
    expect(await api.ownReports(mine.statusToken)).toEqual([])
    expect(await api.ownReports(theirs.statusToken)).toHaveLength(1)
  })

  test.each([
    ['open', 'is open'],
    ['in_progress', 'is being worked on'],
    ['resolved', 'is resolved'],
    ['dismissed', 'is closed'],
  ] as const)('by mail that it is %s, without a word of their own (P-27)', async (status, words) => {
    const { email, row } = await api.verified()
    const changed = await change(row.id, { status, answer: 'Look <here>.\nIt works.' })
    expect(await opened.db.transaction((tx) => notifyOfStatus(tx, changed, telling()))).toBe(true)
    const mail = (await api.mailsTo(email)).find(({ template }) => template === 'report-status-changed')
    expect(mail?.subject).toBe('Update on your problem report from Nov 20, 2026')
    expect(mail?.textBody).toContain(`Your problem report from Nov 20, 2026 ${words}`)
    expect(mail?.textBody).toContain('> Look <here>.\n> It works.\n')
    expect(mail?.htmlBody).toContain('Look &lt;here&gt;.')
    expect(JSON.stringify(mail)).not.toMatch(/cnry|evil|prize|<b>/)
    expect(await api.ownReports(await api.tokenTo(email, 'report-status-changed'))).toMatchObject([{ status }])
  })

  test('nothing by mail before they have verified (OB6)', async () => {
    const report = aReport()
    await api.submit(report)
    const row = await api.reportOf(report.reporter_email)
    const changed = await change(row.id, { status: 'resolved' })
    expect(await opened.db.transaction((tx) => notifyOfStatus(tx, changed, telling()))).toBe(false)
    const wish = await storeWish()
    await change(row.id, { promotedToWishId: wish.id })
    expect(await opened.db.transaction((tx) => notifyOfShipping(tx, wish.id, telling()))).toBe(0)
    expect(await api.mailsTo(report.reporter_email)).toHaveLength(1)
  })

  test('that a wish of theirs is there: each address once, those of merged reports too', async () => {
    const wish = await storeWish()
    const [first, twin, other] = [
      await api.verified({ report_type: 'improvement' }),
      await api.verified(),
      await api.verified(),
    ]
    await change(first.row.id, { promotedToWishId: wish.id })
    await change(twin.row.id, { mergedIntoId: first.row.id })
    const again = {
      ...first.row,
      id: crypto.randomUUID(),
      mergedIntoId: first.row.id,
      createdAt: new Date(api.clock.now + 1),
    }
    await opened.db.insert(eventReports).values(again)
    const silent = aReport()
    await api.submit(silent)
    await change((await api.reportOf(silent.reporter_email)).id, { mergedIntoId: first.row.id })
    expect(await opened.db.transaction((tx) => notifyOfShipping(tx, wish.id, telling()))).toBe(2)
    const shipped = async (email: string) =>
      (await api.mailsTo(email)).filter(({ template }) => template === 'wish-shipped')
    const [mail, ...more] = await shipped(first.email)
    expect(mail?.subject).toBe('You asked, we did: your suggestion from Nov 20, 2026')
    expect(JSON.stringify(mail)).not.toMatch(/cnry|evil|prize|<b>/)
    expect([more, (await shipped(twin.email)).length]).toEqual([[], 1])
    expect([...(await shipped(other.email)), ...(await shipped(silent.reporter_email))]).toEqual([])
  })
})
