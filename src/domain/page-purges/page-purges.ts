import { asc, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { pagePurges } from '#db/schema/page-purges.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PageCache } from '#src/platform/page-cache.ts'

/**
 * Notes in the caller's transaction that cached pages with any of these tags are wrong once it commits. The function
 * that served the write purges them right after; a schedule purges what that missed. (decision 0036)
 */
export async function purgeLater(tx: Db, tags: readonly string[]): Promise<void> {
  if (tags.length > 0) await tx.insert(pagePurges).values({ tags: [...new Set(tags)] })
}

/**
 * The same for what pages show of a person: their name, and whether they are staff. It may be on any page of the forum;
 * for members who never wrote there, on none.
 */
export async function purgeAuthorLater(tx: Db, userId: string): Promise<void> {
  const [written] = await tx
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(eq(forumPosts.authorId, userId))
    .orderBy(sql`${desc(forumPosts.createdAt)} nulls last`)
    .limit(1)
  if (written) await purgeLater(tx, [FORUM_TAG.every])
}

/** Writes whose pages are purged in one call. */
const AT_ONCE = 200
/** After so many milliseconds, no page that was read before a purge is still on its way to the cache: readers wait 5.5 s. */
export const SETTLED = 30_000

/**
 * Purges the pages of committed writes from the cache, oldest first, and returns the number of writes. Each is
 * carried out twice: a page that was read before the write may reach the cache behind the first purge. Several runs at once
 * share the work: what one holds the others leave to it. A write is struck off only once its pages are purged, so that a call
 * that fails, or a process that ends, leaves it to the next run. Throws what the cache threw. (decision 0036)
 */
export async function carryOutPurges(db: Db, cache: PageCache, now: Instant): Promise<number> {
  let done = 0
  for (;;) {
    const taken = await db.transaction((tx) => carryOutSome(tx, cache, now))
    done += taken
    if (taken < AT_ONCE) return done
  }
}

async function carryOutSome(tx: Db, cache: PageCache, now: Instant): Promise<number> {
  const { id, tags, createdAt, purgedAt } = pagePurges
  const rows = await tx
    .select({ id, tags, purgedAt })
    .from(pagePurges)
    .where(or(isNull(purgedAt), lte(purgedAt, new Date(now - SETTLED))))
    .orderBy(asc(createdAt), asc(id))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  if (rows.length === 0) return 0
  await cache.purge([...new Set(rows.flatMap((row) => row.tags))])
  const [first, again] = [rows.filter((row) => row.purgedAt === null), rows.filter((row) => row.purgedAt !== null)]
  await tx
    .update(pagePurges)
    .set({ purgedAt: new Date(now) })
    .where(inArray(id, first.map(toId)))
  await tx.delete(pagePurges).where(inArray(id, again.map(toId)))
  return rows.length
}

const toId = ({ id }: { id: string }) => id
