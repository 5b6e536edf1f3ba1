import type { Db } from '#db/client.ts'
import { LIMITS } from '../security/limits.ts'
import { takeAttempt } from '../security/take-attempt.ts'
import { keepImages } from './keep-images.ts'
import type { Rendered } from './render-post.ts'
import { isNew, isReviewed, NEW_MEMBER_LIMIT, readTrust, requireBounds } from './trust.ts'
import type { Writer } from './writer.ts'

/**
 * What every new post passes: the bounds of new members and the limits of everybody. Its pictures stay from then on. Returns
 * the state it begins in. The
 * limits are counted in the post's own transaction: a post that is not taken in the end has not been posted, and whoever sends
 * one again under its key is not counted twice. Throws `invalid` and `rate_limited`. (security RL3, forum 3, 4)
 */
export async function beginPost(tx: Db, composed: Rendered, { userId, now }: Writer): Promise<'shown' | 'review'> {
  const standing = await readTrust(tx, userId)
  requireBounds(standing, composed)
  await takeAttempt(tx, userId, LIMITS.posts, now)
  if (isNew(standing)) await takeAttempt(tx, userId, NEW_MEMBER_LIMIT, now)
  await keepImages(tx, composed)
  return isReviewed(standing) ? 'review' : 'shown'
}
