import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'

/**
 * Of `users`: whoever has a page of their own, because something they wrote is shown. Read from the index of authors, the
 * newest post first. (decision 0038)
 */
export function hasPage(db: Db): SQL {
  const newest = db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .where(
      and(eq(forumPosts.authorId, users.id), sql`${forumPosts.state} = 'shown'`, sql`${forumTopics.state} = 'shown'`),
    )
    .orderBy(sql`${desc(forumPosts.createdAt)} nulls last`)
    .limit(1)
  return sql`(${newest}) is not null`
}
