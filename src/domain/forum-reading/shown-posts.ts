import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, placeOf, type TimePlace } from '#db/keyset.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'

const { id, state, createdAt } = forumPosts

/** A post that a search found, and when it was written. */
export type Match = { id: string; micros: number }

export const isShown = sql`${state} = 'shown'`

/** The order of a search, as the index of shown posts has it. */
export const latestFirst = [sql`${desc(createdAt)} nulls last`, sql`${desc(id)} nulls last`]

/** True for posts behind a place in that order, and for all where there is none. */
export const isBehind = (place: TimePlace | undefined) => place && comesBefore([createdAt, id], placeOf(place))

/** The topic with this id where everybody may see it: looked up for each post that fits, however many topics there are. */
export function openTopic(tx: Db, wanted: SQLWrapper) {
  return tx
    .select({ one: sql`1`.as('one') })
    .from(forumTopics)
    .where(and(eq(forumTopics.id, wanted), sql`${forumTopics.state} = 'shown'`))
    .limit(1)
    .as('open_topic')
}
