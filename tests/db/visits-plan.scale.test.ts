import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { deleteDay, oldestDay, pruneVisits } from '#src/domain/analytics/prune-visits.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const now = Date.parse('2027-01-01T18:00:00Z')

/** 64 days of 1,000 rows each, the last of them today. */
async function store(db: Db): Promise<void> {
  await db.execute(sql`insert into analytics_page_views (day, page_path, visitor_key, created_at)
    select d, '/', decode(lpad(to_hex(n), 16, '0'), 'hex'), d + interval '18 hours'
    from generate_series(date '2026-10-30', date '2027-01-01', interval '1 day') d, generate_series(1, 1000) n`)
  await db.execute(sql`analyze analytics_page_views`)
}

async function planOf(db: Db, query: SQLWrapper): Promise<string> {
  return JSON.stringify(await db.execute(sql`explain ${query.getSQL()}`))
}

describe('pruning rows of visits', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
    await store(opened.db)
  })
  afterAll(() => opened.close())

  test('finds what is due by an index and never reads the whole table', async () => {
    const { db } = opened
    for (const query of [oldestDay(db, '2026-11-02'), deleteDay(db, '2026-10-30')]) {
      const plan = await planOf(db, query)
      expect(plan).toContain('analytics_page_views_day')
      expect(plan).not.toContain('Seq Scan')
    }
  })

  test('and deletes the days before', async () => {
    expect(await pruneVisits(opened.db, now)).toEqual({ days: 3, salts: 0 })
  })
})
