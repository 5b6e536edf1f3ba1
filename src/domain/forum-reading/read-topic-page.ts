import { and, asc, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, prepared } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { FORUM_PAGE, pageStart, type TopicPage } from '#src/contract/forum.ts'
import { getPeople, readAuthors, selectPosts, toForumPost } from './read-forum-posts.ts'
import { toExcerpt } from './snippets.ts'
import { selectTopics, toTopicLine } from './topic-lines.ts'

/** Characters of the opening post that describe its topic to search engines. */
const DESCRIPTION = 160

const { topicId, number, state, plain } = forumPosts
/** A post that waits for review has no place yet; any other keeps it, shown or not. */
const hasPlace = sql`${state} <> 'review'`

/**
 * A page of a topic: the posts behind number `after`, which is what `pageStart` says, 0 or null for the first page; or where a
 * merged topic is now. Throws `not_found` for a topic that is not shown and for a page that it does not have. (security AZ7)
 */
export async function readTopicPage(
  db: Db,
  id: string,
  after: number | null,
): Promise<TopicPage | { mergedInto: string }> {
  const start = after ?? 0
  const [topic] = await findTopic(db).execute({ id, start, end: start + FORUM_PAGE })
  if (topic?.mergedIntoId) return { mergedInto: topic.mergedIntoId }
  if (topic?.state !== 'shown' || start % FORUM_PAGE !== 0) throw new Failure('not_found', NOT_FOUND.topic)
  return getPage(db, topic, start)
}

const asked = { id: sql.placeholder('id'), start: sql.placeholder('start'), end: sql.placeholder('end') }

/** A topic, how it begins, and the posts nearest to its page of the numbers behind `start` up to `end`. */
const findTopic = prepared((db) => {
  const { mergedIntoId, slowSeconds } = forumTopics
  const opening = db
    .select({ beginning: sql`left(${plain}, ${4 * DESCRIPTION})` })
    .from(forumPosts)
    .where(eq(forumPosts.id, asked.id))
  const nearest = (bound: SQL, order: SQL) =>
    db
      .select({ number })
      .from(forumPosts)
      .where(and(eq(topicId, asked.id), hasPlace, bound))
      .orderBy(order)
      .limit(1)
  return selectTopics(db, {
    ...{ state: forumTopics.state, mergedIntoId, slowSeconds },
    beginning: sql<string | null>`${opening}`,
    previous: sql<number | null>`${nearest(lte(number, asked.start), desc(number))}`,
    next: sql<number | null>`${nearest(gt(number, asked.end), asc(number))}`,
  }).where(eq(forumTopics.id, asked.id))
})

type Topic = Awaited<ReturnType<ReturnType<typeof findTopic>['execute']>>[number]

async function getPage(db: Db, topic: Topic, start: number): Promise<TopicPage> {
  const { id, solvedPostId, slowSeconds } = topic
  const anywhere = solvedPostId ? [id, solvedPostId] : [id]
  const rows = await listPosts(db).execute({ id, anywhere, start, end: start + FORUM_PAGE })
  const here = rows.filter((row) => row.state !== 'review' && row.number > start && row.number <= start + FORUM_PAGE)
  const opening = rows.find((row) => row.id === id)
  if (here.length === 0 || opening?.topicState !== 'shown') throw new Failure('not_found', 'Page not found.')
  const authors = await readAuthors(db, [topic.authorId, topic.lastAuthorId, ...rows.flatMap(getPeople)])
  const solution = rows.find((row) => row.id === solvedPostId && row.state === 'shown' && !here.includes(row))
  const description = toExcerpt(topic.beginning ?? '', DESCRIPTION)
  return {
    topic: { ...toTopicLine(topic, authors), solvedPostId, slowSeconds, description },
    posts: here.map((row) => toForumPost(row, authors)),
    opening: toForumPost(opening, authors),
    solution: solution ? toForumPost(solution, authors) : null,
    before: topic.previous && pageStart(topic.previous),
    after: topic.next && pageStart(topic.next),
  }
}

/** The posts of a page; also the opening post and the solution, wherever they are. */
const listPosts = prepared((db) => {
  const here = db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(and(eq(topicId, asked.id), hasPlace, gt(number, asked.start), lte(number, asked.end)))
    .orderBy(asc(number))
    .limit(FORUM_PAGE)
  return selectPosts(db)
    .where(sql`${forumPosts.id} = any(array(${here}) || ${sql.placeholder('anywhere')}::uuid[])`)
    .orderBy(asc(number))
})

/** The place of a post: its topic, its number, and the start of the page that contains it (0 is the first). */
type PostPlace = { topicId: string; number: number; after: number }

/** Where links to a post lead. Throws `not_found` for one that is not shown, or in a topic that is not shown. (security AZ7) */
export async function placeOfPost(db: Db, postId: string): Promise<PostPlace> {
  const { id, topicId, number, state } = forumPosts
  const isOpen = and(sql`${state} = 'shown'`, sql`${forumTopics.state} = 'shown'`)
  const [place] = await db
    .select({ topicId, number })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, topicId))
    .where(and(eq(id, postId), isOpen))
  if (!place) throw new Failure('not_found', NOT_FOUND.post)
  return { ...place, after: pageStart(place.number) }
}
