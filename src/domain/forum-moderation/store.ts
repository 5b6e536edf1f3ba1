import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { type LockedPost, type PostRow, postColumns, type TopicRow } from '../forum/lock.ts'
import { isOpening } from '../forum/topic.ts'
import { purgeLater } from '../page-purges/page-purges.ts'

type PostSet = Partial<typeof forumPosts.$inferInsert>
type TopicSet = Partial<typeof forumTopics.$inferInsert>
type Step<Set> = { action: string; set: Set /** What the audit log keeps beside the row. */; note?: object }

/** Changes a held post under the name of `action`. */
export async function storePost(
  tx: Db,
  before: PostRow,
  { action, set, note }: Step<PostSet>,
  actor: Actor,
): Promise<void> {
  const [after] = await tx
    .update(forumPosts)
    .set({ ...set, version: sql`${forumPosts.version} + 1` })
    .where(eq(forumPosts.id, before.id))
    .returning(postColumns)
  if (!after) throw new Failure('not_found', NOT_FOUND.post)
  const rows = { before: audited(before), after: { ...audited(after), ...note } }
  await recordAudit(tx, actor, { action, subjectType: 'forum-post', subjectId: before.id, ...rows })
}

/** Changes a held topic under the name of `action`. Returns the row after. */
export async function storeTopic(
  tx: Db,
  before: TopicRow,
  { action, set, note }: Step<TopicSet>,
  actor: Actor,
): Promise<TopicRow> {
  const [after] = await tx
    .update(forumTopics)
    .set({ ...set, version: sql`${forumTopics.version} + 1` })
    .where(eq(forumTopics.id, before.id))
    .returning()
  if (!after) throw new Failure('not_found', NOT_FOUND.topic)
  const rows = { before, after: { ...after, ...note } }
  await recordAudit(tx, actor, { action, subjectType: 'forum-topic', subjectId: before.id, ...rows })
  return after
}

/** Counts the topics that visitors see in a held category. */
export async function countTopics(tx: Db, categoryId: string, by: 1 | -1): Promise<void> {
  const { id, topicCount, updatedAt } = forumCategories
  await tx
    .update(forumCategories)
    .set({ topicCount: sql`${topicCount} + ${by}`, updatedAt: sql`${updatedAt}` })
    .where(eq(id, categoryId))
}

/** Gives a topic the state of its opening post and takes its pin, with what the category counts. `more` is stored with it. */
export async function followOpening(
  tx: Db,
  locked: LockedPost,
  state: PostRow['state'],
  more: TopicSet = {},
): Promise<void> {
  const { topic } = locked
  if (!isOpening(locked) || topic.state === state) return
  await tx
    .update(forumTopics)
    .set({ ...more, state, isPinned: false })
    .where(eq(forumTopics.id, topic.id))
  if (state === 'shown') await countTopics(tx, topic.categoryId, 1)
  else if (topic.state === 'shown') await countTopics(tx, topic.categoryId, -1)
}

/** Queues a purge of the pages that show a post or its topic: with a topic, all pages that name one of its replies. */
export async function purgePost(tx: Db, locked: LockedPost): Promise<void> {
  const { topic, post } = locked
  const { lists, search, category, member, every } = FORUM_TAG
  if (isOpening(locked) && topic.replyCount > 0) return purgeLater(tx, [every])
  // Both addresses of a reply: its topic's, and its own, which led nowhere while it was not shown.
  const addresses = [topic.id, post.id].map(FORUM_TAG.topic)
  await purgeLater(tx, [lists, search, category(topic.categoryId), ...addresses, member(post.authorId)])
}

/** The row as the audit log keeps it: what was typed, not what was made from it. */
function audited(row: PostRow) {
  const { html: _html, plain: _plain, submissionKey: _key, submissionDigest: _digest, ...kept } = row
  return kept
}
