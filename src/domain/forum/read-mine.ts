import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'
import { forumEdits, forumFlags, forumPosts, forumThanks } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { MyPost, MyTopic, WaitingTopic } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { readForumPosts } from '../forum-reading/read-forum-posts.ts'
import { readChanges } from './begin-post.ts'
import { editableUntil } from './edit-post.ts'
import type { TopicRow } from './lock.ts'
import { secondsOfSlowMode, slowSentence } from './reply-to-topic.ts'
import { LOCKED } from './topic.ts'

type TopicReader = { viewer: Viewer; now: Instant }

/** What a topic's page is to its viewer: what they did there, and what they may do. Throws `not_found`. */
export async function readMine(
  db: Db,
  topicId: string,
  postIds: readonly string[],
  asker: TopicReader,
): Promise<MyTopic> {
  const { viewer } = asker
  const [topic] = await db.select().from(forumTopics).where(eq(forumTopics.id, topicId))
  const isOwn = topic?.authorId === viewer.id
  const isSeen = topic?.state === 'shown' || (topic?.state === 'review' && isOwn)
  if (!topic || !isSeen) throw new Failure('not_found', NOT_FOUND.topic)
  const { categoryId, isPinned, isLocked, slowSeconds } = topic
  const waiting = await readWaiting(db, topicId, viewer.id)
  // The page asks about the posts it came with: those that wait are none of them.
  const asked = [...postIds, ...waiting.map(({ id }) => id)]
  return {
    topicId,
    isFollowing: await isFollowing(db, topicId, viewer.id),
    closedBecause: await closedBecause(db, topic, asker),
    maySolve: isOwn || viewer.isAdmin,
    mayModerate: viewer.isAdmin,
    mayBan: viewer.roles.some((role) => role !== 'moderator'),
    ...{ categoryId, isPinned, isLocked, slowSeconds },
    posts: await readMyPosts(db, topic, asked, viewer),
    waiting,
    changes: await readChanged(db, topicId, viewer.id),
  }
}

/** Among so many of their newest topics. Only authors without a shown post have any in review, and those have few. */
const NEWEST_TOPICS = 20

/** The viewer's own topics that wait for review, the newest first: a page that only the author sees shows them. */
export async function readWaitingTopics(db: Db, viewer: Viewer): Promise<WaitingTopic[]> {
  const { id, authorId, state, title, createdAt } = forumTopics
  const newest = await db
    .select({ id, state, title })
    .from(forumTopics)
    .where(eq(authorId, viewer.id))
    .orderBy(desc(createdAt), desc(id))
    .limit(NEWEST_TOPICS)
  const waiting = newest.filter((topic) => topic.state === 'review')
  const posts = await readForumPosts(
    db,
    waiting.map((topic) => topic.id),
    { isWhole: true },
  )
  return waiting.flatMap((topic) => {
    const post = posts.find((opening) => opening.id === topic.id)
    return post ? [{ title: topic.title, post }] : []
  })
}

async function isFollowing(db: Db, topicId: string, userId: string): Promise<boolean> {
  const isTheirs = and(eq(forumFollows.topicId, topicId), eq(forumFollows.userId, userId))
  const [follow] = await db.select({ isOn: forumFollows.isOn }).from(forumFollows).where(isTheirs)
  return follow?.isOn ?? false
}

async function closedBecause(db: Db, topic: TopicRow, { viewer, now }: TopicReader): Promise<string | null> {
  if (viewer.approval === 'pending') return 'You can post once an administrator has approved your account.'
  if (viewer.approval === 'rejected') return 'Your account was not approved, so you cannot post.'
  if (topic.isLocked) return LOCKED
  if (topic.state === 'review') return 'Others can reply once a moderator has approved this topic.'
  const wait = await secondsOfSlowMode(db, topic, { userId: viewer.id, isStaff: viewer.isAdmin, now })
  return wait > 0 ? slowSentence(wait) : null
}

async function readMyPosts(db: Db, topic: TopicRow, ids: readonly string[], viewer: Viewer): Promise<MyPost[]> {
  if (ids.length === 0) return []
  const userId = viewer.id
  const { id, topicId, number, state, authorId, createdAt, version } = forumPosts
  // Spelt out: drizzle would leave off the table of a column here, and a flag has an id of its own.
  const by = (table: typeof forumThanks | typeof forumFlags) =>
    sql<boolean>`exists (select from ${table} as own where own.post_id = forum_posts.id and own.user_id = ${userId})`
  const rows = await db
    .select({ id, state, authorId, createdAt, version, hasThanked: by(forumThanks), hasFlagged: by(forumFlags) })
    .from(forumPosts)
    .where(and(inArray(id, [...ids]), eq(topicId, topic.id)))
    .orderBy(asc(number))
  return rows.map(({ authorId, state, createdAt, ...row }) => {
    const isOwn = authorId === userId
    const isStanding = state === 'shown' || state === 'review'
    const mayDelete = isOwn && isStanding && (row.id !== topic.id || topic.replyCount === 0)
    return {
      ...row,
      authorId: viewer.isAdmin ? authorId : null,
      isOwn,
      editableUntil: isOwn ? editableUntil({ state, createdAt }, topic) : null,
      mayDelete,
    }
  })
}

/** The most posts that one person can have in review in one topic. */
const MOST_WAITING = 20

async function readWaiting(db: Db, topic: string, userId: string): Promise<MyTopic['waiting']> {
  const { id, topicId, authorId, state, stateReason, number } = forumPosts
  const isTheirs = and(eq(topicId, topic), eq(authorId, userId), inArray(state, ['review', 'hidden']))
  const rows = await db
    .select({ id, stateReason })
    .from(forumPosts)
    .where(isTheirs)
    .orderBy(asc(number))
    .limit(MOST_WAITING)
  const reasons = new Map(rows.map((row) => [row.id, row.stateReason]))
  const posts = await readForumPosts(db, [...reasons.keys()], { isWhole: true })
  return posts.map((post) => ({ ...post, stateReason: reasons.get(post.id) ?? null }))
}

async function readChanged(db: Db, topic: string, userId: string): Promise<MyTopic['changes']> {
  const { id, topicId, authorId } = forumPosts
  const rows = await db
    .select({ id })
    .from(forumPosts)
    .innerJoin(forumEdits, eq(forumEdits.postId, id))
    .where(and(eq(topicId, topic), eq(authorId, userId)))
    .limit(MOST_WAITING)
  const posts = await readForumPosts(
    db,
    rows.map((row) => row.id),
  )
  return readChanges(db, posts)
}
