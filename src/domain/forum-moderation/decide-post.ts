import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { CHANGED_SINCE_READ, type QueuedPost } from '#src/contract/forum-moderation.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import type { CommandContext } from '../command-context.ts'
import { toPosted } from '../forum/begin-post.ts'
import { dropEdit } from '../forum/edit-post.ts'
import { type LockedPost, lockModeratedPost } from '../forum/lock.ts'
import { mentionsOf } from '../forum/render-post.ts'
import { isOpening, recountTopic } from '../forum/topic.ts'
import { notifyOfPost } from '../forum-notices/notify.ts'
import { approveChange, readEdit, rejectChange } from './decide-change.ts'
import { handleFlags, notifyAuthor } from './handle-flags.ts'
import { readQueuedPost } from './queued-post.ts'
import { followOpening, purgePost, storePost } from './store.ts'

/**
 * Shows a post that waited for its review, or the change of a shown one that did, as `version` reads. A post counts as posted now,
 * keeps its number, and only now do followers and those it names hear of it. Approved already it stays as it is. Throws
 * `not_found`, and `conflict` for one that does not wait, reads differently by now, or whose topic is not shown.
 */
export async function approvePost(db: Db, id: string, version: number, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const held = await lockModeratedPost(tx, id)
    const edit = held.post.state === 'shown' ? await readEdit(tx, id) : undefined
    if (held.post.state !== 'shown') await approve(tx, held, version, context)
    else if (edit) {
      requireRead(held, version)
      await approveChange(tx, held, edit, context)
    }
    return readQueuedPost(tx, id)
  })
}

/** What was read is what is approved: its author may have put another text in its place since. */
function requireRead({ post }: LockedPost, version: number): void {
  if (post.version !== version) throw new Failure('conflict', CHANGED_SINCE_READ)
}

async function approve(tx: Db, held: LockedPost, version: number, { actor, now }: CommandContext): Promise<void> {
  const { post, topic } = held
  if (post.state !== 'review') throw new Failure('conflict', 'This post is no longer waiting for review.')
  requireRead(held, version)
  if (!isOpening(held) && topic.state !== 'shown')
    throw new Failure('conflict', 'Its topic is not published. Decide on the topic first.')
  const createdAt = new Date(now)
  // The grace of changes without a trace goes on from when it was written, and does not begin again.
  const set = { state: 'shown', createdAt, writtenAt: post.writtenAt ?? post.createdAt } as const
  await storePost(tx, post, { action: 'forum-post.approve', set }, actor)
  await followOpening(tx, held, 'shown', { createdAt })
  await recountTopic(tx, topic.id)
  await purgePost(tx, held)
  await notifyAuthor(tx, held, { kind: 'approved' }, { actor, now })
  const { authorId, topicId, source } = post
  await notifyOfPost(tx, { id: post.id, topicId, authorId, mentions: mentionsOf(source) }, now)
}

/**
 * Does not show a post that waited for its review, or leaves a shown one without the change that waited; its author is told why.
 * Throws `not_found`, and `conflict` for one that was decided on otherwise.
 */
export async function rejectPost(db: Db, id: string, reason: string, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const held = await lockModeratedPost(tx, id)
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
    const held = await lockModeratedPost(tx, id)
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

/**
 * Shows a hidden post again where it stood, an opening post with its topic; its author is told. Shown already it stays as it
 * is. Throws `not_found`, and `conflict` for one that no moderator hid.
 */
export async function restorePost(db: Db, id: string, reason: string, context: CommandContext): Promise<Posted> {
  return db.transaction(async (tx) => {
    const held = await lockModeratedPost(tx, id)
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
