import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumEdits } from '#db/schema/forum-posts.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { dropEdit, keepRevision } from '../forum/edit-post.ts'
import type { LockedPost } from '../forum/lock.ts'
import { isOpening } from '../forum/topic.ts'
import { notifyAuthor } from './handle-flags.ts'
import { purgePost, storePost } from './store.ts'

type WaitingEdit = typeof forumEdits.$inferSelect

/** The change of a held post that waits for a moderator; undefined where none does. */
export async function readEdit(tx: Db, postId: string): Promise<WaitingEdit | undefined> {
  const [edit] = await tx.select().from(forumEdits).where(eq(forumEdits.postId, postId))
  return edit
}

/** Puts the change in place of the post's text, which is kept, and tells the author. Nobody is told of names in it. */
export async function approveChange(
  tx: Db,
  held: LockedPost,
  edit: WaitingEdit,
  context: CommandContext,
): Promise<void> {
  const { post, topic } = held
  const { source, html, plain, createdAt } = edit
  const title = isOpening(held) ? edit.title : post.title
  await keepRevision(tx, post, { editorId: post.authorId, createdAt })
  await dropEdit(tx, post.id)
  const set = { title, source, html, plain, editedAt: createdAt, editedById: null, unreviewedChange: 0 }
  await storePost(tx, post, { action: 'forum-post.approve_change', set }, context.actor)
  if (title !== null && title !== topic.title)
    await tx.update(forumTopics).set({ title }).where(eq(forumTopics.id, topic.id))
  await purgePost(tx, held)
  await notifyAuthor(tx, held, { kind: 'approved' }, context)
}

/** Leaves the post as it is and tells the author why; what they wanted is in the audit log. */
export async function rejectChange(tx: Db, held: LockedPost, reason: string, context: CommandContext): Promise<void> {
  const { post } = held
  const before = await readEdit(tx, post.id)
  await dropEdit(tx, post.id)
  const subject = { subjectType: 'forum-post', subjectId: post.id }
  const { title, source } = before ?? {}
  const note = { before: { title, source }, after: { reason } }
  await recordAudit(tx, context.actor, { action: 'forum-post.reject_change', ...subject, ...note })
  await notifyAuthor(tx, held, { kind: 'change_rejected', reason }, context)
}
