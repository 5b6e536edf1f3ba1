import type { Db } from '#db/client.ts'
import type { CommandContext } from '../command-context.ts'
import { notifyMember } from '../forum-notices/notify.ts'
import type { LockedPost } from './lock.ts'

type News = { kind: 'approved' | 'change_rejected' | 'hidden' | 'restored'; reason?: string }

/** Tells the author what a moderator did with their post, without naming them; not a moderator who did it to their own. */
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
