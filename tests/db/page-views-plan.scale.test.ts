import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { deleteOld, emptyAgents, prunePageViews } from '#src/domain/page-views/prune-page-views.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const MINUTE = 60_000
const now = Date.parse('2027-01-01T00:00:00Z')

/** 14 months of a view every ten minutes; the agents of the last three days are still there. */
async function store(db: Db): Promise<void> {
  await db.execute(sql`insert into analytics_page_views (page_path, referrer, user_agent, created_at)
    select '/event/kansas-city-2026', 'https://search.example/', case when n < 432 then repeat('Mozilla ', 15) end,
      ${new Date(now).toISOString()}::timestamptz - n * interval '10 minutes'
    from generate_series(1, 61000) n`)
  await db.execute(sql`analyze analytics_page_views`)
}

async function planOf(db: Db, query: SQLWrapper): Promise<string> {
  return JSON.stringify(await db.execute(sql`explain ${query.getSQL()}`))
}

describe('pruning page views', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
    await store(opened.db)
  })
  afterAll(() => opened.close())

  test('finds what is due by an index and never reads the whole table', async () => {
    const { db } = opened
    const agents = await planOf(db, emptyAgents(db, now))
    expect(agents).toContain('analytics_page_views_agent')
    expect(agents).not.toContain('Seq Scan')
    const old = await planOf(db, deleteOld(db, now))
    expect(old).toContain('analytics_page_views_at')
    expect(old).not.toContain('Seq Scan')
  })

  test('and changes what is due', async () => {
    const thirteenMonths = (now - Date.parse('2025-12-01T00:00:00Z')) / (10 * MINUTE)
    expect(await prunePageViews(opened.db, now)).toEqual({ deleted: 61_000 - thirteenMonths, emptied: 431 - 144 })
  })
})
