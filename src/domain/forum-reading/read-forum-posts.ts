import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { ForumPost } from '#src/contract/forum.ts'
import { type Authors, readAuthors } from './read-authors.ts'

const { id, number, state, authorId, html, replyToId, thankCount, createdAt, editedAt, editedById, topicId } =
  forumPosts

type Reading = {
  /** Of posts that are not shown too, everything: for their authors and for moderators alone. */
  isWhole?: boolean
}

/** Posts; the caller says which. */
export function selectPosts(db: Db) {
  return db
    .select({
      ...{ id, number, state, authorId, html, replyToId, thankCount, createdAt, editedAt, editedById },
      solvedPostId: forumTopics.solvedPostId,
      topicState: forumTopics.state,
    })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, topicId))
}

export type PostRow = Awaited<ReturnType<typeof selectPosts>>[number]
type Answered = { id: string; number: number; authorId: string }

/** The posts with these ids, in the order of their numbers; those there are. */
export async function readForumPosts(db: Db, ids: readonly string[], reading: Reading = {}): Promise<ForumPost[]> {
  if (ids.length === 0) return []
  const rows = await selectPosts(db)
    .where(inArray(id, [...ids]))
    .orderBy(number, id)
  return toForumPosts(db, rows, reading)
}

/** The posts of these rows, with their authors and what they answer. */
export async function toForumPosts(db: Db, rows: readonly PostRow[], { isWhole = false }: Reading = {}) {
  const answered = await readAnswered(db, rows)
  const authors = await readAuthors(
    db,
    [...rows, ...answered.values()].map((one) => one.authorId),
  )
  return rows.map((row) => (isWhole || isOpen(row) ? toForumPost(row, authors, answered) : placeholder(row)))
}

/** The shown posts that these answer, by id. */
async function readAnswered(db: Db, rows: readonly PostRow[]): Promise<Map<string, Answered>> {
  const ids = [...new Set(rows.map((row) => row.replyToId))].filter((one) => one !== null)
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id, number, authorId })
    .from(forumPosts)
    .where(and(inArray(id, ids), sql`${state} = 'shown'`))
  return new Map(found.map((one) => [one.id, one]))
}

function toForumPost(row: PostRow, authors: Authors, answered: ReadonlyMap<string, Answered>): ForumPost {
  const { id, number, state, html, thankCount } = row
  const to = answered.get(row.replyToId ?? '')
  return {
    ...{ id, number, state, html, thankCount },
    author: authors.get(row.authorId) ?? null,
    replyTo: to ? { id: to.id, number: to.number, author: authors.get(to.authorId) ?? null } : null,
    isSolution: row.solvedPostId === id,
    createdAt: row.createdAt.getTime(),
    editedAt: row.editedAt?.getTime() ?? null,
    isEditedByStaff: row.editedById !== null,
  }
}

/** A reply is open to everybody only where its topic is. */
function isOpen({ state, topicState }: PostRow): boolean {
  return state === 'shown' && topicState === 'shown'
}

/** What everybody sees of a post that is not shown: that there was one. (security AZ7) */
function placeholder({ id, number, createdAt, ...row }: PostRow): ForumPost {
  const state = row.state === 'shown' ? 'hidden' : row.state
  const nothing = { author: null, html: '', replyTo: null, thankCount: 0, isSolution: false }
  return { id, number, state, ...nothing, createdAt: createdAt.getTime(), editedAt: null, isEditedByStaff: false }
}
