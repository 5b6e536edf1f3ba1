import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import type { CommandContext } from '../command-context.ts'
import { toPosted } from '../forum/posted.ts'
import { recountTopic } from '../forum/recount-topic.ts'
import { type LockedPost, lockPost } from './lock.ts'
import { notifyAuthor } from './notify-author.ts'
import { followOpening, purgePost, storePost } from './store.ts'

/**
 * Shows a hidden post again where it stood, an opening post with its topic; its author is told. Shown already it stays as it
 * is. Throws `not_found`, and `conflict` for one that no moderator hid.
 */
export async function restorePost(db: Db, id: string, reason: string, context: CommandContext): Promise<Posted> {
  return db.transaction(async (tx) => {
    const held = await lockPost(tx, id)
    if (held.post.state !== 'shown') await restore(tx, held, reason, context)
    return toPosted(tx, id)
  })
}

async function restore(tx: Db, held: LockedPost, reason: string, context: CommandContext): Promise<void> {
  const { post, topic } = held
  if (post.state === 'deleted') throw new Failure('conflict', 'The author has deleted this post.')
  if (post.state === 'review') throw new Failure('conflict', 'This post is waiting for review. Approve it instead.')
  const set = { state: 'shown', stateReason: null } as const
  await storePost(tx, post, { action: 'forum-post.restore', set, note: { reason } }, context.actor)
  await followOpening(tx, held, 'shown')
  await recountTopic(tx, topic.id)
  await purgePost(tx, held)
  await notifyAuthor(tx, held, { kind: 'restored', reason }, context)
}
