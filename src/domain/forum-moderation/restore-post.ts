import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import type { Doing } from '../accounts/account.ts'
import { settleTopic, toPosted } from '../forum/forum.ts'
import { type HeldPost, holdPost } from './hold.ts'
import { followOpening, purgePost, storePost } from './store.ts'
import { tellAuthor } from './tell-author.ts'

/**
 * Shows a hidden post again where it stood, an opening post with its topic; its author is told. Shown already it stays as it
 * is. Throws `not_found`, and `conflict` for one that no moderator hid.
 */
export async function restorePost(db: Db, id: string, reason: string, doing: Doing): Promise<Posted> {
  return db.transaction(async (tx) => {
    const held = await holdPost(tx, id)
    if (held.post.state !== 'shown') await restore(tx, held, reason, doing)
    return toPosted(tx, id)
  })
}

async function restore(tx: Db, held: HeldPost, reason: string, doing: Doing): Promise<void> {
  const { post, topic } = held
  if (post.state === 'deleted') throw new Failure('conflict', 'The author has deleted this post.')
  if (post.state === 'review') throw new Failure('conflict', 'This post is waiting for review. Approve it instead.')
  const set = { state: 'shown', stateReason: null } as const
  await storePost(tx, post, { action: 'forum-post.restore', set, note: { reason } }, doing.actor)
  await followOpening(tx, held, 'shown')
  await settleTopic(tx, topic.id)
  await purgePost(tx, held)
  await tellAuthor(tx, held, { kind: 'restored', reason }, doing)
}
