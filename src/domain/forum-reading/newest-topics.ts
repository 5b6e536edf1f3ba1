import { and, desc, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import type { Instant } from '#src/contract/instant.ts'

/** Far below what one sitemap may hold, and more than a search engine comes back for. */
const MOST = 5_000

/** The topics that everybody may see and that were posted in last, pinned ones first. */
export async function newestTopics(db: Db): Promise<{ id: string; lastPostAt: Instant }[]> {
  const { id, state, isPinned, lastPostAt } = forumTopics
  const among = (isAmong: ReturnType<typeof sql>) =>
    db
      .select({ id, lastPostAt })
      .from(forumTopics)
      .where(and(sql`${state} = 'shown'`, isAmong))
      .orderBy(sql`${desc(lastPostAt)} nulls last`, sql`${desc(id)} nulls last`)
      .limit(MOST)
  const rows = [...(await among(sql`${isPinned}`)), ...(await among(not(isPinned)))]
  return rows.slice(0, MOST).map((row) => ({ id: row.id, lastPostAt: row.lastPostAt.getTime() }))
}
