import { and, desc, eq, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { comesBefore } from '#db/keyset.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { microsOf, placeOf } from '#db/time-place.ts'
import { FORUM_PAGE, type TopicListPage, type TopicSort } from '#src/contract/forum.ts'
import { toCursor } from '#src/contract/page.ts'
import { readPlace } from './read-place.ts'
import { selectTopics, toTopicLines } from './topic-lines.ts'

/** Topics of all categories, or of one. `cursor` is one that the same list gave. */
export type TopicAsk = { sort: TopicSort; categoryId?: string | undefined; cursor?: string | null | undefined }

/** More than anybody pins, and no more than a page can show. */
const MOST_PINNED = 50
/** What the database counts with: a place that somebody made up leads nowhere, and to no fault. */
const MOST_THANKS = 2 ** 31 - 1

const { id, state, categoryId, isPinned, replyCount, thankCount, createdAt, lastPostAt } = forumTopics
const isShown = sql`${state} = 'shown'`

/** How each list is ordered and left off, spelled as its index has it. The unanswered are listed pinned or not. */
const LISTS = {
  latest: { among: not(isPinned), columns: [lastPostAt, id], at: microsOf(lastPostAt) },
  top: { among: not(isPinned), columns: [thankCount, lastPostAt, id], at: microsOf(lastPostAt) },
  unanswered: { among: sql`${replyCount} = 0`, columns: [createdAt, id], at: microsOf(createdAt) },
} as const

const places = z.tuple([z.int().min(0).max(MOST_THANKS), z.int().min(0), z.uuid()])

/** A page of topics that everybody may see. Throws `invalid` for a cursor that no list gave. */
export function listTopics(db: Db, ask: TopicAsk): Promise<TopicListPage> {
  const after = readPlace(places, ask.cursor)
  return inSnapshot(db, async (tx) => {
    if (ask.categoryId !== undefined) await makeRowsDear(tx)
    return pageOf(tx, ask, after)
  })
}

/**
 * Of two indexes in the same order, the planner prefers the one of all categories, whose rows lie closer together: it believes
 * that the category comes up often enough. In one where nothing was said for years it would pass all topics since.
 */
async function makeRowsDear(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('cpu_tuple_cost', '10', true), set_config('jit', 'off', true)`)
}

async function pageOf(tx: Db, ask: TopicAsk, after: z.output<typeof places> | undefined): Promise<TopicListPage> {
  const pinned = after || ask.sort === 'unanswered' ? [] : await pinnedRows(tx, ask.categoryId)
  const rows = await topicRows(tx, ask, after)
  const items = rows.slice(0, FORUM_PAGE)
  const last = items.at(-1)
  const hasMore = rows.length > FORUM_PAGE && last !== undefined
  const lines = await toTopicLines(tx, [...pinned, ...items])
  return {
    pinned: lines.slice(0, pinned.length),
    items: lines.slice(pinned.length),
    nextCursor: hasMore ? toCursor([last.thankCount, last.micros, last.id]) : null,
  }
}

function topicRows(db: Db, { sort, categoryId: category }: TopicAsk, after: z.output<typeof places> | undefined) {
  const { among, columns, at } = LISTS[sort]
  return selectTopics(db, { micros: at })
    .where(and(isShown, among, isIn(category), after && behind(sort, after)))
    .orderBy(...columns.map((column) => sql`${desc(column)} nulls last`))
    .limit(FORUM_PAGE + 1)
}

function behind(sort: TopicSort, [thanks, micros, from]: z.output<typeof places>) {
  const place = placeOf([micros, from])
  return comesBefore(LISTS[sort].columns, sort === 'top' ? [thanks, ...place] : place)
}

function pinnedRows(db: Db, category: string | undefined) {
  return selectTopics(db, { micros: microsOf(lastPostAt) })
    .where(and(isShown, isPinned, isIn(category)))
    .orderBy(sql`${desc(lastPostAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(MOST_PINNED)
}

function isIn(category: string | undefined) {
  return category === undefined ? undefined : eq(categoryId, category)
}
