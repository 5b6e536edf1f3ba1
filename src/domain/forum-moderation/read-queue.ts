import { and, asc, eq, inArray, isNotNull, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { comesAfter, comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { forumEdits, forumFlags, forumPosts } from '#db/schema/forum-posts.ts'
import type { QueueCounts, QueuedPost, QueueQuery } from '#src/contract/forum-moderation.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { type QueuedRow, selectQueued, withFlags } from './queued-post.ts'

const MOST_COUNTED = 100
const { id, createdAt, updatedAt, state } = forumPosts
/** Spelled as the index has it. */
const LATEST_FIRST: SQL[] = [sql`${updatedAt} desc nulls last`, sql`${id} desc nulls last`]

type Placed = { row: QueuedRow; place: TimePlace }

/**
 * Posts for a moderator to look at, each in full: waiting and flagged ones oldest first, because somebody waits for a
 * decision; hidden ones latest decision first.
 */
export async function readQueue(db: Db, { queue, limit, cursor: after }: QueueQuery): Promise<Page<QueuedPost>> {
  const placed = await QUEUE[queue](db, { limit: limit + 1, after })
  const posts = await withFlags(
    db,
    placed.map(({ row }) => row),
  )
  const items = placed.map(({ place }, index) => ({ post: posts[index], place }))
  const page = toPage(items, { limit, toItem: ({ post }) => post, getPlace: ({ place }) => place })
  return { ...page, items: page.items.filter((post) => post !== undefined) }
}

const QUEUE = { waiting: waitingPosts, flagged: flaggedPosts, hidden: hiddenPosts }

/** Posts, and changes of shown ones: each has an index of its own, so the head of either is asked for. */
async function waitingPosts(db: Db, { limit, after }: PageQuery<TimePlace>): Promise<Placed[]> {
  const posts = await selectQueued(db)
    .where(and(sql`${state} = 'review'`, after && comesAfter([createdAt, id], getPlace(after))))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
  const edited = [forumEdits.createdAt, forumEdits.postId]
  const changes = await selectQueued(db)
    .where(and(isNotNull(forumEdits.postId), after && comesAfter(edited, getPlace(after))))
    .orderBy(...edited.map((column) => asc(column)))
    .limit(limit)
  const placed = [
    ...posts.map((row): Placed => ({ row, place: [row.createdMicros, row.id] })),
    ...changes.map((row): Placed => ({ row, place: [row.changeMicros, row.id] })),
  ]
  return placed.toSorted(({ place: [a, x] }, { place: [b, y] }) => a - b || (x < y ? -1 : 1)).slice(0, limit)
}

async function hiddenPosts(db: Db, { limit, after }: PageQuery<TimePlace>): Promise<Placed[]> {
  const rows = await selectQueued(db)
    .where(and(sql`${state} = 'hidden'`, after && comesBefore([updatedAt, id], getPlace(after))))
    .orderBy(...LATEST_FIRST)
    .limit(limit)
  return rows.map((row) => ({ row, place: [row.updatedMicros, row.id] }))
}

/** The place of a post is that of its oldest open flag. */
async function flaggedPosts(db: Db, { limit, after }: PageQuery<TimePlace>): Promise<Placed[]> {
  const place = [forumFlags.createdAt, forumFlags.id]
  const flags = await db
    .select({ id: forumFlags.id, postId: forumFlags.postId, micros: toMicros(forumFlags.createdAt) })
    .from(forumFlags)
    .innerJoin(forumPosts, eq(id, forumFlags.postId))
    .where(and(isOldestOpen(db), ne(state, 'deleted'), after && comesAfter(place, getPlace(after))))
    .orderBy(asc(forumFlags.createdAt), asc(forumFlags.id))
    .limit(limit)
  const ids = flags.map(({ postId }) => postId)
  const rows = ids.length === 0 ? [] : await selectQueued(db).where(inArray(id, ids))
  return flags.flatMap((flag) => {
    const row = rows.find((one) => one.id === flag.postId)
    return row ? [{ row, place: [flag.micros, flag.id] satisfies TimePlace }] : []
  })
}

function isOldestOpen(db: Db): SQL | undefined {
  const earlier = alias(forumFlags, 'earlier')
  const isEarlier = sql`(${earlier.createdAt}, ${earlier.id}) < (${forumFlags.createdAt}, ${forumFlags.id})`
  const open = and(eq(earlier.postId, forumFlags.postId), isNull(earlier.handledAt), isEarlier)
  return and(isNull(forumFlags.handledAt), notExists(db.select({ id: earlier.id }).from(earlier).where(open)))
}

/** How many posts and changes wait, and how many are flagged, at most 100 counted of each. */
export async function countQueues(db: Db): Promise<QueueCounts> {
  const changes = db.select({ id: forumEdits.postId }).from(forumEdits).limit(MOST_COUNTED).as('changes')
  const waiting = db.select({ id }).from(forumPosts).where(sql`${state} = 'review'`).limit(MOST_COUNTED).as('waiting')
  const flagged = db
    .select({ id: forumFlags.id })
    .from(forumFlags)
    .innerJoin(forumPosts, eq(id, forumFlags.postId))
    .where(and(isOldestOpen(db), ne(state, 'deleted')))
    .limit(MOST_COUNTED)
    .as('flagged')
  const waits = (await db.$count(waiting)) + (await db.$count(changes))
  return { waiting: Math.min(waits, MOST_COUNTED), flagged: await db.$count(flagged) }
}
