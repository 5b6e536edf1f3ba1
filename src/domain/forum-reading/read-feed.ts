import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { type FeedPost, FORUM_PAGE } from '#src/contract/forum.ts'
import { readAuthors } from './read-forum-posts.ts'

const { id, topicId, number, state, authorId, html, createdAt, editedAt } = forumPosts

/**
 * The newest posts of all categories, or of one. They are in the topics with the latest posts, so only as many topics
 * are read, and as many posts of each.
 */
export async function readFeed(db: Db, categoryId?: string): Promise<FeedPost[]> {
  const topics = lastTopics(db, categoryId).as('topics')
  const newest = db
    .select({ id, number, authorId, html, createdAt, editedAt })
    .from(forumPosts)
    .where(and(eq(topicId, topics.id), sql`${state} = 'shown'`))
    .orderBy(desc(number))
    .limit(FORUM_PAGE)
    .as('newest')
  const rows = await db
    .select({
      ...{ id: newest.id, topicId: topics.id, number: newest.number, title: topics.title, authorId: newest.authorId },
      ...{ html: newest.html, createdAt: newest.createdAt, editedAt: newest.editedAt },
      category: { slug: forumCategories.slug, name: forumCategories.name },
    })
    .from(topics)
    .innerJoinLateral(newest, sql`true`)
    .innerJoin(forumCategories, eq(forumCategories.id, topics.categoryId))
    .orderBy(desc(newest.createdAt), desc(newest.id))
    .limit(FORUM_PAGE)
  const authors = await readAuthors(
    db,
    rows.map((row) => row.authorId),
  )
  return rows.map(({ authorId: author, ...row }) => ({
    ...row,
    author: authors.get(author) ?? null,
    createdAt: row.createdAt.getTime(),
    editedAt: row.editedAt?.getTime() ?? null,
  }))
}

/** The topics that were posted in last: the head of the list of pinned ones and that of the others. */
function lastTopics(db: Db, category: string | undefined) {
  const { id, title, categoryId, lastPostAt, isPinned, state } = forumTopics
  const head = (isAmong: ReturnType<typeof sql>) =>
    db
      .select({ id, title, categoryId, lastPostAt })
      .from(forumTopics)
      .where(and(sql`${state} = 'shown'`, isAmong, category === undefined ? undefined : eq(categoryId, category)))
      .orderBy(sql`${desc(lastPostAt)} nulls last`, sql`${desc(forumTopics.id)} nulls last`)
      .limit(FORUM_PAGE)
  return head(sql`${isPinned}`).unionAll(head(sql`not ${isPinned}`))
}
