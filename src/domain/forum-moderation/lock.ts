import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'

export const POST_NOT_FOUND = 'Post not found.'
export const TOPIC_NOT_FOUND = 'Topic not found.'
export const CATEGORY_NOT_FOUND = 'Category not found.'

/** All of a post but what only searches read. */
const { words: _words, ...columnsButWords } = getTableColumns(forumPosts)
export const postColumns = columnsButWords
export type CategoryRow = typeof forumCategories.$inferSelect
export type TopicRow = typeof forumTopics.$inferSelect
export type PostRow = Omit<typeof forumPosts.$inferSelect, 'words'>

/**
 * Lets one moderator's change happen after the other, until the transaction ends. It is the first thing such a change asks
 * for: only moderators move topics and posts, so whoever has it knows which rows to hold, and in which order: categories,
 * topics, posts, each by id, as members' writes hold theirs. (forum 8)
 */
export async function lockModeration(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('forum_moderation', 0))`)
}

/** Categories, held, in the order of their ids; those that are not there are left out. */
export async function lockCategories(tx: Db, ids: readonly string[]): Promise<CategoryRow[]> {
  const { id } = forumCategories
  return tx
    .select()
    .from(forumCategories)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('update')
}

/**
 * Topics in the order of `ids`, held with their categories, and with `alsoIn` where they go to another one. Take
 * `lockModeration` first. Throws `not_found`.
 */
export async function lockTopics(tx: Db, ids: readonly string[], alsoIn: readonly string[] = []): Promise<TopicRow[]> {
  const { id, categoryId } = forumTopics
  const wanted = inArray(id, [...ids])
  const places = await tx.select({ categoryId }).from(forumTopics).where(wanted)
  await lockCategories(tx, [...places.map((place) => place.categoryId), ...alsoIn])
  const rows = await tx.select().from(forumTopics).where(wanted).orderBy(asc(id)).for('update')
  return ids.map((one) => {
    const row = rows.find((held) => held.id === one)
    if (!row) throw new Failure('not_found', TOPIC_NOT_FOUND)
    return row
  })
}

/** A post and its topic, held with the topic's category. Throws `not_found`. */
export type LockedPost = { topic: TopicRow; post: PostRow }

/** The same as the first thing of a transaction. */
export async function lockPost(tx: Db, id: string): Promise<LockedPost> {
  await lockModeration(tx)
  const [place] = await tx.select({ topicId: forumPosts.topicId }).from(forumPosts).where(eq(forumPosts.id, id))
  if (!place) throw new Failure('not_found', POST_NOT_FOUND)
  const [topic] = await lockTopics(tx, [place.topicId])
  const [post] = await tx.select(postColumns).from(forumPosts).where(eq(forumPosts.id, id)).for('update')
  if (!topic || !post) throw new Failure('not_found', POST_NOT_FOUND)
  return { topic, post }
}

/** True for the post that opens its topic and has its title. */
export function isOpening({ topic, post }: LockedPost): boolean {
  return topic.id === post.id
}
