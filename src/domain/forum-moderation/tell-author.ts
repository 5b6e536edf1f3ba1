import type { Db } from '#db/client.ts'
import type { Doing } from '../accounts/account.ts'
import { tellMember } from '../forum-notices/forum-notices.ts'
import type { HeldPost } from './hold.ts'

type News = { kind: 'approved' | 'change_rejected' | 'hidden' | 'restored'; reason?: string }

/** Tells the author what a moderator did with their post, without naming them; not a moderator who did it to their own. */
export async function tellAuthor(
  tx: Db,
  { post }: HeldPost,
  news: News,
  { actor, now }: Pick<Doing, 'actor' | 'now'>,
): Promise<void> {
  if (post.authorId === actor.id) return
  const { id: postId, topicId, authorId: userId } = post
  await tellMember(tx, { userId, topicId, postId, actorId: null, ...news }, now)
}
