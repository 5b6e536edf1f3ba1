import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import { pruneReports, UNVERIFIED_LIFE } from '#src/domain/reports/prune-reports.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aReport, reportApi } from './report-api.ts'

const DAY = 86_400_000

describe('what is forgotten of reports', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof reportApi>>
  let start = 0
  beforeAll(async () => {
    opened = await testDb()
    api = await reportApi(opened.db)
    start = api.clock.now
  })
  beforeEach(async () => {
    api.clock.now = start
    await opened.db.delete(eventReports)
  })
  afterAll(() => opened.close())

  const submitted = async (key?: string) => {
    const report = aReport()
    await api.submit(report, key === undefined ? {} : { key })
    return api.reportOf(report.reporter_email)
  }
  const idsLeft = async () => (await opened.db.select({ id: eventReports.id }).from(eventReports)).map(({ id }) => id)

  test('an unverified one, after thirty days and not before', async () => {
    const { id } = await submitted()
    expect(await pruneReports(opened.db, start + UNVERIFIED_LIFE - 1)).toEqual({ unverified: 0, keys: 0 })
    expect(await idsLeft()).toEqual([id])
    expect(await pruneReports(opened.db, start + UNVERIFIED_LIFE)).toEqual({ unverified: 1, keys: 0 })
    expect(await idsLeft()).toEqual([])
    expect(UNVERIFIED_LIFE).toBe(30 * DAY)
  })

  test('none that was verified, moved on, noted, merged, or represents others', async () => {
    const { row: verified } = await api.verified()
    const [moved, noted, merged, kept, gone] = [
      await submitted(),
      await submitted(),
      await submitted(),
      await submitted(),
      await submitted(),
    ]
    const set = (id: string, values: Partial<typeof eventReports.$inferInsert>) =>
      opened.db.update(eventReports).set(values).where(eq(eventReports.id, id))
    await set(moved.id, { status: 'in_progress' })
    await opened.db.insert(reportNotes).values({ reportId: noted.id, body: 'Called them.' })
    await set(merged.id, { mergedIntoId: kept.id })
    expect(await pruneReports(opened.db, start + 400 * DAY)).toEqual({ unverified: 1, keys: 0 })
    const left = [verified, moved, noted, merged, kept].map(({ id }) => id)
    expect((await idsLeft()).sort()).toEqual(left.sort())
    expect(left).not.toContain(gone.id)
  })

  test('keys after a day, and nothing else of the report', async () => {
    const key = crypto.randomUUID()
    const before = await submitted(key)
    expect(await pruneReports(opened.db, start + DAY - 1)).toEqual({ unverified: 0, keys: 0 })
    expect(await pruneReports(opened.db, start + DAY)).toEqual({ unverified: 0, keys: 1 })
    expect(await api.reportOf(before.reporterEmail)).toEqual({ ...before, submissionKey: null, submissionDigest: null })
  })
})
