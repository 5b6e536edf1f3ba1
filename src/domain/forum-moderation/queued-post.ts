import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { toMicros } from '#db/keyset.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumEdits, forumFlags, forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { ForumFlag, QueuedPost } from '#src/contract/forum-moderation.ts'
import { readAuthors } from '../forum-reading/read-forum-posts.ts'

const MOST_FLAGS = 20
/** Posts of an author that are counted; more than that say no more. */
const MOST_COUNTED = 100

const columns = {
  id: forumPosts.id,
  topicId: forumPosts.topicId,
  number: forumPosts.number,
  title: forumTopics.title,
  isTopicShown: sql<boolean>`${forumTopics.state} = 'shown'`,
  category: { id: forumCategories.id, name: forumCategories.name },
  authorId: forumPosts.authorId,
  // The table's name is spelled out: inside a subquery nothing else tells the columns apart.
  authorPostCount: sql<number>`(select count(*)::int from (select from ${forumPosts} p
    where p.author_id = ${forumPosts}.author_id and p.state = 'shown' limit ${sql.raw(String(MOST_COUNTED))}) counted)`,
  html: forumPosts.html,
  change: { title: forumEdits.title, html: forumEdits.html, createdAt: forumEdits.createdAt },
  state: forumPosts.state,
  stateReason: forumPosts.stateReason,
  version: forumPosts.version,
  createdAt: forumPosts.createdAt,
  createdMicros: toMicros(forumPosts.createdAt),
  updatedMicros: toMicros(forumPosts.updatedAt),
  changeMicros: toMicros(forumEdits.createdAt),
}

/** The query for posts as a queue shows them, to be filtered and ordered. */
export function selectQueued(db: Db) {
  return db
    .select(columns)
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .leftJoin(forumEdits, eq(forumEdits.postId, forumPosts.id))
    .$dynamic()
}

export type QueuedRow = Awaited<ReturnType<typeof selectQueued>>[number]

/** One post in its present state. Throws `not_found`. */
export async function readQueuedPost(db: Db, id: string): Promise<QueuedPost> {
  const [post] = await withFlags(db, await selectQueued(db).where(eq(forumPosts.id, id)))
  if (!post) throw new Failure('not_found', NOT_FOUND.post)
  return post
}

/** Rows with their authors and their open flags, the oldest first. */
export async function withFlags(db: Db, rows: readonly QueuedRow[]): Promise<QueuedPost[]> {
  const flags = rows.length === 0 ? [] : await listFlags(db, rows)
  const people = [...rows.map(({ authorId }) => authorId), ...flags.map(({ userId }) => userId)]
  const authors = await readAuthors(db, people)
  return rows.map(({ createdMicros: _c, updatedMicros: _u, changeMicros: _e, change, ...row }) => ({
    ...row,
    change: change && { ...change, createdAt: change.createdAt.getTime() },
    author: authors.get(row.authorId) ?? null,
    flags: flags.filter(({ postId }) => postId === row.id).map((flag) => toFlag(flag, authors)),
    createdAt: row.createdAt.getTime(),
  }))
}

type FlagRow = Awaited<ReturnType<typeof listFlags>>[number]

async function listFlags(db: Db, posts: readonly QueuedRow[]) {
  const { id, postId, userId, reason, note, createdAt, handledAt } = forumFlags
  const place = sql<number>`row_number() over (partition by ${postId} order by ${createdAt}, ${id})`.as('place')
  const ids = posts.map((post) => post.id)
  const open = db
    .select({ id, postId, userId, reason, note, createdAt, place })
    .from(forumFlags)
    .where(and(inArray(postId, ids), isNull(handledAt)))
    .as('open')
  return db.select().from(open).where(lte(open.place, MOST_FLAGS)).orderBy(open.place)
}

function toFlag(
  { id, reason, note, userId, createdAt }: FlagRow,
  authors: Awaited<ReturnType<typeof readAuthors>>,
): ForumFlag {
  return { id, reason, note, by: authors.get(userId) ?? null, createdAt: createdAt.getTime() }
}
