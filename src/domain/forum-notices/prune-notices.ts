import { lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import type { Instant } from '#src/contract/instant.ts'

const DAY = 86_400_000
/** What somebody was told stays so long, in milliseconds, seen or not. */
const NOTICE_LIFE = 180 * DAY
/** Rows of one run at most; the next one goes on. */
const BATCH = 5_000

/** Forgets what was told more than 180 days ago, but for notices that somebody is changing. Resolves with how many went. */
export async function pruneNotices(db: Db, now: Instant): Promise<number> {
  return (await forgettingOld(db, now)).length
}

/** One batch of them goes. */
export function forgettingOld(db: Db, now: Instant) {
  const { id, createdAt } = forumNotices
  const old = db
    .select({ id })
    .from(forumNotices)
    .where(lte(createdAt, new Date(now - NOTICE_LIFE)))
    .orderBy(createdAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  // As an array, which is looked up in the index.
  return db.delete(forumNotices).where(sql`${id} = any(array(${old}))`).returning({ id })
}
