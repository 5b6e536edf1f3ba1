import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { CommandContext } from '../command-context.ts'
import { lockModeratedTopics, lockModeration, type TopicRow } from '../forum/lock.ts'
import { recountTopic } from '../forum/topic.ts'
import { purgeLater } from '../page-purges/page-purges.ts'
import { countTopics, storeTopic } from './store.ts'

/**
 * Moves all posts of a topic after those of another one, in order; followers of either follow the merged topic, unless
 * they switched that off, and the old address redirects. If it was merged there already, nothing changes. Returns the topic that
 * remains. Throws `not_found`, `invalid` for a topic into itself, and `conflict` for one that is not shown.
 */
export async function mergeTopics(
  db: Db,
  id: string,
  asked: string,
  context: CommandContext,
): Promise<{ intoId: string }> {
  if (id === asked) throw new Failure('invalid', 'A topic cannot be merged into itself.', { field: 'intoId' })
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const intoId = await findSurvivor(tx, asked)
    const [from, into] = await lockModeratedTopics(tx, [id, intoId])
    if (!from || !into || intoId === id) throw new Failure('conflict', 'That topic was already merged into this one.')
    if (from.mergedIntoId === intoId) return { intoId }
    for (const { state } of [from, into])
      if (state !== 'shown') throw new Failure('conflict', 'Only published topics can be merged.')
    await merge(tx, from, into, context)
    return { intoId }
  })
}

/** The topic that this one was merged into, or itself. */
async function findSurvivor(tx: Db, id: string): Promise<string> {
  const [row] = await tx
    .select({ mergedIntoId: forumTopics.mergedIntoId })
    .from(forumTopics)
    .where(eq(forumTopics.id, id))
  return row?.mergedIntoId ?? id
}

async function merge(tx: Db, from: TopicRow, into: TopicRow, { actor }: CommandContext): Promise<void> {
  const offset = into.lastNumber
  await tx
    .update(forumPosts)
    .set({ topicId: into.id, number: sql`${forumPosts.number} + ${offset}`, title: null })
    .where(eq(forumPosts.topicId, from.id))
  await uniteFollows(tx, from.id, into.id)
  const { id: mergedIntoId, categoryId } = into
  await tx.update(forumTopics).set({ mergedIntoId, categoryId }).where(eq(forumTopics.mergedIntoId, from.id))
  const gone = { state: 'merged', mergedIntoId, categoryId, solvedPostId: null, isPinned: false } as const
  const counts = { replyCount: 0, thankCount: 0 }
  const note = { behind: offset }
  await storeTopic(tx, from, { action: 'forum-topic.merge', set: { ...gone, ...counts }, note }, actor)
  await countTopics(tx, from.categoryId, -1)
  const set = { lastNumber: offset + from.lastNumber, solvedPostId: into.solvedPostId ?? from.solvedPostId }
  await storeTopic(tx, into, { action: 'forum-topic.take_in', set, note: { mergedId: from.id } }, actor)
  await recountTopic(tx, into.id)
  // Every page that names one of its posts leads elsewhere now: members, searches, lists.
  await purgeLater(tx, [FORUM_TAG.every])
}

async function uniteFollows(tx: Db, from: string, into: string): Promise<void> {
  const { topicId, userId, isOn, createdAt } = forumFollows
  await tx.execute(sql`insert into ${forumFollows} (topic_id, user_id, is_on, created_at)
    select ${into}::uuid, ${userId}, ${isOn}, ${createdAt} from ${forumFollows} where ${topicId} = ${from}
    on conflict do nothing`)
  await tx.delete(forumFollows).where(eq(topicId, from))
}
