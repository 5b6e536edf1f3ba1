import { and, isNotNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import type { Instant } from '#src/contract/instant.ts'

/** Rows one statement touches, and statements one run makes at most: a run ends well inside a schedule's 30 seconds. */
const BATCH = 5_000
const MOST_BATCHES = 20

const { id, createdAt, userAgent } = analyticsPageViews

/**
 * Empties the user agent of page views older than a day and deletes those older than 13 months. What a run leaves over
 * the next one finds. Resolves with the number of rows changed.
 */
export async function prunePageViews(db: Db, now: Instant): Promise<{ emptied: number; deleted: number }> {
  return {
    deleted: await inBatches(() => deleteOld(db, now)),
    emptied: await inBatches(() => emptyAgents(db, now)),
  }
}

/** One batch of rows older than 13 months goes. */
export function deleteOld(db: Db, now: Instant) {
  const old = db.select({ id }).from(analyticsPageViews).where(before(now, '13 months'))
  return db.delete(analyticsPageViews).where(among(old)).returning({ id })
}

/** One batch of user agents older than a day goes. */
export function emptyAgents(db: Db, now: Instant) {
  const due = db
    .select({ id })
    .from(analyticsPageViews)
    .where(and(before(now, '1 day'), isNotNull(userAgent)))
  return db.update(analyticsPageViews).set({ userAgent: null }).where(among(due)).returning({ id })
}

function before(now: Instant, age: '1 day' | '13 months') {
  return sql`${createdAt} < ${new Date(now).toISOString()}::timestamptz - ${age}::interval`
}

/** As an array, which is looked up in the index; `id in (select …)` is joined with the whole table. */
function among(ids: { limit: (count: number) => SQLWrapper }) {
  return sql`${id} = any(array(${ids.limit(BATCH)}))`
}

async function inBatches(change: () => Promise<unknown[]>): Promise<number> {
  let changed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await change()
    changed += rows.length
    if (rows.length < BATCH) break
  }
  return changed
}
