import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { POST_GONE } from '#src/contract/forum.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { STALE } from '#src/contract/versioned.ts'
import { toPosted, type Writer } from './begin-post.ts'
import { countTopic } from './create-topic.ts'
import { dropEdit, isOpening } from './edit-post.ts'
import { type LockedPost, lockCategory, lockPost } from './lock.ts'
import { purgeTopic, recountTopic } from './topic.ts'

/**
 * Deletes one's own post. A reply leaves a placeholder; an opening post is deleted with its topic, as long as it has no replies.
 * Deleted already it stays so. Throws `not_found`, `forbidden`, and `conflict` for a topic with replies. (forum 3)
 */
export async function deletePost(db: Db, postId: string, writer: Writer): Promise<Posted> {
  return db.transaction(async (tx) => {
    const categoryId = await lockItsCategory(tx, postId)
    const locked = await lockPost(tx, postId)
    requireOwn(locked, writer)
    if (isOpening(locked) && locked.topic.categoryId !== categoryId) throw new Failure('conflict', STALE)
    if (locked.post.state !== 'deleted') await takeBack(tx, locked)
    return toPosted(tx, postId)
  })
}

/** Of a topic that may go away: its category counts one less, and is held before the topic. */
async function lockItsCategory(tx: Db, postId: string): Promise<string | undefined> {
  const [topic] = await tx
    .select({ categoryId: forumTopics.categoryId })
    .from(forumTopics)
    .where(eq(forumTopics.id, postId))
  if (topic) await lockCategory(tx, topic.categoryId)
  return topic?.categoryId
}

function requireOwn({ topic, post }: LockedPost, { userId }: Writer): void {
  const isThere = post.authorId === userId || (post.state === 'shown' && topic.state === 'shown')
  if (!isThere) throw new Failure('not_found', NOT_FOUND.post)
  if (post.authorId !== userId) throw new Failure('forbidden', 'You can delete only your own posts.')
  if (post.state === 'hidden') throw new Failure('forbidden', POST_GONE.hidden)
}

async function takeBack(tx: Db, locked: LockedPost): Promise<void> {
  const { topic, post } = locked
  if (isOpening(locked)) await takeBackTopic(tx, locked)
  await dropEdit(tx, post.id)
  await tx
    .update(forumPosts)
    .set({ state: 'deleted', version: sql`${forumPosts.version} + 1` })
    .where(eq(forumPosts.id, post.id))
  await recountTopic(tx, topic.id)
  if (post.state === 'shown') await purgeTopic(tx, topic, [post.authorId])
}

async function takeBackTopic(tx: Db, { topic }: LockedPost): Promise<void> {
  const { topicId, number, state } = forumPosts
  const isReply = and(eq(topicId, topic.id), gt(number, 1), ne(state, 'deleted'))
  const [reply] = await tx.select({ id: forumPosts.id }).from(forumPosts).where(isReply).limit(1)
  if (reply)
    throw new Failure('conflict', 'Someone has replied, so you cannot delete this topic. You can still edit your post.')
  await tx.update(forumTopics).set({ state: 'deleted' }).where(eq(forumTopics.id, topic.id))
  if (topic.state === 'shown') await countTopic(tx, topic.categoryId, -1)
}
