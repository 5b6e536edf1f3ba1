import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'

export const TOPIC_NOT_FOUND = 'Topic not found.'
export const POST_NOT_FOUND = 'Post not found.'

export type TopicRow = typeof forumTopics.$inferSelect
/** All of a post but what only searches read. */
const { words: _words, ...postColumns } = getTableColumns(forumPosts)
export type PostRow = Omit<typeof forumPosts.$inferSelect, 'words'>

/** The topic, held until the transaction ends, whatever its state. Throws `not_found`. */
export async function lockTopic(tx: Db, topicId: string): Promise<TopicRow> {
  const [topic] = await lockTopics(tx, [topicId])
  if (!topic) throw new Failure('not_found', TOPIC_NOT_FOUND)
  return topic
}

/** Several at once, in the order of their ids, which is the order everybody asks in; those that are there. */
async function lockTopics(tx: Db, topicIds: readonly string[]): Promise<TopicRow[]> {
  return tx
    .select()
    .from(forumTopics)
    .where(inArray(forumTopics.id, [...topicIds]))
    .orderBy(asc(forumTopics.id))
    .for('update')
}

/** A post with its topic, both held. */
export type LockedPost = { topic: TopicRow; post: PostRow }

/**
 * The post and the topic it is in, both held. A merge may take it to another topic while this waits for the first one: then it
 * is looked for there. Throws `not_found`.
 */
export async function lockPost(tx: Db, postId: string): Promise<LockedPost> {
  for (;;) {
    const [place] = await tx.select({ topicId: forumPosts.topicId }).from(forumPosts).where(eq(forumPosts.id, postId))
    if (!place) throw new Failure('not_found', POST_NOT_FOUND)
    const topic = await lockTopic(tx, place.topicId)
    const isThere = and(eq(forumPosts.id, postId), eq(forumPosts.topicId, topic.id))
    const [post] = await tx.select(postColumns).from(forumPosts).where(isThere).for('update')
    if (post) return { topic, post }
  }
}

/** Categories come before topics in the order of holding. Null where there is none with this id. */
export async function lockCategory(tx: Db, categoryId: string) {
  const [category] = await tx.select().from(forumCategories).where(eq(forumCategories.id, categoryId)).for('update')
  return category ?? null
}
