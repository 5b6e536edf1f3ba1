import { and, asc, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_PAGE, type ForumPost, pageStart, type TopicPage } from '#src/contract/forum.ts'
import { excerptOf } from './excerpt.ts'
import { readAuthors } from './read-authors.ts'
import { readForumPosts, selectPosts, toForumPosts } from './read-forum-posts.ts'
import { selectTopics, type TopicRow, toTopicLine } from './topic-lines.ts'

/** Characters of the opening post that describe its topic to search engines. */
const DESCRIPTION = 160

const { topicId, number, state, plain } = forumPosts
/** A post that waits for review has no place yet; any other keeps it, shown or not. */
const hasPlace = sql`${state} <> 'review'`

/**
 * A page of a topic: the posts behind number `after`, which is what `pageStart` says, 0 or null for the first page; or where a
 * merged topic went. Throws `not_found` for a topic that nobody sees and for a page that is none of its. (security AZ7)
 */
export function readTopicPage(db: Db, id: string, after: number | null): Promise<TopicPage | { mergedInto: string }> {
  const start = after ?? 0
  return inSnapshot(db, async (tx) => {
    const [topic] = await selectTopics(tx, {}).where(eq(forumTopics.id, id))
    if (topic?.mergedIntoId) return { mergedInto: topic.mergedIntoId }
    if (topic?.state !== 'shown' || start % FORUM_PAGE !== 0) throw new Failure('not_found', 'There is no such topic.')
    return pageOf(tx, topic, start)
  })
}

async function pageOf(tx: Db, topic: TopicRow, start: number): Promise<TopicPage> {
  const rows = await selectPosts(tx)
    .where(and(eq(topicId, topic.id), hasPlace, gt(number, start), lte(number, start + FORUM_PAGE)))
    .orderBy(asc(number))
  const posts = await toForumPosts(tx, rows)
  const { opening, solution } = await keyPosts(tx, topic, posts)
  if (rows.length === 0 || !opening) throw new Failure('not_found', 'There is no such page.')
  const authors = await readAuthors(tx, [topic.authorId, topic.lastAuthorId])
  const { solvedPostId, slowSeconds } = topic
  const description = await descriptionOf(tx, topic.id)
  return {
    topic: { ...toTopicLine(topic, authors), solvedPostId, slowSeconds, description },
    ...{ posts, opening, solution },
    ...(await neighbours(tx, topic.id, start)),
  }
}

/** The opening post, and the solution where this page does not hold it. */
async function keyPosts(tx: Db, { id, solvedPostId }: TopicRow, posts: readonly ForumPost[]) {
  const isHere = (wanted: string | null) => posts.some((post) => post.id === wanted)
  const missing = [id, solvedPostId].filter((wanted) => wanted !== null && !isHere(wanted))
  const found = await readForumPosts(
    tx,
    missing.filter((wanted) => wanted !== null),
  )
  const opening = [...posts, ...found].find((post) => post.id === id)
  return { opening, solution: found.find((post) => post.id === solvedPostId && post.state === 'shown') ?? null }
}

/** Where the pages around this one begin. */
async function neighbours(tx: Db, id: string, start: number): Promise<{ before: number | null; after: number | null }> {
  const nearest = (bound: SQL, order: SQL) =>
    tx
      .select({ number })
      .from(forumPosts)
      .where(and(eq(topicId, id), hasPlace, bound))
      .orderBy(order)
      .limit(1)
  const [previous] = await nearest(lte(number, start), desc(number))
  const [next] = await nearest(gt(number, start + FORUM_PAGE), asc(number))
  return { before: previous ? pageStart(previous.number) : null, after: next ? pageStart(next.number) : null }
}

async function descriptionOf(tx: Db, id: string): Promise<string> {
  const beginning = sql<string>`left(${plain}, ${4 * DESCRIPTION})`
  const [opening] = await tx.select({ beginning }).from(forumPosts).where(eq(forumPosts.id, id))
  return excerptOf(opening?.beginning ?? '', DESCRIPTION)
}
