import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { type HeldPost, holdPost, POST_NOT_FOUND } from './hold-topic.ts'

/** A post that visitors see, held with its topic. Throws `not_found`, as if any other were not there. (security AZ7) */
export async function holdShownPost(tx: Db, postId: string): Promise<HeldPost> {
  const held = await holdPost(tx, postId)
  if (held.post.state !== 'shown' || held.topic.state !== 'shown') throw new Failure('not_found', POST_NOT_FOUND)
  return held
}
