import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { purgeLater } from '../page-purges/page-purges.ts'
import type { LockedPost, TopicRow } from './lock.ts'

export const LOCKED = 'This topic is locked.'
const MERGED = 'This topic was merged into another one. Reload the page to reply there.'

/** Throws `not_found` for a topic that visitors do not see, `conflict` for one that was merged into another. (security AZ7) */
export function requireVisible({ state }: Pick<TopicRow, 'state'>): void {
  if (state === 'merged') throw new Failure('conflict', MERGED)
  if (state !== 'shown') throw new Failure('not_found', NOT_FOUND.topic)
}

/** Throws `forbidden` for a locked topic, which takes no posts. */
export function requireUnlocked({ isLocked }: Pick<TopicRow, 'isLocked'>): void {
  if (isLocked) throw new Failure('forbidden', LOCKED)
}

/** True for the post that opens its topic and has its title. */
export function isOpening({ topic, post }: LockedPost): boolean {
  return topic.id === post.id
}

/** Queues a purge of the pages that show a topic: its own, the lists and searches it is in, and those of the members named. */
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
 * Recounts what the topic says of the posts that visitors see: replies, thanks, the last post, and whether the post that
 * solved it is still there. For writes that remove or restore posts, with the topic locked. The number of topics in a
 * category is updated by the code that changes a topic's state. (forum 3)
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
