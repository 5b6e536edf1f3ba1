import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { CHOOSE_CATEGORY } from '#src/contract/forum.ts'
import type { Posted, TopicInput } from '#src/contract/forum-post.ts'
import { chooseFollow, followTopic } from '../forum-notices/notice-rows.ts'
import { notifyOfPost } from '../forum-notices/notify.ts'
import { beginPost, getSubmission, knownPost, type Submission, toPosted, type Writer } from './begin-post.ts'
import { composePost } from './compose-post.ts'
import { lockCategory } from './lock.ts'
import type { Rendered } from './render-post.ts'
import { purgeTopic } from './topic.ts'

/**
 * Begins a discussion: shown at once, or in review until a moderator has seen the first post of a new member. With a key it
 * begins one, however often it is sent. Throws `invalid`, `forbidden` for a closed category, `rate_limited`, and `conflict`
 * for a key that came with something else. (forum 3)
 */
export async function createTopic(db: Db, input: TopicInput, key: string | null, writer: Writer): Promise<Posted> {
  const composed = await composePost(db, input.source)
  const sent = ['topic', input.categoryId, input.title, input.source]
  const submission = getSubmission(writer.userId, key, sent)
  return db.transaction(async (tx) => {
    const known = await knownPost(tx, submission, writer.now)
    return toPosted(tx, known ?? (await storeTopic(tx, input, { composed, submission }, writer)))
  })
}

type Parts = { composed: Rendered; submission: Submission }

async function storeTopic(tx: Db, input: TopicInput, parts: Parts, writer: Writer): Promise<string> {
  const { userId, now } = writer
  const { title, source, categoryId } = input
  const state = await beginPost(tx, parts.composed, writer)
  await requireOpen(tx, categoryId)
  const id = crypto.randomUUID()
  const at = new Date(now)
  const both = { id, authorId: userId, title, state, createdAt: at, updatedAt: at }
  await tx.insert(forumTopics).values({ ...both, categoryId, lastPostAt: at, lastAuthorId: userId })
  const { html, plain, mentions } = parts.composed
  await tx.insert(forumPosts).values({ ...both, topicId: id, number: 1, source, html, plain, ...parts.submission })
  await followTopic(tx, id, userId)
  if (state !== 'shown') return id
  await countTopic(tx, categoryId, 1)
  await notifyOfPost(tx, { id, topicId: id, authorId: userId, mentions }, now)
  await purgeTopic(tx, { id, categoryId }, [userId])
  return id
}

/** Holds the category. */
async function requireOpen(tx: Db, categoryId: string): Promise<void> {
  const category = await lockCategory(tx, categoryId)
  if (!category) throw new Failure('invalid', CHOOSE_CATEGORY, { field: 'categoryId' })
  if (category.isClosed) throw new Failure('forbidden', 'This category is closed. You cannot start topics in it.')
}

/** One more or one less that visitors see in a held category. */
export async function countTopic(tx: Db, categoryId: string, by: 1 | -1): Promise<void> {
  const { id, topicCount, updatedAt } = forumCategories
  await tx
    .update(forumCategories)
    .set({ topicCount: sql`${topicCount} + ${by}`, updatedAt: sql`${updatedAt}` })
    .where(eq(id, categoryId))
}

/** Follows a topic that visitors see, or unfollows it. Throws `not_found`. */
export async function followAsAsked(
  db: Db,
  topicId: string,
  userId: string,
  isOn: boolean,
): Promise<{ isFollowing: boolean }> {
  const isSeen = and(eq(forumTopics.id, topicId), eq(forumTopics.state, 'shown'))
  const [topic] = await db.select({ id: forumTopics.id }).from(forumTopics).where(isSeen)
  if (!topic) throw new Failure('not_found', NOT_FOUND.topic)
  await chooseFollow(db, topicId, userId, isOn)
  return { isFollowing: isOn }
}
