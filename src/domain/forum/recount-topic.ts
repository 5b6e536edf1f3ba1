import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'

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
