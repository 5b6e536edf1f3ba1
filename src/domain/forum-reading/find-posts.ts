import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore } from '#db/keyset.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { microsOf, placeOf, type TimePlace } from '#db/time-place.ts'
import type { Question } from './read-question.ts'

/** Posts that are looked at one by one, the newest first: what is common is found among them. */
const WALKED = 3_000
/** Posts like the question that one statement looks at, and that one search does; a statement counts as so many at least. */
const MOST_AT_ONCE = 10_000
const MOST_IN_ALL = 4 * MOST_AT_ONCE
const LEAST = 2_000
/** Posts in the stretch that is searched first for what is common, but not of late. Each is so many times longer than the last. */
const STRETCH = MOST_AT_ONCE
const LONGEST = 16 * STRETCH
const GROWTH = 4

/** The newest first; and where the search stopped for the time being, if it did before it had as many as were wanted. */
export type Matches = { found: Match[]; stoppedAt: TimePlace | null }
type Match = { id: string; micros: number }
type Part = { found: Match[]; looked: number; isCut: boolean }
type Stretch = { after: TimePlace; until?: TimePlace | undefined; wanted: number }

const { id, topicId, state, createdAt, words } = forumPosts
const micros = microsOf(createdAt)
const isShown = sql`${state} = 'shown'`
const latestFirst = [sql`${desc(createdAt)} nulls last`, sql`${desc(id)} nulls last`]

/**
 * The newest `wanted` posts behind `after` that fit and that everybody may see. However common or rare the words are, and
 * whenever they were, a bounded number of posts is looked at: where that is not enough, it says where to go on. Changes
 * settings of the transaction `tx`. (docs/decisions/0038)
 */
export async function findPosts(
  tx: Db,
  question: Question,
  after: TimePlace | undefined,
  wanted: number,
): Promise<Matches> {
  const found = await walk(tx, question, after, wanted)
  const end = found.length < wanted ? await skip(tx, after, WALKED) : undefined
  if (!end) return { found, stoppedAt: null }
  const rest = await among(tx, question, { after: end, wanted: wanted - found.length })
  if (!rest.isCut) return { found: [...found, ...rest.found], stoppedAt: null }
  return byStretches(tx, question, { found, after: end, wanted })
}

/** Fits among the newest posts behind a place. */
function walk(tx: Db, { fits }: Question, after: TimePlace | undefined, wanted: number): Promise<Match[]> {
  const walked = tx
    .select({ id, topicId, createdAt, words })
    .from(forumPosts)
    .where(and(isShown, isBehind(after)))
    .orderBy(...latestFirst)
    .limit(WALKED)
    .as('walked')
  return tx
    .select({ id: walked.id, micros: microsOf(walked.createdAt) })
    .from(walked)
    .innerJoinLateral(openTopic(tx, walked.topicId), sql`true`)
    .where(sql`${walked.words} @@ ${fits}`)
    .orderBy(sql`${walked.createdAt} desc nulls last`, sql`${walked.id} desc nulls last`)
    .limit(wanted)
}

/** The post that stands so many behind a place; undefined where there are not so many. */
async function skip(tx: Db, after: TimePlace | undefined, count: number): Promise<TimePlace | undefined> {
  const [last] = await tx
    .select({ id, micros })
    .from(forumPosts)
    .where(and(isShown, isBehind(after)))
    .orderBy(...latestFirst)
    .offset(count - 1)
    .limit(1)
  return last && [last.micros, last.id]
}

