import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, prepared } from '#db/client.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { ForumAuthor, ForumPost } from '#src/contract/forum.ts'

const { id, number, state, authorId, html, replyToId, thankCount, createdAt, editedAt, editedById, topicId } =
  forumPosts
const answered = alias(forumPosts, 'answered')

type Reading = {
  /** Everything, also of posts that are not shown: for their authors and for moderators only. */
  isWhole?: boolean
}

/** Posts, each with the shown one that it answers; the caller says which. */
export function selectPosts(db: Db) {
  return db
    .select({
      ...{ id, number, state, authorId, html, thankCount, createdAt, editedAt, editedById },
      solvedPostId: forumTopics.solvedPostId,
      topicState: forumTopics.state,
      answered: { id: answered.id, number: answered.number, authorId: answered.authorId },
    })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, topicId))
    .leftJoin(answered, and(eq(answered.id, replyToId), sql`${answered.state} = 'shown'`))
}

type PostRow = Awaited<ReturnType<typeof selectPosts>>[number]

/** The posts with these ids, in the order of their numbers; those there are. */
export async function readForumPosts(db: Db, ids: readonly string[], reading: Reading = {}): Promise<ForumPost[]> {
  if (ids.length === 0) return []
  const rows = await selectPosts(db)
    .where(inArray(id, [...ids]))
    .orderBy(number, id)
  const authors = await readAuthors(db, rows.flatMap(getPeople))
  return rows.map((row) => toForumPost(row, authors, reading))
}

/** The author of a post, and the author of the post it answers. */
export function getPeople({ authorId, answered }: PostRow): string[] {
  return answered ? [authorId, answered.authorId] : [authorId]
}

/** The post of a row, with its author and that of the post it answers among these. */
export function toForumPost(row: PostRow, authors: Authors, { isWhole = false }: Reading = {}): ForumPost {
  if (!isWhole && !isOpen(row)) return placeholder(row)
  const { id, number, state, html, thankCount, answered } = row
  return {
    ...{ id, number, state, html, thankCount },
    author: authors.get(row.authorId) ?? null,
    replyTo: answered && { id: answered.id, number: answered.number, author: authors.get(answered.authorId) ?? null },
    isSolution: row.solvedPostId === id,
    createdAt: row.createdAt.getTime(),
    editedAt: row.editedAt?.getTime() ?? null,
    isEditedByStaff: row.editedById !== null,
  }
}

/** A reply is visible to everyone only if its topic is. */
function isOpen({ state, topicState }: PostRow): boolean {
  return state === 'shown' && topicState === 'shown'
}

/** What everyone sees of a post that is not shown: that there was one. (security AZ7) */
function placeholder({ id, number, createdAt, ...row }: PostRow): ForumPost {
  const state = row.state === 'shown' ? 'hidden' : row.state
  const nothing = { author: null, html: '', replyTo: null, thankCount: 0, isSolution: false }
  return { id, number, state, ...nothing, createdAt: createdAt.getTime(), editedAt: null, isEditedByStaff: false }
}

/** Authors by id; members who left are missing. */
export type Authors = ReadonlyMap<string, NonNullable<ForumAuthor>>

/** True for members with any role. */
export const isStaff = sql<boolean>`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id})`

const listAuthors = prepared((db) =>
  db
    .select({ id: users.id, username: profiles.username, isStaff })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`, isNull(users.deletedAt))),
)

/** The authors with these ids, asked for at once. A banned one still wrote what they wrote. */
export async function readAuthors(db: Db, ids: readonly (string | null)[]): Promise<Authors> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await listAuthors(db).execute({ ids: wanted })
  return new Map(rows.map(({ id, ...author }) => [id, author]))
}
