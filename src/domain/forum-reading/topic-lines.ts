import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import type { TopicLine } from '#src/contract/forum.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Authors, readAuthors } from './read-forum-posts.ts'

const { id, title, replyCount, thankCount, isPinned, isLocked, createdAt, lastPostAt } = forumTopics
const { authorId, lastAuthorId, solvedPostId } = forumTopics

/** The columns of a topic for every list. */
const columns = {
  ...{ id, title, replyCount, thankCount, isPinned, isLocked, createdAt, lastPostAt, authorId, lastAuthorId },
  solvedPostId,
  category: { slug: forumCategories.slug, name: forumCategories.name },
}

/** Topics with their category; the caller says which. `extra` is read with them. */
export function selectTopics<Extra extends Record<string, SQL | AnyPgColumn>>(db: Db, extra: Extra) {
  return db
    .select({ ...columns, ...extra })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
}

type TopicRow = Awaited<ReturnType<typeof selectTopics<Record<never, never>>>>[number]

/** The lines of these topics, in their order. */
export async function toTopicLines(db: Db, rows: readonly TopicRow[]): Promise<TopicLine[]> {
  const authors = await readAuthors(
    db,
    rows.flatMap((row) => [row.authorId, row.lastAuthorId]),
  )
  return rows.map((row) => toTopicLine(row, authors))
}

export function toTopicLine(row: TopicRow, authors: Authors): TopicLine {
  const { id, title, category, replyCount, thankCount, isPinned, isLocked } = row
  return {
    ...{ id, title, category, replyCount, thankCount, isPinned, isLocked },
    author: authors.get(row.authorId) ?? null,
    isSolved: row.solvedPostId !== null,
    createdAt: row.createdAt.getTime(),
    lastPostAt: row.lastPostAt.getTime(),
    lastAuthor: authors.get(row.lastAuthorId) ?? null,
  }
}

/** Far below the limit of a sitemap, and more than a search engine reads regularly. */
const MOST = 5_000

/** The topics that everybody may see and that were posted in last, pinned ones first. */
export async function newestTopics(db: Db): Promise<{ id: string; lastPostAt: Instant }[]> {
  const { id, state, isPinned, lastPostAt } = forumTopics
  const among = (isAmong: ReturnType<typeof sql>) =>
    db
      .select({ id, lastPostAt })
      .from(forumTopics)
      .where(and(sql`${state} = 'shown'`, isAmong))
      .orderBy(sql`${desc(lastPostAt)} nulls last`, sql`${desc(id)} nulls last`)
      .limit(MOST)
  const rows = [...(await among(sql`${isPinned}`)), ...(await among(not(isPinned)))]
  return rows.slice(0, MOST).map((row) => ({ id: row.id, lastPostAt: row.lastPostAt.getTime() }))
}
