import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts, forumTerms } from '#db/schema/forum-posts.ts'
import type { Question } from './read-question.ts'

const { id, topicId, state, createdAt, words } = forumPosts
const terms = forumTerms(forumPosts)

/** A post that a search found, and when it was written. */
export type Match = { id: string; micros: number }

export const isShown = sql`${state} = 'shown'`

/** The order of a search, as the index of shown posts has it. */
export const latestFirst = [sql`${desc(createdAt)} nulls last`, sql`${desc(id)} nulls last`]

/** True for posts after a position in that order, and for all if there is none. */
export const isBehind = (place: TimePlace | undefined) => place && comesBefore([createdAt, id], getPlace(place))

/** The topic with this id if everyone may see it: looked up for each matching post, however many topics there are. */
export function openTopic(tx: Db, wanted: SQLWrapper) {
  return tx
    .select({ one: sql`1`.as('one') })
    .from(forumTopics)
    .where(and(eq(forumTopics.id, wanted), sql`${forumTopics.state} = 'shown'`))
    .limit(1)
    .as('open_topic')
}

/** Posts like the question that are looked at. No day of a million posts in two years has as many. */
const MOST_AT_ONCE = 2_000

type Part = { found: Match[]; cutAt: SearchWindow | undefined }

/**
 * The newest `wanted` posts that fit, behind a place and in these windows, the latest of which come first. Where they hold
 * too much, the one is named that was looked at in part: nothing of it is found, and nothing older.
 */
export async function findInWindows(
  tx: Db,
  question: Question,
  windows: readonly SearchWindow[],
  { after, wanted }: { after: TimePlace; wanted: number },
): Promise<Part> {
  const alike = tx.$with('alike').as(alikeIn(tx, question, windows, after))
  const counted = tx
    .select({ looked: sql<number>`count(*)::int`.as('looked'), last: sql<number>`max(${alike.place})::int`.as('last') })
    .from(alike)
    .as('counted')
  const sorted = tx
    .select({ id: alike.id, topicId: alike.topicId, createdAt: alike.createdAt })
    .from(alike)
    .innerJoin(
      counted,
      sql`${alike.isFit} and (${alike.place} < ${counted.last} or ${counted.looked} <= ${MOST_AT_ONCE})`,
    )
    .orderBy(desc(alike.createdAt), desc(alike.id))
    .as('sorted')
  const newest = tx
    .select({ id: sorted.id, micros: sql<number>`${toMicros(sorted.createdAt)}`.as('micros') })
    .from(sorted)
    .innerJoinLateral(openTopic(tx, sorted.topicId), sql`true`)
    .orderBy(desc(sorted.createdAt), desc(sorted.id))
    .limit(wanted)
    .as('newest')
  const rows = await tx
    .with(alike)
    .select({ looked: counted.looked, last: counted.last, id: newest.id, micros: newest.micros })
    .from(counted)
    .leftJoin(newest, sql`true`)
  const found = rows.flatMap(({ id, micros }) => (id === null || micros === null ? [] : [{ id, micros }]))
  const { looked = 0, last = 0 } = rows[0] ?? {}
  return { found, cutAt: looked > MOST_AT_ONCE ? windows[last - 1] : undefined }
}

/**
 * So many posts like the question and one more, window by window. Two conditions rather than one of all terms, because the
 * index then leaps over what one of them has outside of the other.
 */
function alikeIn(tx: Db, { fits, isLike }: Question, windows: readonly SearchWindow[], after: TimePlace) {
  const given = windows.map(({ term }) => term).join(',')
  const post = tx
    .select({ id, topicId, createdAt, isFit: sql<boolean>`(${words} @@ ${fits} and ${isBehind(after)})`.as('is_fit') })
    .from(forumPosts)
    .where(and(isShown, sql`${terms} @@ quote_literal(search_window.term)::tsquery`, sql`${terms} @@ ${isLike}`))
    .limit(MOST_AT_ONCE + 1)
    .as('post')
  return tx
    .select({
      ...{ id: post.id, topicId: post.topicId, createdAt: post.createdAt, isFit: post.isFit },
      place: sql<number>`search_window.place`.as('place'),
    })
    .from(
      sql`(select * from unnest(string_to_array(${given}, ',')) with ordinality given(term, place) order by place) search_window`,
    )
    .crossJoinLateral(post)
    .orderBy(sql`search_window.place`)
    .limit(MOST_AT_ONCE + 1)
}

/**
 * Has the transaction find rows by what its indexes say alone from here on. For words that are common, though seldom of late,
 * the planner would rather read posts one after the other until it has enough, for it believes that they are spread evenly.
 */
export async function lookByBitmaps(tx: Db): Promise<void> {
  const settings = { enable_seqscan: 'off', enable_indexscan: 'off', jit: 'off', work_mem: '32MB' }
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await tx.execute(sql`select ${sql.join(set, sql`, `)}`)
}

const DAY_MICROS = 86_400_000_000
const MONTH_DAYS = 32
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** A day, or so many days as a month has in the index of terms, and the term by which the index knows its posts. */
type SearchWindow = { term: string; lastDay: number; isDay: boolean }

/** The day of a moment in microseconds, in UTC, counted from 1970. */
export const toDay = (micros: number) => Math.floor(micros / DAY_MICROS)

/**
 * Everything from one day back to another, the latest first: the days of the first one's month, then the months before it.
 * Their terms are those of `forum_terms` in the database.
 */
export function windowsBack(from: number, oldest: number): SearchWindow[] {
  const month = getMonth(from)
  const days = countDown(from, Math.max(month * MONTH_DAYS, oldest))
  const months = countDown(month - 1, getMonth(oldest))
  return [
    ...days.map((day) => ({ term: ` D${day}`, lastDay: day, isDay: true })),
    ...months.map((one) => ({ term: ` M${one}`, lastDay: (one + 1) * MONTH_DAYS - 1, isDay: false })),
  ]
}

/** The place between all posts later than a window and its own. */
export const getEnd = ({ lastDay }: SearchWindow): TimePlace => [(lastDay + 1) * DAY_MICROS, LOWEST_ID]

const getMonth = (day: number) => Math.floor(day / MONTH_DAYS)

function countDown(from: number, to: number): number[] {
  return Array.from({ length: Math.max(from - to + 1, 0) }, (_, n) => from - n)
}
