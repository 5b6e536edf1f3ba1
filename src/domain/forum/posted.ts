import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumEdits, forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ForumPost } from '#src/contract/forum.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { readForumPosts } from '../forum-reading/read-forum-posts.ts'
import { POST_NOT_FOUND } from './lock-topic.ts'

/** What a write of a post answers its author with, whatever state the post is in. */
export async function toPosted(tx: Db, postId: string): Promise<Posted> {
  const { topicId, version, state } = forumPosts
  const [row] = await tx.select({ topicId, version, state }).from(forumPosts).where(eq(forumPosts.id, postId))
  const [post] = await readForumPosts(tx, [postId], { isWhole: row?.state !== 'deleted' })
  if (!row || !post) throw new Failure('not_found', POST_NOT_FOUND)
  const [change = null] = await readChanges(tx, [post])
  return { topicId: row.topicId, version: row.version, post, change }
}

/** Those of these posts with a change that waits, as they will read. For their authors and for moderators alone. */
export async function readChanges(db: Db, posts: readonly ForumPost[]): Promise<ForumPost[]> {
  if (posts.length === 0) return []
  const { postId, html } = forumEdits
  const ids = posts.map(({ id }) => id)
  const edits = await db.select({ postId, html }).from(forumEdits).where(inArray(postId, ids))
  const texts = new Map(edits.map((edit) => [edit.postId, edit.html]))
  return posts.flatMap((post) => {
    const html = texts.get(post.id)
    return html === undefined ? [] : [{ ...post, html }]
  })
}
