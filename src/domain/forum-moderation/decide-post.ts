import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumEdits } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { POST_GONE } from '#src/contract/forum.ts'
import { CHANGED_SINCE_READ, type QueuedPost } from '#src/contract/forum-moderation.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { toPosted } from '../forum/begin-post.ts'
import { dropEdit, keepRevision } from '../forum/edit-post.ts'
import { type LockedPost, lockModeratedPost } from '../forum/lock.ts'
import { getMentions } from '../forum/render-post.ts'
import { isOpening, recountTopic } from '../forum/topic.ts'
import { notifyOfPost } from '../forum-notices/notify.ts'
import { handleFlags, notifyAuthor } from './handle-flags.ts'
import { readQueuedPost } from './queued-post.ts'
import { followOpening, purgePost, storePost } from './store.ts'

/**
 * Shows a post that waited for review, or the pending edit of a shown one, if it still reads as in `version`. A post
 * counts as posted now, keeps its number, and only now notifies followers and the members it names. A post that is
 * already approved stays as it is. Throws `not_found`, and `conflict` for one that does not wait, has changed since, or
 * whose topic is not shown.
 */
export async function approvePost(db: Db, id: string, version: number, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const locked = await lockModeratedPost(tx, id)
    const edit = locked.post.state === 'shown' ? await readEdit(tx, id) : undefined
    if (locked.post.state !== 'shown') await approve(tx, locked, version, context)
    else if (edit) {
      requireRead(locked, version)
      await approveChange(tx, locked, edit, context)
    }
    return readQueuedPost(tx, id)
  })
}

/** What was read is what is approved: its author may have put another text in its place since. */
function requireRead({ post }: LockedPost, version: number): void {
  if (post.version !== version) throw new Failure('conflict', CHANGED_SINCE_READ)
}

async function approve(tx: Db, locked: LockedPost, version: number, { actor, now }: CommandContext): Promise<void> {
  const { post, topic } = locked
  if (post.state !== 'review') throw new Failure('conflict', 'This post is no longer waiting for review.')
  requireRead(locked, version)
  if (!isOpening(locked) && topic.state !== 'shown')
    throw new Failure('conflict', 'Its topic is not published. Decide on the topic first.')
  const createdAt = new Date(now)
  // The grace of changes without a trace goes on from when it was written, and does not begin again.
  const set = { state: 'shown', createdAt, writtenAt: post.writtenAt ?? post.createdAt } as const
  await storePost(tx, post, { action: 'forum-post.approve', set }, actor)
  await followOpening(tx, locked, 'shown', { createdAt })
  await recountTopic(tx, topic.id)
  await purgePost(tx, locked)
  await notifyAuthor(tx, locked, { kind: 'approved' }, { actor, now })
  const { authorId, topicId, source } = post
  await notifyOfPost(tx, { id: post.id, topicId, authorId, mentions: getMentions(source) }, now)
}

/**
 * Rejects a post that waited for review, or the pending edit of a shown one; notifies its author of the reason. Throws
 * `not_found`, and `conflict` for one that was decided otherwise.
 */
export async function rejectPost(db: Db, id: string, reason: string, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const locked = await lockModeratedPost(tx, id)
    if (locked.post.state !== 'shown') await hide(tx, locked, { action: 'forum-post.reject', reason }, context)
    else if (await readEdit(tx, id)) await rejectChange(tx, locked, reason, context)
    else throw new Failure('conflict', 'This post is already published. Hide it instead.')
    return readQueuedPost(tx, id)
  })
}

/**
 * Hides a post, an opening post with its whole topic; notifies its author of the reason and confirms its open flags. A
 * hidden post stays as it is. Throws `not_found`, and `conflict` for one that its author deleted.
 */
export async function hidePost(db: Db, id: string, reason: string, context: CommandContext): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const locked = await lockModeratedPost(tx, id)
    await hide(tx, locked, { action: 'forum-post.hide', reason }, context)
    return readQueuedPost(tx, id)
  })
}

