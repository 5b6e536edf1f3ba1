import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFlags, forumPosts, forumThanks } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { FlagInput } from '#src/contract/forum-post.ts'
import type { Writer } from './begin-post.ts'
import { lockVisiblePost } from './lock.ts'
import { purgeTopic } from './topic.ts'

/** The thanks of a post after a member thanked for it, or took that back. */
type Thanked = { thankCount: number; hasThanked: boolean }

/** Thanks for a post: once, however often it is said. Throws `not_found`, and `forbidden` for one's own. */
export async function thankPost(db: Db, postId: string, { userId, now }: Writer): Promise<Thanked> {
  return db.transaction(async (tx) => {
    const { post, topic } = await lockVisiblePost(tx, postId)
    if (post.authorId === userId) throw new Failure('forbidden', 'You cannot thank yourself.')
    const added = await tx
      .insert(forumThanks)
      .values({ postId, userId, createdAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ userId: forumThanks.userId })
    if (added.length > 0) await count(tx, { post, topic }, 1)
    return { thankCount: post.thankCount + added.length, hasThanked: true }
  })
}

/** Takes thanks back, if there are any. Throws `not_found`. */
export async function unthankPost(db: Db, postId: string, { userId }: Writer): Promise<Thanked> {
  return db.transaction(async (tx) => {
    const { post, topic } = await lockVisiblePost(tx, postId)
    const removed = await tx
      .delete(forumThanks)
      .where(and(eq(forumThanks.postId, postId), eq(forumThanks.userId, userId)))
      .returning({ userId: forumThanks.userId })
    if (removed.length > 0) await count(tx, { post, topic }, -1)
    return { thankCount: post.thankCount - removed.length, hasThanked: false }
  })
}

type Locked = Awaited<ReturnType<typeof lockVisiblePost>>

/** Both rows are locked. Thanks change the text of neither. */
async function count(tx: Db, { post, topic }: Locked, by: 1 | -1): Promise<void> {
  await tx
    .update(forumPosts)
    .set({ thankCount: sql`${forumPosts.thankCount} + ${by}`, updatedAt: sql`${forumPosts.updatedAt}` })
    .where(eq(forumPosts.id, post.id))
  await tx
    .update(forumTopics)
    .set({ thankCount: sql`${forumTopics.thankCount} + ${by}`, updatedAt: sql`${forumTopics.updatedAt}` })
    .where(eq(forumTopics.id, topic.id))
  await purgeTopic(tx, topic, [post.authorId])
}

/** Tells the moderators of a post: once for each member, whatever they say later. Throws `not_found`, and `forbidden` for one's own. */
export async function flagPost(db: Db, postId: string, flag: FlagInput, { userId, now }: Writer): Promise<void> {
  await db.transaction(async (tx) => {
    const { post } = await lockVisiblePost(tx, postId)
    if (post.authorId === userId) throw new Failure('forbidden', 'You cannot report your own post. You can delete it.')
    await tx
      .insert(forumFlags)
      .values({ ...flag, postId, userId, createdAt: new Date(now) })
      .onConflictDoNothing()
  })
}
