import { and, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { MOST_PINNED } from '#src/contract/forum.ts'
import type { ModeratedTopic, TopicChoice, TopicSettings } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { UUID_PATTERN } from '#src/contract/uuid.ts'
import type { CommandContext } from '../command-context.ts'
import { lockModeratedTopics, lockModeration, type TopicRow } from '../forum/lock.ts'
import { differs } from '../library/versioned.ts'
import { purgeLater } from '../page-purges/page-purges.ts'
import { countTopics, storeTopic } from './store.ts'

/**
 * Pins, locks, slows down or moves a topic: changes what is given. A change of nothing does nothing. Throws
 * `not_found`, `invalid` for a category that does not exist, and `conflict` for a topic that is deleted or merged into
 * another, or for one pinned topic too many.
 */
export async function setTopic(
  db: Db,
  id: string,
  given: TopicSettings,
  context: CommandContext,
): Promise<ModeratedTopic> {
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const { categoryId } = given
    const [topic] = await lockModeratedTopics(tx, [id], categoryId ? [categoryId] : [])
    if (!topic || topic.state === 'merged' || topic.state === 'deleted')
      throw new Failure('conflict', 'This topic was deleted or merged into another one.')
    if (categoryId) await requireCategory(tx, categoryId)
    const set = pickGiven(given)
    if (!differs<Partial<TopicRow>>(topic, set)) return toModerated(topic)
    await requirePinsLeft(tx, topic, { ...topic, ...set })
    const after = await storeTopic(tx, topic, { action: 'forum-topic.update', set }, context.actor)
    if (after.categoryId !== topic.categoryId) await move(tx, topic, after.categoryId)
    const { lists, search, category } = FORUM_TAG
    const found = after.categoryId === topic.categoryId ? [] : [search, category(after.categoryId)]
    await purgeLater(tx, [lists, category(topic.categoryId), FORUM_TAG.topic(id), ...found])
    return toModerated(after)
  })
}

/** What is given, without the names of what is not. */
function pickGiven(given: TopicSettings): Partial<TopicRow> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

async function requireCategory(tx: Db, id: string): Promise<void> {
  if ((await tx.$count(forumCategories, eq(forumCategories.id, id))) > 0) return
  throw new Failure('invalid', NOT_FOUND.category, { field: 'categoryId' })
}

/** What went into a topic before goes where it goes, so that no category keeps rows that are not shown there. */
async function move(tx: Db, topic: TopicRow, categoryId: string): Promise<void> {
  await tx.update(forumTopics).set({ categoryId }).where(eq(forumTopics.mergedIntoId, topic.id))
  if (topic.state !== 'shown') return
  await countTopics(tx, topic.categoryId, -1)
  await countTopics(tx, categoryId, 1)
}

function toModerated({ id, title, state, categoryId, isPinned, isLocked, slowSeconds }: TopicRow): ModeratedTopic {
  return { id, title, state, categoryId, isPinned, isLocked, slowSeconds }
}

/**
 * Throws `conflict` where one more pinned topic in a category would be too many, there or in the whole forum. Under
 * `lockModeration`, so that two who pin at once are counted.
 */
async function requirePinsLeft(tx: Db, before: TopicRow, after: Pick<TopicRow, 'isPinned' | 'categoryId'>) {
  const isMoved = after.categoryId !== before.categoryId
  if (!after.isPinned || (before.isPinned && !isMoved)) return
  const { inCategory, inAll } = await countPinned(tx, after.categoryId)
  if (inCategory >= MOST_PINNED.inCategory) throw tooMany('This category', MOST_PINNED.inCategory)
  if (!before.isPinned && inAll >= MOST_PINNED.inAll) throw tooMany('The forum', MOST_PINNED.inAll)
}

function tooMany(where: string, most: number): Failure {
  return new Failure('conflict', `${where} already has ${most} pinned topics. Unpin one of them first.`)
}

async function countPinned(tx: Db, id: string) {
  const { state, isPinned, categoryId } = forumTopics
  const [counts] = await tx
    .select({
      inAll: sql<number>`count(*)::int`,
      inCategory: sql<number>`(count(*) filter (where ${categoryId} = ${id}))::int`,
    })
    .from(forumTopics)
    .where(and(sql`${state} = 'shown'`, sql`${isPinned}`))
  return counts ?? { inAll: 0, inCategory: 0 }
}

const MOST_TOPICS = 20
/** More than this are so many that the latest of them are met soon by walking through the latest. */
const MANY = 500
const ID = new RegExp(UUID_PATTERN, 'i')

const { id, title, state, replyCount, createdAt, lastPostAt, categoryId, isPinned } = forumTopics

/**
 * Shown topics that have these words in their title, or the one whose address or id `q` is, the latest active first; at most
 * 20. Without words the latest of all.
 */
export async function findTopics(db: Db, q: string): Promise<TopicChoice[]> {
  const wanted = await asked(db, q)
  const found = [...(await latest(db, and(isPinned, wanted))), ...(await latest(db, and(not(isPinned), wanted)))]
  const sorted = found.sort((a, b) => b.lastPostAt.getTime() - a.lastPostAt.getTime()).slice(0, MOST_TOPICS)
  return sorted.map(({ lastPostAt: _, ...row }) => ({ ...row, createdAt: row.createdAt.getTime() }))
}

/** The head of one list: pinned topics and the others have an index each, spelled as here. */
function latest(db: Db, wanted: SQL | undefined) {
  return db
    .select({ id, title, category: forumCategories.name, replyCount, createdAt, lastPostAt })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, categoryId))
    .where(and(sql`${state} = 'shown'`, wanted))
    .orderBy(sql`${desc(lastPostAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(MOST_TOPICS)
}

async function asked(db: Db, q: string): Promise<SQL | undefined> {
  const address = ID.exec(q)?.[0]
  if (address) return eq(id, address)
  const match = matchesWords([title], q)
  if (!match) return undefined
  const found = await foundBy(db, match)
  return found.length <= MANY ? inArray(id, found) : match
}

/** The topics that match, asked of their index alone: where there are none, no list is walked through for them. */
async function foundBy(db: Db, match: SQL): Promise<string[]> {
  const all = db.select({ id }).from(forumTopics).where(match).getSQL()
  const answer = await db.execute(sql`with found as materialized (${all}) select id from found limit ${MANY + 1}`)
  return answered.parse(answer).rows.map((row) => row.id)
}

const answered = z.object({ rows: z.array(z.object({ id: z.string() })) })
