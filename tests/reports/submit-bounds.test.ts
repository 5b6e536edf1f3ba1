import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INVALID_VALUE, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { REPORT_RECEIVED } from '#src/contract/report.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aReport, reportApi } from './report-api.ts'

const TITLE = { short: 'Title must be at least 5 characters', long: 'Title must be less than 500 characters' }
const TEXT = {
  short: 'Description must be at least 20 characters',
  long: 'Description must be less than 5000 characters',
}
const EMAIL = { bad: 'Invalid email address', long: 'Email must be less than 255 characters' }

/** An address of so many characters, of which mail servers take 254. */
function getEmail(length: number): string {
  const domain = `${['a', 'b', 'c'].map((letter) => letter.repeat(50)).join('.')}.example`
  return `${'m'.repeat(64)}@${'d'.repeat(length - 66 - domain.length)}.${domain}`
}
const local = (length: number) => `${'m'.repeat(length)}@gauge.example`

describe('what a report may be', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof reportApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await reportApi(opened.db)
  })
  afterAll(() => opened.close())

  test.each([
    ['title', '1234', TITLE.short],
    ['title', '12345', null],
    ['title', ' 1234 ', TITLE.short],
    ['title', '🔧🔧🔧🔧', TITLE.short],
    ['title', '🔧'.repeat(5), null],
    ['title', 'x'.repeat(500), null],
    ['title', '🔧'.repeat(500), null],
    ['title', 'x'.repeat(501), TITLE.long],
    ['description', 'y'.repeat(19), TEXT.short],
    ['description', 'y'.repeat(20), null],
    ['description', 'y'.repeat(5000), null],
    ['description', '🔧'.repeat(5000), null],
    ['description', 'y'.repeat(5001), TEXT.long],
    ['reporter_email', getEmail(254), null],
    ['reporter_email', getEmail(255), EMAIL.bad],
    ['reporter_email', getEmail(256), EMAIL.long],
    ['reporter_email', local(64), null],
    ['reporter_email', local(65), EMAIL.bad],
    ['reporter_email', 'nobody', EMAIL.bad],
    ['reporter_email', 'a@gauge.example, b@gauge.example', EMAIL.bad],
    ['reporter_email', 'a@gauge.example\r\nBcc: b@gauge.example', EMAIL.bad],
    ['report_type', 'improvement', null],
    ['report_type', 'praise', INVALID_VALUE],
    ['honeypot', 'x', 'Bot detected'],
  ])('%s %j: %s', async (field, value, sentence) => {
    const before = await opened.db.query.eventReports.findMany({ columns: { id: true } })
    const answer = await api.submit(aReport({ [field]: value }))
    const after = await opened.db.query.eventReports.findMany({ columns: { id: true } })
    expect(after.length).toBe(before.length + (sentence === null ? 1 : 0))
    if (sentence === null)
      return expect([answer.status, await answer.json()]).toEqual([202, { message: REPORT_RECEIVED }])
    const problem = await problemOf(answer)
    expect(problem).toMatchObject({ status: 400, code: 'invalid', detail: sentence })
    expect(problem.errors).toContainEqual({ field, message: sentence })
  })

  test('every mistake is listed, in the order of the form, the first of them as the sentence', async () => {
    const answer = await api.submit({
      title: 'x',
      description: 'y',
      reporter_email: 'z',
      report_type: 'w',
      honeypot: 'v',
    })
    const { detail, errors } = await problemOf(answer)
    expect(detail).toBe(TITLE.short)
    expect(errors?.map(({ field }) => field)).toEqual([
      'title',
      'description',
      'reporter_email',
      'report_type',
      'honeypot',
    ])
    const bot = await problemOf(await api.submit(aReport({ honeypot: 'filled' })))
    expect(bot.detail).toBe('Bot detected')
  })

  test.each([{ title: 'half \ud800 of a pair' }, { description: `nothing${'\u0000'.repeat(20)}` }])(
    'what the database could not keep is not read: %j',
    async (over) => {
      const problem = await problemOf(await api.submit(aReport(over)))
      expect(problem).toMatchObject({ status: 400, detail: 'The request could not be read.' })
    },
  )

  test.each(['id', 'status', 'verified_at', 'promoted_to_wish_id', 'reporter_user_id', 'email_key', 'reportType'])(
    'nobody sets %s (AZ4)',
    async (key) => {
      const problem = await problemOf(await api.submit(aReport({ [key]: 'open' })))
      expect(problem).toMatchObject({ status: 400, errors: [{ field: key, message: UNKNOWN_FIELD }] })
    },
  )

  test.each(['title', 'description', 'reporter_email', 'report_type', 'honeypot'])(
    'a report without %s is none',
    async (key) => {
      const { [key as 'title']: _left, ...report } = aReport()
      expect((await problemOf(await api.submit(report))).errors?.map(({ field }) => field)).toEqual([key])
    },
  )

  test('the address is kept in one spelling, the texts without the space around them', async () => {
    const report = aReport({ reporter_email: ' Marie.Curie@GAUGE.Example ', title: '  Leaking gauge ' })
    expect((await api.submit(report)).status).toBe(202)
    expect(await api.reportOf('marie.curie@gauge.example')).toMatchObject({
      reporterEmail: 'Marie.Curie@gauge.example',
      emailKey: 'marie.curie@gauge.example',
      title: 'Leaking gauge',
      status: 'unverified',
      verifiedAt: null,
      reporterUserId: null,
      context: null,
      createdAt: new Date(api.clock.now),
    })
  })

  test.each([
    ['/event/tulsa-2027', '/event/tulsa-2027'],
    [`/logistics-form/${'k'.repeat(20)}`, '/logistics-form/:token'],
    ['/verify-report/Zm9vYmFyYmF6cXV4Zm9vYmFy', '/verify-report/:token'],
    ['/forum/ada@gauge.example', '/forum/:token'],
    ['//evil.example/x', '/x'],
  ])('the page %s is kept as %s (TL6)', async (page, kept) => {
    const report = aReport({ context: { page, viewport: '360x740', release: '12' } })
    expect((await api.submit(report)).status).toBe(202)
    expect((await api.reportOf(report.reporter_email)).context).toEqual({
      page: kept,
      viewport: '360x740',
      release: '12',
    })
  })

  test.each([
    { page: '/x?token=1' },
    { viewport: 'wide' },
    { release: 'v1' },
    { agent: 'x' },
    { page: `/${'x'.repeat(200)}` },
  ])('what a browser adds is of its shape, or refused: %o', async (over) => {
    const context = { page: '/', viewport: '360x740', release: '12', ...over }
    expect((await api.submit(aReport({ context }))).status).toBe(400)
  })
})