async function hide(
  tx: Db,
  locked: LockedPost,
  { action, reason }: { action: string; reason: string },
  context: CommandContext,
) {
  const { post, topic } = locked
  if (post.state === 'hidden') return
  if (post.state === 'deleted') throw new Failure('conflict', POST_GONE.deleted)
  await storePost(tx, post, { action, set: { state: 'hidden', stateReason: reason } }, context.actor)
  await dropEdit(tx, post.id)
  await followOpening(tx, locked, 'hidden')
  await handleFlags(tx, post.id, 'upheld', context)
  await recountTopic(tx, topic.id)
  await purgePost(tx, locked)
  await notifyAuthor(tx, locked, { kind: 'hidden', reason }, context)
}

/**
 * Shows a hidden post again at its place, an opening post with its topic; notifies its author. A shown post stays as it
 * is. Throws `not_found`, and `conflict` for one that no moderator hid.
 */
export async function restorePost(db: Db, id: string, reason: string, context: CommandContext): Promise<Posted> {
  return db.transaction(async (tx) => {
    const locked = await lockModeratedPost(tx, id)
    if (locked.post.state !== 'shown') await restore(tx, locked, reason, context)
    return toPosted(tx, id)
  })
}

async function restore(tx: Db, locked: LockedPost, reason: string, context: CommandContext): Promise<void> {
  const { post, topic } = locked
  if (post.state === 'deleted') throw new Failure('conflict', POST_GONE.deleted)
  if (post.state === 'review') throw new Failure('conflict', 'This post is waiting for review. Approve it instead.')
  const set = { state: 'shown', stateReason: null } as const
  await storePost(tx, post, { action: 'forum-post.restore', set, note: { reason } }, context.actor)
  await followOpening(tx, locked, 'shown')
  await recountTopic(tx, topic.id)
  await purgePost(tx, locked)
  await notifyAuthor(tx, locked, { kind: 'restored', reason }, context)
}

type WaitingEdit = typeof forumEdits.$inferSelect

/** The change of a held post that waits for a moderator; undefined where none does. */
async function readEdit(tx: Db, postId: string): Promise<WaitingEdit | undefined> {
  const [edit] = await tx.select().from(forumEdits).where(eq(forumEdits.postId, postId))
  return edit
}

/**
 * Replaces the post's text with the pending edit, keeps the old text, and notifies the author. Members named in it are
 * not notified.
 */
async function approveChange(tx: Db, locked: LockedPost, edit: WaitingEdit, context: CommandContext): Promise<void> {
  const { post, topic } = locked
  const { source, html, plain, createdAt } = edit
  const title = isOpening(locked) ? edit.title : post.title
  await keepRevision(tx, post, { editorId: post.authorId, createdAt })
  await dropEdit(tx, post.id)
  const set = { title, source, html, plain, editedAt: createdAt, editedById: null, unreviewedChange: 0 }
  await storePost(tx, post, { action: 'forum-post.approve_change', set }, context.actor)
  if (title !== null && title !== topic.title)
    await tx.update(forumTopics).set({ title }).where(eq(forumTopics.id, topic.id))
  await purgePost(tx, locked)
  await notifyAuthor(tx, locked, { kind: 'approved' }, context)
}

/** Leaves the post as it is and notifies the author of the reason; the rejected text is in the audit log. */
async function rejectChange(tx: Db, locked: LockedPost, reason: string, context: CommandContext): Promise<void> {
  const { post } = locked
  const before = await readEdit(tx, post.id)
  await dropEdit(tx, post.id)
  const subject = { subjectType: 'forum-post', subjectId: post.id }
  const { title, source } = before ?? {}
  const note = { before: { title, source }, after: { reason } }
  await recordAudit(tx, context.actor, { action: 'forum-post.reject_change', ...subject, ...note })
  await notifyAuthor(tx, locked, { kind: 'change_rejected', reason }, context)
}
