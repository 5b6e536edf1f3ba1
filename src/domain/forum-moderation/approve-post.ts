import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { CHANGED_SINCE_READ, type QueuedPost } from '#src/contract/forum-moderation.ts'
import type { CommandContext } from '../command-context.ts'
import { recountTopic } from '../forum/recount-topic.ts'
import { mentionsOf } from '../forum/render-post.ts'
import { notifyOfPost } from '../forum-notices/notify.ts'
import { approveChange, readEdit } from './decide-change.ts'
import { isOpening, type LockedPost, lockPost } from './lock.ts'
import { notifyAuthor } from './notify-author.ts'
import { readQueuedPost } from './queued-post.ts'
import { followOpening, purgePost, storePost } from './store.ts'

/**
 * Shows a post that waited for its review, or the change of a shown one that did, as `version` reads. A post counts as posted now,
 * keeps its number, and only now do followers and those it names hear of it. Approved already it stays as it is. Throws
 * `not_found`, and `conflict` for one that does not wait, reads differently by now, or whose topic is not shown.
 */
export async function approvePost(db: Db, id: string, version: number, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const held = await lockPost(tx, id)
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
