import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/**
 * What somebody looks for, as PostgreSQL understood it. `isLike` is true for every post that fits and for some more: it says
 * nothing of what is left out or stands next to each other, which the index of words does not know.
 */
export type Question = { fits: SQL; isLike: SQL }

/** Null for no words, for such as every text has, and where it is not enough to look for words. Whatever is typed is only ever words. */
export async function readQuestion(tx: Db, text: string): Promise<Question | null> {
  const [read] = await tx
    .select({
      fits: sql<string>`question::text`,
      isLike: sql<string>`regexp_replace(querytree(question), '<(-|\\d+)>', '&', 'g')`,
    })
    .from(sql`websearch_to_tsquery('english', ${text}) question`)
  if (!read || read.isLike === '' || read.isLike === 'T') return null
  return { fits: sql`${read.fits}::tsquery`, isLike: sql`${read.isLike}::tsquery` }
}
