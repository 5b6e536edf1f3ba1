import { Failure } from '#src/contract/failure.ts'
import { NEW_MEMBER } from '#src/contract/forum.ts'
import type { Limit } from '../security/limits.ts'
import type { Rendered } from './render-post.ts'
import type { Trust } from './trust.ts'

const HOUR = 3_600

/** What new members may post, beside the limit that holds for everybody. (forum 4) */
export const NEW_MEMBER_LIMIT: Limit = {
  name: 'new-posts',
  what: 'posts for a new member',
  windows: [{ most: NEW_MEMBER.postsPerHour, seconds: HOUR }],
}

/** True until somebody is known well enough for the bounds of new members to fall. */
export function isNew({ isStaff, shownPosts }: Trust): boolean {
  return !isStaff && shownPosts < NEW_MEMBER.boundedPosts
}

/** True for whose posts a moderator sees first. */
export function isReviewed({ isStaff, shownPosts }: Trust): boolean {
  return !isStaff && shownPosts < NEW_MEMBER.reviewedPosts
}

/** Throws `invalid` for a post of a new member that holds more than theirs may: what spam lives on. */
export function requireBounds(standing: Trust, { links, mentions, images }: Rendered): void {
  if (!isNew(standing)) return
  refuseMore(links, NEW_MEMBER.mostLinks, 'links')
  refuseMore(mentions.length, NEW_MEMBER.mostMentions, 'mentions')
  refuseMore(images.length, NEW_MEMBER.mostImages, 'image')
}

function refuseMore(count: number, most: number, what: string): void {
  if (count <= most) return
  const sentence = `New members can add at most ${most} ${what} to a post.`
  throw new Failure('invalid', sentence, { field: 'source' })
}
