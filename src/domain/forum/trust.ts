import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { NEW_MEMBER } from '#src/contract/forum.ts'
import type { Limit } from '../security/limits.ts'
import type { Rendered } from './render-post.ts'

const HOUR = 3_600

/** What new members may post, beside the limit that holds for everybody. (forum 4) */
export const NEW_MEMBER_LIMIT: Limit = {
  name: 'new-posts',
  what: 'posts for a new member',
  windows: [{ most: NEW_MEMBER.postsPerHour, seconds: HOUR }],
}

/** How far a member is known here. Posts are counted no further than it matters. */
type Trust = { isStaff: boolean; shownPosts: number }

export async function readTrust(db: Db, userId: string): Promise<Trust> {
  const [role] = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId)).limit(1)
  const shown = await db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(and(eq(forumPosts.authorId, userId), eq(forumPosts.state, 'shown')))
    // In the order of the author's index: without one, the posts of a frequent author are looked for among all posts.
    .orderBy(sql`${desc(forumPosts.createdAt)} nulls last`)
    .limit(NEW_MEMBER.boundedPosts)
  return { isStaff: role !== undefined, shownPosts: shown.length }
}

/** True for authors whose posts are shown without review: staff, and members with an earlier shown post. (forum 4) */
export async function isTrusted(db: Db, userId: string): Promise<boolean> {
  return !isReviewed(await readTrust(db, userId))
}

/** True until a member is known well enough that the bounds of new members no longer apply. */
export function isNew({ isStaff, shownPosts }: Trust): boolean {
  return !isStaff && shownPosts < NEW_MEMBER.boundedPosts
}

/** True for whose posts a moderator sees first. */
export function isReviewed({ isStaff, shownPosts }: Trust): boolean {
  return !isStaff && shownPosts < NEW_MEMBER.reviewedPosts
}

/** Throws `invalid` for a post of a new member that holds more than theirs may: what spam lives on. */
export function requireBounds(trust: Trust, { links, mentions, images }: Rendered): void {
  if (!isNew(trust)) return
  refuseMore(links, NEW_MEMBER.mostLinks, 'links')
  refuseMore(mentions.length, NEW_MEMBER.mostMentions, 'mentions')
  refuseMore(images.length, NEW_MEMBER.mostImages, 'image')
}

function refuseMore(count: number, most: number, what: string): void {
  if (count <= most) return
  const sentence = `New members can add at most ${most} ${what} to a post.`
  throw new Failure('invalid', sentence, { field: 'source' })
}
