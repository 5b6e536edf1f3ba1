import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { notifyMember } from '../forum-notices/notify.ts'
import type { Writer } from './begin-post.ts'
import { lockTopic, type TopicRow } from './lock.ts'
import { purgeTopic, requireVisible } from './topic.ts'

/**
 * Marks the reply that solved a topic, or removes the mark: for the topic's author, and for staff, which is audited.
 * Notifies the reply's author. Throws `not_found`, `forbidden`, and `invalid` for a post that cannot be the solution.
 */
export async function chooseSolution(
  db: Db,
  topicId: string,
  postId: string | null,
  { actor, ...writer }: Writer & { actor: Actor },
): Promise<{ solvedPostId: string | null }> {
  return db.transaction(async (tx) => {
    const topic = await lockTopic(tx, topicId)
    requireVisible(topic)
    const isOwn = topic.authorId === writer.userId
    if (!isOwn && !writer.isStaff)
      throw new Failure('forbidden', 'Only the author of this topic can mark the solution.')
    const reply = postId === null ? null : await shownReply(tx, topic, postId)
    if (topic.solvedPostId === postId) return { solvedPostId: postId }
    await tx.update(forumTopics).set({ solvedPostId: postId }).where(eq(forumTopics.id, topicId))
    if (!isOwn) await audit(tx, topic, postId, actor)
    await purgeTopic(tx, topic, await listAuthors(tx, [topic.solvedPostId, postId]))
    const notice = { kind: 'solved', topicId, actorId: writer.userId } as const
    if (reply) await notifyMember(tx, { ...notice, userId: reply.authorId, postId: reply.id }, writer.now)
    return { solvedPostId: postId }
  })
}

async function shownReply(tx: Db, topic: TopicRow, postId: string): Promise<{ id: string; authorId: string }> {
  const { id, topicId, number, state, authorId } = forumPosts
  const isReply = and(eq(id, postId), eq(topicId, topic.id), gt(number, 1), eq(state, 'shown'))
  const [reply] = await tx.select({ id, authorId }).from(forumPosts).where(isReply)
  if (!reply) throw new Failure('invalid', 'Choose a reply in this topic.', { field: 'postId' })
  return reply
}

async function listAuthors(tx: Db, postIds: readonly (string | null)[]): Promise<string[]> {
  const ids = postIds.filter((id) => id !== null)
  const rows = await tx.select({ authorId: forumPosts.authorId }).from(forumPosts).where(inArray(forumPosts.id, ids))
  return rows.map(({ authorId }) => authorId)
}

async function audit(tx: Db, { id, solvedPostId }: TopicRow, postId: string | null, actor: Actor): Promise<void> {
  const action = postId === null ? 'forum-topic.unsolve' : 'forum-topic.solve'
  const rows = { before: { solvedPostId }, after: { solvedPostId: postId } }
  await recordAudit(tx, actor, { action, subjectType: 'forum-topic', subjectId: id, ...rows })
}
