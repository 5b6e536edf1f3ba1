import { and, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type TimePlace, toMicros } from '#db/keyset.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import {
  findInWindows,
  getEnd,
  isBehind,
  isShown,
  latestFirst,
  lookByBitmaps,
  type Match,
  openTopic,
  toDay,
  windowsBack,
} from './find-in-windows.ts'
import type { Question } from './read-question.ts'

/** Posts that are looked at one by one, the newest first: what is common is found among them. */
const WALKED = 1_000
/** How often a search asks the index of terms. */
const MOST_TURNS = 3

/** The newest first; and where the search stopped for the time being, if it did before it had as many as were wanted. */
type Matches = { found: Match[]; stoppedAt: TimePlace | null }
type Rest = { after: TimePlace; wanted: number; oldestDay: number }

const { id, topicId, createdAt, words } = forumPosts
const micros = toMicros(createdAt)

/**
 * The newest `wanted` posts behind `after` that fit and that everybody may see. However common or rare the words are, and
 * whenever they were, a bounded number of posts is looked at: where that is not enough, it says where to go on. Changes
 * settings of the transaction `tx`. (decision 0038)
 */
export async function findPosts(
  tx: Db,
  question: Question,
  after: TimePlace | undefined,
  wanted: number,
): Promise<Matches> {
  const found = await walk(tx, question, after, wanted)
  const end = found.length < wanted ? await endOfWalk(tx, after) : undefined
  if (!end) return { found, stoppedAt: null }
  await lookByBitmaps(tx)
  const rest = await goBack(tx, question, { ...end, wanted: wanted - found.length })
  return { found: [...found, ...rest.found], stoppedAt: rest.stoppedAt }
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
    .select({ id: walked.id, micros: toMicros(walked.createdAt) })
    .from(walked)
    .innerJoinLateral(openTopic(tx, walked.topicId), sql`true`)
    .where(sql`${walked.words} @@ ${fits}`)
    .orderBy(sql`${walked.createdAt} desc nulls last`, sql`${walked.id} desc nulls last`)
    .limit(wanted)
}

/** The last post that was walked, and the day of the oldest of all; undefined where all were walked. */
async function endOfWalk(tx: Db, after: TimePlace | undefined) {
  const [last] = await tx
    .select({ id, micros, oldest: toMicros(sql`(select min(${createdAt}) from ${forumPosts} where ${isShown})`) })
    .from(forumPosts)
    .where(and(isShown, isBehind(after)))
    .orderBy(...latestFirst)
    .offset(WALKED - 1)
    .limit(1)
  return last && { after: [last.micros, last.id] as const, oldestDay: toDay(last.oldest) }
}

/** Months that hold little at once, others day by day, until enough is found or looked at. */
async function goBack(tx: Db, question: Question, { after, wanted, oldestDay }: Rest): Promise<Matches> {
  const found: Match[] = []
  let stoppedAt = after
  let windows = windowsBack(toDay(after[0]), oldestDay)
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const part = await findInWindows(tx, question, windows, { after, wanted: wanted - found.length })
    found.push(...part.found)
    if (!part.cutAt || found.length >= wanted) return { found, stoppedAt: null }
    if (part.cutAt !== windows[0]) stoppedAt = getEnd(part.cutAt)
    if (part.cutAt.isDay) break
    windows = windowsBack(part.cutAt.lastDay, oldestDay)
  }
  return { found, stoppedAt }
}
