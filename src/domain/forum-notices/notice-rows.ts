import { and, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'

/**
 * True for a notice whose post its reader may still see: a reply that was taken away meanwhile is no news. That a post was
 * hidden is news as long as it is. Of notices with their post and the topic where that stands now.
 */
export const isStillNews: SQL | undefined = or(
  and(eq(forumNotices.kind, 'hidden'), eq(forumPosts.state, 'hidden')),
  and(sql`${forumNotices.kind} <> 'hidden'`, eq(forumPosts.state, 'shown'), eq(forumTopics.state, 'shown')),
)

/** Whether a notice's reader follows its topic, or switched it off; the topic it was written for, or where its post stands now. */
export function hasFollow(db: Db, isOn: boolean): SQL {
  const { topicId, userId } = forumFollows
  const isIts = or(eq(topicId, forumNotices.topicId), eq(topicId, forumPosts.topicId))
  return exists(
    db
      .select({ userId })
      .from(forumFollows)
      .where(and(eq(userId, forumNotices.userId), isIts, eq(forumFollows.isOn, isOn))),
  )
}

/**
 * Holds a reader until the transaction ends. Whatever changes several notices of somebody comes through here first, so that
 * no two of them wait for each other. A sign-in or a post of theirs does not wait.
 */
export async function lockReader(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
