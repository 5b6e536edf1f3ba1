import { and, eq, gte, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumFlags } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { type QueuedPost, TOO_LATE_TO_REOPEN } from '#src/contract/forum-moderation.ts'
import { UNDO_WINDOW } from '#src/contract/user.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { type LockedPost, lockModeratedPost } from '../forum/lock.ts'
import { notifyMember } from '../forum-notices/notify.ts'
import { readQueuedPost } from './queued-post.ts'

type Outcome = 'upheld' | 'dismissed'

/** Answers all open flags of a held post at once, and writes it down. Nothing where there are none. */
export async function handleFlags(
  tx: Db,
  postId: string,
  outcome: Outcome,
  { actor, now, note = null }: CommandContext & { note?: string | null },
): Promise<void> {
  const { id, handledAt } = forumFlags
  const flags = await tx
    .update(forumFlags)
    .set({ outcome, handledAt: new Date(now), handledById: actor.id })
    .where(and(eq(forumFlags.postId, postId), isNull(handledAt)))
    .returning({ id, reason: forumFlags.reason, note: forumFlags.note, userId: forumFlags.userId })
  if (flags.length === 0) return
  const subject = { subjectType: 'forum-post', subjectId: postId }
  const action = outcome === 'upheld' ? 'forum-post.uphold_flags' : 'forum-post.dismiss_flags'
  await recordAudit(tx, actor, { action, ...subject, before: { flags }, after: { outcome, note } })
}

/** Leaves a post as it is: its open flags are answered. Without any it does nothing. Throws `not_found`. */
export async function dismissFlags(
  db: Db,
  id: string,
  note: string | null,
  context: CommandContext,
): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const { post } = await lockModeratedPost(tx, id)
    await handleFlags(tx, post.id, 'dismissed', { ...context, note })
    return readQueuedPost(tx, id)
  })
}

/** Milliseconds. Longer than the button to undo is shown, so that it also works on a slow connection. */
const REOPENABLE = UNDO_WINDOW + 2_000

/**
 * Opens the flags of a post again that `context.actor` dismissed within the last seconds. Throws `not_found`, and `conflict` when
 * there are none, or the post has been hidden or deleted since.
 */
export async function undoDismissal(db: Db, id: string, { actor, now }: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const { post } = await lockModeratedPost(tx, id)
    const { postId, outcome, handledAt, handledById } = forumFlags
    const isMine = and(eq(outcome, 'dismissed'), eq(handledById, actor.id), gte(handledAt, new Date(now - REOPENABLE)))
    const flags =
      post.state === 'shown'
        ? await tx
            .update(forumFlags)
            .set({ outcome: null, handledAt: null, handledById: null })
            .where(and(eq(postId, id), isMine))
            .returning({ id: forumFlags.id, reason: forumFlags.reason, userId: forumFlags.userId })
        : []
    if (flags.length === 0) throw new Failure('conflict', TOO_LATE_TO_REOPEN)
    const subject = { subjectType: 'forum-post', subjectId: id }
    await recordAudit(tx, actor, {
      action: 'forum-post.reopen_flags',
      ...subject,
      before: { outcome: 'dismissed' },
      after: { outcome: null, flags },
    })
  })
}

type News = { kind: 'approved' | 'change_rejected' | 'hidden' | 'restored'; reason?: string }

/** Notifies the author of what a moderator did with their post, without naming the moderator; not moderators of their own posts. */
export async function notifyAuthor(
  tx: Db,
  { post }: LockedPost,
  news: News,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<void> {
  if (post.authorId === actor.id) return
  const { id: postId, topicId, authorId: userId } = post
  await notifyMember(tx, { userId, topicId, postId, actorId: null, ...news }, now)
}
