import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { QueuedPost } from '#src/contract/forum-moderation.ts'
import type { Doing } from '../accounts/account.ts'
import { mentionsOf, settleTopic } from '../forum/forum.ts'
import { tellOfPost } from '../forum-notices/forum-notices.ts'
import { type HeldPost, holdPost, isOpening } from './hold.ts'
import { readQueuedPost } from './queued-post.ts'
import { followOpening, purgePost, storePost } from './store.ts'
import { tellAuthor } from './tell-author.ts'

/**
 * Shows a post that waited for its review. It counts as posted now, keeps its number, and only now do followers and those it
 * names hear of it. Approved already it stays as it is. Throws `not_found`, and `conflict` for one that does not wait, or
 * whose topic is not shown.
 */
export async function approvePost(db: Db, id: string, doing: Doing): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const held = await holdPost(tx, id)
    if (held.post.state !== 'shown') await approve(tx, held, doing)
    return readQueuedPost(tx, id)
  })
}

async function approve(tx: Db, held: HeldPost, { actor, now }: Doing): Promise<void> {
  const { post, topic } = held
  if (post.state !== 'review') throw new Failure('conflict', 'This post does not wait for a review any more.')
  if (!isOpening(held) && topic.state !== 'shown')
    throw new Failure('conflict', 'Its topic is not shown. Decide on the topic first.')
  const createdAt = new Date(now)
  await storePost(tx, post, { action: 'forum-post.approve', set: { state: 'shown', createdAt } }, actor)
  await followOpening(tx, held, 'shown', { createdAt })
  await settleTopic(tx, topic.id)
  await purgePost(tx, held)
  await tellAuthor(tx, held, { kind: 'approved' }, { actor, now })
  const { authorId, topicId, source } = post
  await tellOfPost(tx, { id: post.id, topicId, authorId, mentions: mentionsOf(source) }, now)
}
