import { and, eq, exists, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { bans } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isInForce } from '../security/bans.ts'

/**
 * True for a notice whose post its reader may still see: a reply that has been removed is no longer news. The hiding of
 * a post is news as long as it is hidden. Of notices with their post and its present topic.
 */
export const isStillNews: SQL | undefined = or(
  and(eq(forumNotices.kind, 'hidden'), eq(forumPosts.state, 'hidden')),
  and(sql`${forumNotices.kind} <> 'hidden'`, eq(forumPosts.state, 'shown'), eq(forumTopics.state, 'shown')),
)

/**
 * Whether a notice's reader follows its topic, or switched it off: the topic it was written for, or the present topic
 * of its post.
 */
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
 * Locks a reader until the transaction ends. Everything that changes several notices of a person calls this first, so
 * that no two wait for each other. The person's own sign-ins and posts do not wait.
 */
export async function lockReader(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/**
 * Of `users` with their `profiles`: the members who get notices. Approved, not deleted, and not banned. (security AZ5)
 */
export function mayBeNotified(db: Db, now: Instant): SQL | undefined {
  const isTheirs = and(eq(bans.subjectType, 'user'), eq(bans.subject, sql`${users.id}::text`))
  const banned = db
    .select({ id: bans.id })
    .from(bans)
    .where(and(isTheirs, isInForce(now)))
  return and(eq(profiles.approval, 'approved'), isNull(users.deletedAt), notExists(banned))
}

/** The author of a post follows its topic from then on, in the caller's transaction; unless they have switched it off. */
export async function followTopic(tx: Db, topicId: string, userId: string): Promise<void> {
  await tx.insert(forumFollows).values({ topicId, userId }).onConflictDoNothing()
}

/** A person's own choice, which writing in the topic does not change. */
export async function chooseFollow(tx: Db, topicId: string, userId: string, isOn: boolean): Promise<void> {
  const { topicId: topic, userId: user } = forumFollows
  await tx
    .insert(forumFollows)
    .values({ topicId, userId, isOn })
    .onConflictDoUpdate({ target: [topic, user], set: { isOn } })
}

/** Deletes a member's follows, choices and notices. For the transaction that deletes the account, which locks them. */
export async function forgetReader(tx: Db, userId: string): Promise<void> {
  for (const table of [forumNotices, forumFollows, forumPreferences])
    await tx.delete(table).where(eq(table.userId, userId))
}
