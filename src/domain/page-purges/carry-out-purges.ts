import { asc, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pagePurges } from '#db/schema/page-purges.ts'
import type { PageCache } from '#src/platform/page-cache.ts'

/** Writes whose pages are purged in one call. */
const AT_ONCE = 200

/**
 * Has the cache forget the pages of writes that are committed, the oldest first, and tells how many writes that were. Several
 * at once share the work: what one holds the others leave to it. A write is struck off only once its pages are purged, so
 * that a call that fails, or a process that ends, leaves it to the next run. Throws what the cache threw.
 */
export async function carryOutPurges(db: Db, cache: PageCache): Promise<number> {
  let done = 0
  for (;;) {
    const taken = await db.transaction((tx) => carryOutSome(tx, cache))
    done += taken
    if (taken < AT_ONCE) return done
  }
}

async function carryOutSome(tx: Db, cache: PageCache): Promise<number> {
  const rows = await tx
    .select({ id: pagePurges.id, tags: pagePurges.tags })
    .from(pagePurges)
    .orderBy(asc(pagePurges.createdAt), asc(pagePurges.id))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  if (rows.length === 0) return 0
  await cache.purge([...new Set(rows.flatMap(({ tags }) => tags))])
  await tx.delete(pagePurges).where(
    inArray(
      pagePurges.id,
      rows.map(({ id }) => id),
    ),
  )
  return rows.length
}
