import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { QueuedPost } from '#src/contract/forum-moderation.ts'
import type { CommandContext } from '../command-context.ts'
import { dropEdit } from '../forum/edit-post.ts'
import { recountTopic } from '../forum/recount-topic.ts'
import { readEdit, rejectChange } from './decide-change.ts'
import { handleFlags } from './handle-flags.ts'
import { type LockedPost, lockPost } from './lock.ts'
import { notifyAuthor } from './notify-author.ts'
import { readQueuedPost } from './queued-post.ts'
import { followOpening, purgePost, storePost } from './store.ts'

/**
 * Does not show a post that waited for its review, or leaves a shown one without the change that waited; its author is told why.
 * Throws `not_found`, and `conflict` for one that was decided on otherwise.
 */
export async function rejectPost(db: Db, id: string, reason: string, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const held = await lockPost(tx, id)
    if (held.post.state !== 'shown') await hide(tx, held, { action: 'forum-post.reject', reason }, context)
    else if (await readEdit(tx, id)) await rejectChange(tx, held, reason, context)
    else throw new Failure('conflict', 'This post is already published. Hide it instead.')
    return readQueuedPost(tx, id)
  })
}

/**
 * Takes a post out of sight, an opening post with its whole topic; its author is told why, and its open flags were right.
 * Hidden already it stays as it is. Throws `not_found`, and `conflict` for one that its author deleted.
 */
export async function hidePost(db: Db, id: string, reason: string, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const held = await lockPost(tx, id)
    await hide(tx, held, { action: 'forum-post.hide', reason }, context)
    return readQueuedPost(tx, id)
  })
}

async function hide(
  tx: Db,
  held: LockedPost,
  { action, reason }: { action: string; reason: string },
  context: CommandContext,
) {
  const { post, topic } = held
  if (post.state === 'hidden') return
  if (post.state === 'deleted') throw new Failure('conflict', 'The author has deleted this post.')
  await storePost(tx, post, { action, set: { state: 'hidden', stateReason: reason } }, context.actor)
  await dropEdit(tx, post.id)
  await followOpening(tx, held, 'hidden')
  await handleFlags(tx, post.id, 'upheld', context)
  await recountTopic(tx, topic.id)
  await purgePost(tx, held)
  await notifyAuthor(tx, held, { kind: 'hidden', reason }, context)
}
