import { asc, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pagePurges } from '#db/schema/page-purges.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PageCache } from '#src/platform/page-cache.ts'

/** Writes whose pages are purged in one call. */
const AT_ONCE = 200
/** So many milliseconds behind a purge no page is on its way to the cache that was read before it: readers wait 5.5 s. */
export const SETTLED = 30_000

/**
 * Has the cache forget the pages of writes that are committed, the oldest first, and tells how many writes that were. Each is
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
