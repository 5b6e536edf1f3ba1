import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  analyticsDays,
  analyticsHours,
  analyticsPageViews,
  analyticsRollups,
  analyticsVisits,
} from '#db/schema/analytics.ts'
import { recount } from '#src/domain/analytics/recount.ts'
import { rollUp } from '#src/domain/analytics/roll-up.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { DAY, emptyVisits, NOON, running, storeViews } from './view-rows.ts'

const HOUR = 3_600_000

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())
beforeEach(() => emptyVisits(opened.db))

describe('the nightly recount', () => {
  const NIGHT = NOON + 15 * HOUR
  const found = async () =>
    (await opened.db.select().from(analyticsRollups).orderBy(analyticsRollups.day)).map((row) => row.differences)

  test('finds each figure that differs, once a night, and the next run mends it', async () => {
    const { db } = opened
    await storeViews(db, DAY, [
      { at: '09:00', source: 'news.example' },
      { at: '09:01', kind: 'register', place: 'hero' },
    ])
    await rollUp(db, running(NIGHT))
    expect(await recount(db, running(NIGHT))).toEqual({ days: 1, differences: 0 })
    expect(await recount(db, running(NIGHT + HOUR))).toEqual({ days: 0, differences: 0 })
    await db.update(analyticsHours).set({ n: 8 }).where(eq(analyticsHours.kind, 'view'))
    await db.delete(analyticsDays).where(and(isNull(analyticsDays.importId), eq(analyticsDays.dimension, 'exit')))
    const { id: _, ...columns } = getTableColumns(analyticsVisits)
    const [row] = await db.select(columns).from(analyticsVisits).where(eq(analyticsVisits.page, '/'))
    if (row) await db.insert(analyticsVisits).values(row)
    expect(await rollUp(db, running(NIGHT + HOUR))).toEqual({ days: 0, rows: 0 })
    expect(await recount(db, running(NIGHT + 24 * HOUR))).toEqual({ days: 1, differences: 3 })
    expect(await rollUp(db, running(NIGHT + 24 * HOUR))).toEqual({ days: 1, rows: 2 })
    expect(await rollUp(db, running(NIGHT + 25 * HOUR))).toEqual({ days: 0, rows: 0 })
    expect(await found(), 'what it found stays until the next night').toEqual([3])
    expect(await recount(db, running(NIGHT + 48 * HOUR))).toEqual({ days: 1, differences: 0 })
    await db.update(analyticsRollups).set({ version: 1 })
    expect(await recount(db, running(NIGHT + 72 * HOUR)), 'an earlier version').toEqual({ days: 0, differences: 0 })
  })

  test('tells of rows that are gone, which are not rolled up, and leaves today and days that are being deleted', async () => {
    const { db } = opened
    await storeViews(db, DAY, [{ at: '09:00' }, { at: '09:01', visitor: 2 }])
    await storeViews(db, '2026-11-21', [{ at: '01:00' }])
    await rollUp(db, running(NIGHT))
    await db
      .delete(analyticsPageViews)
      .where(sql`ctid in (select min(ctid) from analytics_page_views where day = ${DAY})`)
    expect(await recount(db, running(NIGHT))).toMatchObject({ days: 1 })
    const [differences] = await found()
    expect(differences).toBeGreaterThan(0)
    expect(await rollUp(db, running(NIGHT + 1))).toEqual({ days: 0, rows: 0 })
    expect(await recount(db, running(NIGHT + 59 * 24 * HOUR))).toEqual({ days: 0, differences: 0 })
  })
})