/** Stretch after stretch, longer and longer until one holds too much, until enough is found or looked at. */
async function byStretches(tx: Db, question: Question, { found, after, wanted }: Stretch & { found: Match[] }) {
  const all = [...found]
  let from = after
  let length = STRETCH
  let growth = GROWTH
  for (let looked = 0; looked < MOST_IN_ALL; ) {
    const until = await skip(tx, from, length)
    const part = await among(tx, question, { after: from, until, wanted: wanted - all.length })
    looked += Math.max(part.looked, LEAST)
    if (part.isCut) {
      length = Math.max(length / GROWTH, MOST_AT_ONCE)
      growth = 1
      continue
    }
    all.push(...part.found)
    if (all.length >= wanted || !until) return { found: all, stoppedAt: null }
    from = until
    length = Math.min(length * growth, LONGEST)
  }
  return { found: all, stoppedAt: from }
}

/** Fits in a stretch of posts, by the index of words. Where too many are like the question, it says so and found nothing of use. */
async function among(tx: Db, { fits, isLike }: Question, { after, until, wanted }: Stretch): Promise<Part> {
  const like = tx.$with('alike').as(
    tx
      .select({ id, topicId, createdAt, isFit: sql<boolean>`${words} @@ ${fits}`.as('is_fit') })
      .from(forumPosts)
      .where(and(sql`${words} @@ ${isLike}`, isShown, isBehind(after), until && isNotBehind(until)))
      .limit(MOST_AT_ONCE + 1),
  )
  const counted = tx
    .select({ looked: sql<number>`count(*)::int`.as('looked') })
    .from(like)
    .as('counted')
  const sorted = tx
    .select({ id: like.id, topicId: like.topicId, createdAt: like.createdAt })
    .from(like)
    .where(sql`${like.isFit} and (select count(*) from ${like}) <= ${MOST_AT_ONCE}`)
    .orderBy(desc(like.createdAt), desc(like.id))
    .offset(0)
    .as('sorted')
  const newest = tx
    .select({ id: sorted.id, micros: sql<number>`${microsOf(sorted.createdAt)}`.as('micros') })
    .from(sorted)
    .innerJoinLateral(openTopic(tx, sorted.topicId), sql`true`)
    .orderBy(desc(sorted.createdAt), desc(sorted.id))
    .limit(wanted)
    .as('newest')
  await lookBy(tx, 'bitmaps')
  const rows = await tx
    .with(like)
    .select({ looked: counted.looked, id: newest.id, micros: newest.micros })
    .from(counted)
    .leftJoin(newest, sql`true`)
  await lookBy(tx, 'order')
  const looked = rows[0]?.looked ?? 0
  const found = rows.flatMap(({ id, micros }) => (id === null || micros === null ? [] : [{ id, micros }]))
  return { found, looked, isCut: looked > MOST_AT_ONCE }
}

/** The topic with this id where everybody may see it: looked up for each post that fits, however many topics there are. */
function openTopic(tx: Db, wanted: SQLWrapper) {
  return tx
    .select({ one: sql`1`.as('one') })
    .from(forumTopics)
    .where(and(eq(forumTopics.id, wanted), sql`${forumTopics.state} = 'shown'`))
    .limit(1)
    .as('open_topic')
}

function isBehind(place: TimePlace | undefined): SQL | undefined {
  return place && comesBefore([createdAt, id], placeOf(place))
}

function isNotBehind(place: TimePlace): SQL {
  const [at, last] = placeOf(place)
  return sql`(${createdAt}, ${id}) >= (${at}, ${last})`
}

/**
 * How the next statements of the transaction find rows: in the order of an index, or by what several indexes say together. The
 * planner believes that words are spread evenly over the years: it would read posts in their order until it has enough, or all
 * that have a word, before it asks when they were. Reading them is made dear, so that it
 * asks the indexes first; and because it is dear, nothing is to be compiled for it.
 */
async function lookBy(tx: Db, way: 'order' | 'bitmaps'): Promise<void> {
  const settings = {
    ...{ enable_seqscan: 'off', seq_page_cost: '100', random_page_cost: '100', jit: 'off' },
    work_mem: '32MB',
    enable_indexscan: way === 'order' ? 'on' : 'off',
  }
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await tx.execute(sql`select ${sql.join(set, sql`, `)}`)
}
