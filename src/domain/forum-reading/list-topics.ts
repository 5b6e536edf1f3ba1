import { and, desc, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Db, prepared } from '#db/client.ts'
import { comesBefore, getPlace, toMicros } from '#db/keyset.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { FORUM_PAGE, MOST_PINNED, type TopicListPage, type TopicSort } from '#src/contract/forum.ts'
import { toCursor } from '#src/contract/page.ts'
import { placeReader } from './read-place.ts'
import { selectTopics, toTopicLines } from './topic-lines.ts'

/** Topics of all categories, or of one. `cursor` is one that the same list gave. */
type TopicQuery = { sort: TopicSort; categoryId?: string | undefined; cursor?: string | null | undefined }

/** The database's integers: an invented cursor leads nowhere and causes no error. */
const MOST_THANKS = 2 ** 31 - 1

const { id, state, categoryId, isPinned, replyCount, thankCount, createdAt, lastPostAt } = forumTopics
const isShown = sql`${state} = 'shown'`

type Scope = 'all' | 'category'

/** A list: which topics, and the columns of its order, each with the name of its value. */
type List = { among: SQL; order: Record<string, PgColumn>; at: SQL<number> }

/** How each list is ordered and continued, spelled as in its index. Unanswered topics are listed pinned or not. */
const LISTS: Record<TopicSort, List> = {
  latest: { among: not(isPinned), order: { at: lastPostAt, id }, at: toMicros(lastPostAt) },
  top: { among: not(isPinned), order: { thanks: thankCount, at: lastPostAt, id }, at: toMicros(lastPostAt) },
  unanswered: { among: sql`${replyCount} = 0`, order: { at: createdAt, id }, at: toMicros(createdAt) },
}
const PINNED: List = { ...LISTS.latest, among: sql`${isPinned}` }

const readPlace = placeReader(z.tuple([z.int().min(0).max(MOST_THANKS), z.int().min(0), z.uuid()]))

/** A page of topics that everyone may see. Throws `invalid` for a cursor that no list made. */
export async function listTopics(db: Db, ask: TopicQuery): Promise<TopicListPage> {
  const rows = await readRows(db, ask)
  const pinned = ask.sort === 'unanswered' ? [] : rows.filter((row) => row.isPinned)
  const listed = rows.slice(pinned.length)
  const items = listed.slice(0, FORUM_PAGE)
  const last = items.at(-1)
  const hasMore = listed.length > FORUM_PAGE && last !== undefined
  const lines = await toTopicLines(db, [...pinned, ...items])
  return {
    pinned: lines.slice(0, pinned.length),
    items: lines.slice(pinned.length),
    nextCursor: hasMore ? toCursor([last.thankCount, last.micros, last.id]) : null,
  }
}

function readRows(db: Db, { sort, categoryId, cursor }: TopicQuery) {
  const scope = categoryId === undefined ? 'all' : 'category'
  const place = readPlace(cursor)
  if (!place) return listing(db, sort, scope, 'first').execute({ categories: [categoryId] })
  const [thanks, micros, from] = place
  const [at, id] = getPlace([micros, from])
  return listing(db, sort, scope, 'behind').execute({ categories: [categoryId], thanks, at, id })
}

/** One topic more than a page; on the first page after the pinned ones. One statement, so that each is there once. */
const listing = prepared((db, sort: TopicSort, scope: Scope, part: 'first' | 'behind') => {
  const list = LISTS[sort]
  const page = inOrder(db, list, scope, part === 'behind' ? isBehind(list) : undefined).limit(FORUM_PAGE + 1)
  if (part === 'behind' || sort === 'unanswered') return page
  return inOrder(db, PINNED, scope).limit(MOST_PINNED.inAll).unionAll(page)
})

/**
 * The topics of a list, in its order. Of two indexes in the same order, the planner prefers the one of all categories, whose
 * rows lie closer together: it believes that the category comes up often enough, and in one where nothing was said for years it
 * would pass all topics since. An order that begins with the category is that of its own index alone; `any` keeps it in the
 * order, where `=` would leave it out.
 */
function inOrder(db: Db, { among, order, at }: List, scope: Scope, bound?: SQL) {
  const columns = Object.values(order).map((column) => sql`${desc(column)} nulls last`)
  const isIn = scope === 'all' ? undefined : sql`${categoryId} = any(${sql.placeholder('categories')}::uuid[])`
  return selectTopics(db, { micros: at })
    .where(and(isShown, among, isIn, bound))
    .orderBy(...(isIn ? [categoryId, ...columns] : columns))
}

function isBehind({ order }: List): SQL {
  const place = Object.keys(order).map((name) => sql.placeholder(name))
  return comesBefore(Object.values(order), place)
}
