import { and, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { matchesWords } from '#db/search.ts'
import type { TopicChoice } from '#src/contract/forum-moderation.ts'

const MOST_TOPICS = 20
/** More than this are so many that the latest of them are met soon by walking through the latest. */
const MANY = 500
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

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
  const address = UUID.exec(q)?.[0]
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
