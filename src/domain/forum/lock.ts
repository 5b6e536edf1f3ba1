import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'

/**
 * Row locks of the forum, held until the transaction ends. Everything that writes locks in the same order: categories, topics,
 * posts, each by id. (forum 8)
 */

export type CategoryRow = typeof forumCategories.$inferSelect
export type TopicRow = typeof forumTopics.$inferSelect
/** All of a post except the column that only searches read. */
export type PostRow = Omit<typeof forumPosts.$inferSelect, 'words'>

const { words: _words, ...columnsWithoutWords } = getTableColumns(forumPosts)
export const postColumns = columnsWithoutWords

/** Locks categories. Leaves out those that do not exist. */
export async function lockCategories(tx: Db, ids: readonly string[]): Promise<CategoryRow[]> {
  const { id } = forumCategories
  return tx
    .select()
    .from(forumCategories)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('update')
}

/** Locks one category; undefined if it does not exist. */
export async function lockCategory(tx: Db, categoryId: string): Promise<CategoryRow | undefined> {
  const [category] = await lockCategories(tx, [categoryId])
  return category
}

/** Locks a topic, whatever its state. Throws `not_found`. */
export async function lockTopic(tx: Db, topicId: string): Promise<TopicRow> {
  const [topic] = await tx.select().from(forumTopics).where(eq(forumTopics.id, topicId)).for('update')
  if (!topic) throw new Failure('not_found', NOT_FOUND.topic)
  return topic
}

/** A post with its topic, both locked. */
export type LockedPost = { topic: TopicRow; post: PostRow }

/**
 * Locks a post and its topic. A merge may move the post while this waits for the lock of its topic; the post is then looked
 * up in its new topic. Throws `not_found`.
 */
export async function lockPost(tx: Db, postId: string): Promise<LockedPost> {
  for (;;) {
    const topic = await lockTopic(tx, await readTopicId(tx, postId))
    const isThere = and(eq(forumPosts.id, postId), eq(forumPosts.topicId, topic.id))
    const [post] = await tx.select(postColumns).from(forumPosts).where(isThere).for('update')
    if (post) return { topic, post }
  }
}

/** Locks a post that visitors see, and its topic. Throws `not_found` for any other post, as if it did not exist. (security AZ7) */
export async function lockVisiblePost(tx: Db, postId: string): Promise<LockedPost> {
  const locked = await lockPost(tx, postId)
  if (locked.post.state !== 'shown' || locked.topic.state !== 'shown') throw new Failure('not_found', NOT_FOUND.post)
  return locked
}

/**
 * Lets moderators change the forum one after another, until the transaction ends. Each such change takes this lock first: only
 * moderators move topics and posts, so after it nothing moves, and the change knows which rows to lock. (forum 8)
 */
export async function lockModeration(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('forum_moderation', 0))`)
}

/**
 * Locks topics with their categories, and with `alsoIn` if they move to another one. Returns them in the order of `ids`. Take
 * `lockModeration` first. Throws `not_found`.
 */
export async function lockModeratedTopics(
  tx: Db,
  ids: readonly string[],
  alsoIn: readonly string[] = [],
): Promise<TopicRow[]> {
  const { id, categoryId } = forumTopics
  const wanted = inArray(id, [...ids])
  const places = await tx.select({ categoryId }).from(forumTopics).where(wanted)
  await lockCategories(tx, [...places.map((place) => place.categoryId), ...alsoIn])
  const rows = await tx.select().from(forumTopics).where(wanted).orderBy(asc(id)).for('update')
  return ids.map((one) => {
    const row = rows.find((locked) => locked.id === one)
    if (!row) throw new Failure('not_found', NOT_FOUND.topic)
    return row
  })
}

/** Takes `lockModeration`, then locks a post, its topic and the topic's category. Throws `not_found`. */
export async function lockModeratedPost(tx: Db, id: string): Promise<LockedPost> {
  await lockModeration(tx)
  const [topic] = await lockModeratedTopics(tx, [await readTopicId(tx, id)])
  const [post] = await tx.select(postColumns).from(forumPosts).where(eq(forumPosts.id, id)).for('update')
  if (!topic || !post) throw new Failure('not_found', NOT_FOUND.post)
  return { topic, post }
}

async function readTopicId(db: Db, postId: string): Promise<string> {
  const [post] = await db.select({ topicId: forumPosts.topicId }).from(forumPosts).where(eq(forumPosts.id, postId))
  if (!post) throw new Failure('not_found', NOT_FOUND.post)
  return post.topicId
}
