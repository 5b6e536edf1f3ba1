import type { Db } from '#db/client.ts'
import { forumFlags } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { FlagInput } from '#src/contract/forum-post.ts'
import { lockVisiblePost } from './lock-visible-post.ts'
import type { Writer } from './writer.ts'

/** Tells the moderators of a post: once for each member, whatever they say later. Throws `not_found`, and `forbidden` for one's own. */
export async function flagPost(db: Db, postId: string, flag: FlagInput, { userId, now }: Writer): Promise<void> {
  await db.transaction(async (tx) => {
    const { post } = await lockVisiblePost(tx, postId)
    if (post.authorId === userId) throw new Failure('forbidden', 'You cannot report your own post. You can delete it.')
    await tx
      .insert(forumFlags)
      .values({ ...flag, postId, userId, createdAt: new Date(now) })
      .onConflictDoNothing()
  })
}
