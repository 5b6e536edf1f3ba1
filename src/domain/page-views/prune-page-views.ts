import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsPageViews } from '#db/schema/site.ts'
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
  const moment = new Date(now).toISOString()
  const aDayOld = and(lt(createdAt, sql`${moment}::timestamptz - interval '1 day'`), isNotNull(userAgent))
  const tooOld = lt(createdAt, sql`${moment}::timestamptz - interval '13 months'`)
  const idsOf = (which: typeof aDayOld) => db.select({ id }).from(analyticsPageViews).where(which).limit(BATCH)
  return {
    deleted: await inBatches(() =>
      db
        .delete(analyticsPageViews)
        .where(inArray(id, idsOf(tooOld)))
        .returning({ id }),
    ),
    emptied: await inBatches(() =>
      db
        .update(analyticsPageViews)
        .set({ userAgent: null })
        .where(inArray(id, idsOf(aDayOld)))
        .returning({ id }),
    ),
  }
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
