import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { NEW_MEMBER } from '#src/contract/forum.ts'
import { isReviewed } from './new-member.ts'

/** How far a member is known here. Posts are counted no further than it matters. */
export type Trust = { isStaff: boolean; shownPosts: number }

export async function readTrust(db: Db, userId: string): Promise<Trust> {
  const [role] = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId)).limit(1)
  const shown = await db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(and(eq(forumPosts.authorId, userId), eq(forumPosts.state, 'shown')))
    // In the order of the author's index: without one, those of somebody who wrote much are looked for among everybody's.
    .orderBy(sql`${desc(forumPosts.createdAt)} nulls last`)
    .limit(NEW_MEMBER.boundedPosts)
  return { isStaff: role !== undefined, shownPosts: shown.length }
}

/** True for whose posts go up unseen: staff, and whoever had a post shown before. (forum 4) */
export async function isTrusted(db: Db, userId: string): Promise<boolean> {
  return !isReviewed(await readTrust(db, userId))
}
