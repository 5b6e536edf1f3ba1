import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { pagePurges } from '#db/schema/page-purges.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'

/**
 * Notes in the caller's transaction that cached pages with any of these tags are wrong once it commits. Whoever served the
 * write purges them right after; a schedule purges what that missed. (decision 0036)
 */
export async function purgeLater(tx: Db, tags: readonly string[]): Promise<void> {
  if (tags.length > 0) await tx.insert(pagePurges).values({ tags: [...new Set(tags)] })
}

/**
 * The same for what pages say of a person: their name, and whether they belong to the staff. It may stand on any page of the
 * forum; of who never wrote there it stands on none.
 */
export async function purgeAuthorLater(tx: Db, userId: string): Promise<void> {
  const [written] = await tx
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(eq(forumPosts.authorId, userId))
    .orderBy(sql`${desc(forumPosts.createdAt)} nulls last`)
    .limit(1)
  if (written) await purgeLater(tx, [FORUM_TAG.every])
}
