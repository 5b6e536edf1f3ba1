import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { comesBefore } from '#db/keyset.ts'
import { forumCategories, forumPosts, forumTopics } from '#db/schema/forum.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { microsOf, placeOf, type TimePlace } from '#db/time-place.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_PAGE, type PostFound, type SearchPage } from '#src/contract/forum.ts'
import { toPage } from '#src/contract/page.ts'
import { isStorable } from '#src/contract/text.ts'
import { readAuthors } from './read-authors.ts'
import { readPlace } from './read-place.ts'
import { headline, toPieces } from './snippets.ts'

const MOST_SIGNS = 200

const { id, topicId, number, state, authorId, plain, createdAt, words } = forumPosts

/**
 * The shown posts that have all these words, in any of their forms, the newest first. "Words in quotes" stand next to each
 * other, `or` is one or the other, -word is left out. Throws `invalid` for more than 200 characters, for what the database
 * cannot read and for a cursor that no search gave. (security DB5)
 */
export function searchPosts(db: Db, text: string, cursor?: string | null): Promise<SearchPage> {
  const after = readPlace(z.tuple([z.int().min(0), z.uuid()]), cursor)
  if ([...text].length > MOST_SIGNS || !isStorable(text))
    throw new Failure('invalid', `Search for at most ${MOST_SIGNS} ordinary characters.`, { field: 'q' })
  return inSnapshot(db, async (tx) => {
    if (!(await hasWords(tx, text))) return { items: [], nextCursor: null, isEmptyQuestion: true }
    const found = await findPosts(tx, text, after)
    const { items: ids, nextCursor } = toPage(found, {
      limit: FORUM_PAGE,
      toItem: (one) => one.id,
      placeOf: ({ micros, id }) => [micros, id],
    })
    return { items: await toPostsFound(tx, ids, text), nextCursor, isEmptyQuestion: false }
  })
}

const asked = (text: string) => sql`websearch_to_tsquery('english', ${text})`

/** False for no words, for such as are too common to mean anything, and for those alone that are to be left out. */
async function hasWords(tx: Db, text: string): Promise<boolean> {
  const [answer] = await tx
    .select({ is: sql<boolean>`querytree(${asked(text)}) not in ('', 'T')` })
    .from(sql`(values (1)) one`)
  return answer?.is ?? false
}

function findPosts(tx: Db, text: string, after: TimePlace | undefined) {
  return tx
    .select({ id, micros: microsOf(createdAt) })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, topicId))
    .where(
      and(
        sql`${words} @@ ${asked(text)}`,
        sql`${state} = 'shown'`,
        sql`${forumTopics.state} = 'shown'`,
        after && comesBefore([createdAt, id], placeOf(after)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(FORUM_PAGE + 1)
}

async function toPostsFound(tx: Db, ids: readonly string[], text: string): Promise<PostFound[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({
      ...{ id, topicId, number, authorId, createdAt },
      title: headline(forumTopics.title, asked(text), { isWhole: true }),
      excerpt: headline(plain, asked(text), { isWhole: false }),
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
