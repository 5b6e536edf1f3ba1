import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { readForumPosts } from '../forum-reading/forum-reading.ts'
import { POST_NOT_FOUND } from './hold-topic.ts'

/** What a write of a post answers its author with, whatever state the post is in. */
export async function toPosted(tx: Db, postId: string): Promise<Posted> {
  const { topicId, version, state } = forumPosts
  const [row] = await tx.select({ topicId, version, state }).from(forumPosts).where(eq(forumPosts.id, postId))
  const [post] = await readForumPosts(tx, [postId], { isWhole: row?.state !== 'deleted' })
  if (!row || !post) throw new Failure('not_found', POST_NOT_FOUND)
  return { topicId: row.topicId, version: row.version, post }
}
