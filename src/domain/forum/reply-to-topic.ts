import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Posted, ReplyInput } from '#src/contract/forum-post.ts'
import { durationWords } from '#src/contract/forum-time.ts'
import { followTopic } from '../forum-notices/notice-rows.ts'
import { notifyOfPost } from '../forum-notices/notify.ts'
import { beginPost, getSubmission, knownPost, type Submission, toPosted, type Writer } from './begin-post.ts'
import { composePost } from './compose-post.ts'
import { lockTopic, type TopicRow } from './lock.ts'
import type { Rendered } from './render-post.ts'
import { purgeTopic, requireUnlocked, requireVisible } from './topic.ts'

/**
 * Adds a post to a topic; it gets the next number, which the held topic counts. With a key it is added once, however often it
 * is sent. Throws `not_found`, `forbidden` for a locked topic, `rate_limited` also for slow mode, `invalid`, and `conflict`
 * for a key that came with something else. (forum 3)
 */
export async function replyToTopic(
  db: Db,
  topicId: string,
  input: ReplyInput,
  key: string | null,
  writer: Writer,
): Promise<Posted> {
  const composed = await composePost(db, input.source)
  const submission = getSubmission(writer.userId, key, ['reply', topicId, input.replyToId, input.source])
  return db.transaction(async (tx) => {
    const known = await knownPost(tx, submission, writer.now)
    if (known !== null) return toPosted(tx, known)
    const topic = await lockTopic(tx, topicId)
    await requireRepliable(tx, topic, input, writer)
    const state = await beginPost(tx, composed, writer)
    return toPosted(tx, await storeReply(tx, topic, { input, composed, submission, state }, writer))
  })
}

async function requireRepliable(tx: Db, topic: TopicRow, { replyToId }: ReplyInput, writer: Writer): Promise<void> {
  requireVisible(topic)
  requireUnlocked(topic)
  const wait = await secondsOfSlowMode(tx, topic, writer)
  if (wait > 0) throw new Failure('rate_limited', slowSentence(wait), { retryAfter: wait })
  if (replyToId === null) return
  const isHere = and(eq(forumPosts.id, replyToId), eq(forumPosts.topicId, topic.id), eq(forumPosts.state, 'shown'))
  const [answered] = await tx.select({ id: forumPosts.id }).from(forumPosts).where(isHere)
  if (!answered)
    throw new Failure('invalid', 'The post you are replying to is not in this topic.', { field: 'replyToId' })
}

/** How long this member waits for their next reply in a topic; 0 for none, and for staff. */
export async function secondsOfSlowMode(
  tx: Db,
  { id, slowSeconds }: Pick<TopicRow, 'id' | 'slowSeconds'>,
  { userId, isStaff, now }: Writer,
): Promise<number> {
  if (slowSeconds === null || isStaff) return 0
  const { authorId, topicId, number, createdAt } = forumPosts
  const [last] = await tx
    .select({ createdAt })
    .from(forumPosts)
    .where(and(eq(authorId, userId), eq(topicId, id), gt(number, 1), gt(createdAt, new Date(now - slowSeconds * 1000))))
    .orderBy(desc(createdAt))
    .limit(1)
  return last ? Math.ceil((last.createdAt.getTime() - now) / 1000) + slowSeconds : 0
}

/** Shown to a member who replies too soon. */
export function slowSentence(seconds: number): string {
  const wait = seconds <= 90 ? seconds : Math.ceil(seconds / 60) * 60
  return `This topic is in slow mode. You can reply again in ${durationWords(wait)}.`
}

type Parts = { input: ReplyInput; composed: Rendered; submission: Submission; state: 'shown' | 'review' }

async function storeReply(tx: Db, topic: TopicRow, parts: Parts, { userId, now }: Writer): Promise<string> {
  const { input, composed, submission, state } = parts
  const at = new Date(now)
  const { html, plain, mentions } = composed
  const number = topic.lastNumber + 1
  const [post] = await tx
    .insert(forumPosts)
    .values({
      ...input,
      topicId: topic.id,
      number,
      authorId: userId,
      html,
      plain,
      state,
      ...submission,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: forumPosts.id })
  if (!post) throw new Error('A post was not stored')
  const last = { replyCount: topic.replyCount + 1, lastPostAt: pickLater(topic.lastPostAt, at), lastAuthorId: userId }
  const set = { lastNumber: number, ...(state === 'shown' && last), updatedAt: sql`${forumTopics.updatedAt}` }
  await tx.update(forumTopics).set(set).where(eq(forumTopics.id, topic.id))
  await followTopic(tx, topic.id, userId)
  if (state !== 'shown') return post.id
  await notifyOfPost(tx, { id: post.id, topicId: topic.id, authorId: userId, mentions }, now)
  await purgeTopic(tx, topic, [userId])
  return post.id
}

/** Clocks of two functions differ a little; a topic never gets older by a reply. */
function pickLater(one: Date, other: Date): Date {
  return one > other ? one : other
}
