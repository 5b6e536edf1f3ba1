import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { pageStart } from '#src/contract/forum.ts'

/** Where a post stands: its topic, its number, and where the page begins that holds it (0 is the first). */
type PostPlace = { topicId: string; number: number; after: number }

/** Where links to a post lead. Throws `not_found` for one that nobody sees, or in a topic nobody sees. (security AZ7) */
export async function placeOfPost(db: Db, postId: string): Promise<PostPlace> {
  const { id, topicId, number, state } = forumPosts
  const isOpen = and(sql`${state} = 'shown'`, sql`${forumTopics.state} = 'shown'`)
  const [place] = await db
    .select({ topicId, number })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, topicId))
    .where(and(eq(id, postId), isOpen))
  if (!place) throw new Failure('not_found', 'Post not found.')
  return { ...place, after: pageStart(place.number) }
}
