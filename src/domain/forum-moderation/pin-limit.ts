import { and, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { Failure } from '#src/contract/failure.ts'
import { MOST_PINNED } from '#src/contract/forum.ts'
import type { TopicRow } from './lock.ts'

/**
 * Throws `conflict` where one more pinned topic in a category would be too many, there or in the whole forum. Under
 * `lockModeration`, so that two who pin at once are counted.
 */
export async function requirePinsLeft(tx: Db, before: TopicRow, after: Pick<TopicRow, 'isPinned' | 'categoryId'>) {
  const isMoved = after.categoryId !== before.categoryId
  if (!after.isPinned || (before.isPinned && !isMoved)) return
  const { inCategory, inAll } = await countPinned(tx, after.categoryId)
  if (inCategory >= MOST_PINNED.inCategory) throw tooMany('This category', MOST_PINNED.inCategory)
  if (!before.isPinned && inAll >= MOST_PINNED.inAll) throw tooMany('The forum', MOST_PINNED.inAll)
}

function tooMany(where: string, most: number): Failure {
  return new Failure('conflict', `${where} already has ${most} pinned topics. Unpin one of them first.`)
}

async function countPinned(tx: Db, id: string) {
  const { state, isPinned, categoryId } = forumTopics
  const [counts] = await tx
    .select({
      inAll: sql<number>`count(*)::int`,
      inCategory: sql<number>`(count(*) filter (where ${categoryId} = ${id}))::int`,
    })
    .from(forumTopics)
    .where(and(sql`${state} = 'shown'`, sql`${isPinned}`))
  return counts ?? { inAll: 0, inCategory: 0 }
}
