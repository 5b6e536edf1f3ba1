import { desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, inSnapshot } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_PAGE, type PostFound, type SearchPage } from '#src/contract/forum.ts'
import { toCursor, toPage } from '#src/contract/page.ts'
import { isStorable } from '#src/contract/text.ts'
import { findPosts } from './find-posts.ts'
import { readAuthors } from './read-forum-posts.ts'
import { placeReader } from './read-place.ts'
import { type Question, readQuestion } from './read-question.ts'
import { headline, toPieces } from './snippets.ts'

const MOST_SIGNS = 200
const readPlace = placeReader(z.tuple([z.int().min(0), z.uuid()]))

const { id, topicId, number, authorId, plain, createdAt } = forumPosts

/**
 * The shown posts that contain all these words, in any of their forms, newest first. "Words in quotes" are a phrase,
 * `or` is one or the other, -word is excluded. Throws `invalid` for more than 200 characters, for text that the
 * database cannot store and for a cursor that no search made. (security DB5)
 */
export function searchPosts(db: Db, text: string, cursor?: string | null): Promise<SearchPage> {
  const after = readPlace(cursor)
  if ([...text].length > MOST_SIGNS || !isStorable(text))
    throw new Failure('invalid', `Search for at most ${MOST_SIGNS} ordinary characters.`, { field: 'q' })
  return inSnapshot(db, async (tx) => {
    const question = await readQuestion(tx, text)
    if (!question) return { items: [], nextCursor: null, searchedTo: null, isEmptyQuestion: true }
    const { found, stoppedAt } = await findPosts(tx, question, after, FORUM_PAGE + 1)
    const { items: ids, nextCursor } = toPage(found, {
      limit: FORUM_PAGE,
      toItem: (one) => one.id,
      getPlace: ({ micros, id }) => [micros, id],
    })
    const items = await toPostsFound(tx, ids, question)
    if (!stoppedAt) return { items, nextCursor, searchedTo: null, isEmptyQuestion: false }
    const searchedTo = Math.floor(stoppedAt[0] / 1000)
    return { items, nextCursor: toCursor(stoppedAt), searchedTo, isEmptyQuestion: false }
  })
}

async function toPostsFound(tx: Db, ids: readonly string[], { marks }: Question): Promise<PostFound[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({
      ...{ id, topicId, number, authorId, createdAt },
      title: headline(forumTopics.title, marks, { isWhole: true }),
      excerpt: headline(plain, marks, { isWhole: false }),
      category: { slug: forumCategories.slug, name: forumCategories.name },
      isSolved: sql<boolean>`${forumTopics.solvedPostId} is not null`,
    })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, topicId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(inArray(id, [...ids]))
    .orderBy(desc(createdAt), desc(id))
  const authors = await readAuthors(
    tx,
    rows.map((row) => row.authorId),
  )
  return rows.map(({ authorId: author, title, excerpt, ...row }) => ({
    ...row,
    title: toPieces(title),
    excerpt: toPieces(excerpt),
    author: authors.get(author) ?? null,
    createdAt: row.createdAt.getTime(),
  }))
}
