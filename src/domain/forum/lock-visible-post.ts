import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { type LockedPost, lockPost, POST_NOT_FOUND } from './lock-topic.ts'

/** A post that visitors see, held with its topic. Throws `not_found`, as if any other were not there. (security AZ7) */
export async function lockVisiblePost(tx: Db, postId: string): Promise<LockedPost> {
  const held = await lockPost(tx, postId)
  if (held.post.state !== 'shown' || held.topic.state !== 'shown') throw new Failure('not_found', POST_NOT_FOUND)
  return held
}
