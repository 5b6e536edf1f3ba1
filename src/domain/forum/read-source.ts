import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumEdits, forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { PostSource } from '#src/contract/forum-post.ts'
import { POST_NOT_FOUND } from './lock-topic.ts'
import type { Writer } from './writer.ts'

/** What a post was made from, for its author and for staff; for its author, a change of theirs that waits. Throws `not_found` for everybody else, and for a deleted one. */
export async function readSource(
  db: Db,
  postId: string,
  writer: Pick<Writer, 'userId' | 'isStaff'>,
): Promise<PostSource> {
  const { id, topicId, number, title, source, version, state, authorId } = forumPosts
  const isTheirs = writer.isStaff ? undefined : eq(authorId, writer.userId)
  const [row] = await db
    .select({ id, topicId, number, title, source, version, state, authorId })
    .from(forumPosts)
    .where(and(eq(id, postId), isTheirs))
  if (!row || row.state === 'deleted') throw new Failure('not_found', POST_NOT_FOUND)
  const { state: _, authorId: author, ...found } = row
  if (author !== writer.userId) return found
  const [edit] = await db
    .select({ title: forumEdits.title, source: forumEdits.source })
    .from(forumEdits)
    .where(eq(forumEdits.postId, postId))
  // A merge makes a reply of what opened a topic.
  return { ...found, ...(edit && { source: edit.source, title: found.title && edit.title }) }
}
