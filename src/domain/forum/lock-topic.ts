import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { purgeLater } from '../page-purges/page-purge.ts'

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

export const LOCKED = 'This topic is locked.'
const MERGED = 'This topic was merged into another one. Reload the page to reply there.'

/** Throws `not_found` for a topic that visitors do not see, `conflict` for one that lives on in another. (security AZ7) */
export function requireVisible({ state }: Pick<TopicRow, 'state'>): void {
  if (state === 'merged') throw new Failure('conflict', MERGED)
  if (state !== 'shown') throw new Failure('not_found', TOPIC_NOT_FOUND)
}

/** Throws `forbidden` for a locked topic: nobody writes in it, whoever they are. */
export function requireUnlocked({ isLocked }: Pick<TopicRow, 'isLocked'>): void {
  if (isLocked) throw new Failure('forbidden', LOCKED)
}

/** A post that visitors see, held with its topic. Throws `not_found`, as if any other were not there. (security AZ7) */
export async function lockVisiblePost(tx: Db, postId: string): Promise<LockedPost> {
  const held = await lockPost(tx, postId)
  if (held.post.state !== 'shown' || held.topic.state !== 'shown') throw new Failure('not_found', POST_NOT_FOUND)
  return held
}

/** Notes the pages that say something of a topic: its own, the lists and searches it is in, and those of the members named. */
export async function purgeTopic(
  tx: Db,
  topic: { id: string; categoryId: string },
  memberIds: readonly string[],
): Promise<void> {
  const { lists, search } = FORUM_TAG
  const own = [FORUM_TAG.topic(topic.id), FORUM_TAG.category(topic.categoryId)]
  await purgeLater(tx, [...own, lists, search, ...memberIds.map(FORUM_TAG.member)])
}

/**
 * Counts anew what the topic says of the posts that visitors see: replies, thanks, the last one, and whether the one that
 * solved it is still there. For writes that take posts away or bring them back, which hold the topic; how many topics a
 * category has is for whoever changes a topic's state. (forum 3)
 */
export async function recountTopic(tx: Db, topicId: string): Promise<void> {
  const shown = sql`from ${forumPosts} where ${forumPosts.topicId} = ${topicId} and ${forumPosts.state} = 'shown'`
  await tx.execute(sql`
    with figures as (select count(*) filter (where ${forumPosts.number} > 1)::int as replies,
        coalesce(sum(${forumPosts.thankCount}), 0)::int as thanks ${shown}),
      newest as (select ${forumPosts.createdAt} as at, ${forumPosts.authorId} as author ${shown}
        order by ${forumPosts.createdAt} desc, ${forumPosts.number} desc limit 1)
    update ${forumTopics} set reply_count = figures.replies, thank_count = figures.thanks,
      last_post_at = coalesce((select at from newest), created_at),
      last_author_id = coalesce((select author from newest), author_id),
      solved_post_id = (select id ${shown} and ${forumPosts.id} = solved_post_id)
    from figures where ${forumTopics.id} = ${topicId}`)
}
