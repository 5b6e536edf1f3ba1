import { lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authAttempts, bans, rateLimits } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'

const DAY = 86_400_000
/** How long attempts and ended bans are kept. (decision 0013) */
const KEPT_DAYS = 90
/** Rows one statement deletes, and statements one run makes of a table at most. */
const BATCH = 10_000
const MOST_BATCHES = 50

/**
 * Deletes counters whose window has ended, attempts older than 90 days, and bans that ended 90 days ago. A ban that
 * was lifted is deleted as if it had run its time; one without an end stays. Resolves with the number of each.
 */
export async function pruneSecurity(
  db: Db,
  now: Instant,
): Promise<{ counters: number; attempts: number; bans: number }> {
  const old = new Date(now - KEPT_DAYS * DAY)
  return {
    counters: await inBatches(() => deleteCounters(db, lt(rateLimits.windowEndsAt, new Date(now)))),
    attempts: await inBatches(() => deleteAttempts(db, lt(authAttempts.at, old))),
    bans: (await db.delete(bans).where(lt(bans.expiresAt, old)).returning({ id: bans.id })).length,
  }
}

/*
 * The keys come as an array, which is read once and looked up by the primary key. What `in (select … limit)` does depends on
 * statistics, and these tables change faster than those: a join of the two that compares each row with each takes minutes.
 */

function deleteCounters(db: Db, which: SQL): Promise<unknown[]> {
  const { key } = rateLimits
  const keys = db.select({ key }).from(rateLimits).where(which).limit(BATCH)
  // The condition once more: an attempt may have opened a new window in the meantime. With `is true`, so that the index of the
  // ends of windows cannot answer it: PostgreSQL takes a table that was vacuumed while it was empty for empty still, would
  // read every row by that index, and compare each with every key.
  return db.delete(rateLimits).where(sql`${key} = any(array(${keys})) and (${which}) is true`).returning({ key })
}

function deleteAttempts(db: Db, which: SQL): Promise<unknown[]> {
  const { id } = authAttempts
  const ids = db.select({ id }).from(authAttempts).where(which).limit(BATCH)
  return db.delete(authAttempts).where(sql`${id} = any(array(${ids}))`).returning({ id })
}

async function inBatches(remove: () => Promise<unknown[]>): Promise<number> {
  let removed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await remove()
    removed += rows.length
    if (rows.length < BATCH) break
  }
  return removed
}
