import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { PostRevision } from '#src/contract/forum-moderation.ts'
import { readAuthors } from '../forum-reading/read-authors.ts'
import { POST_NOT_FOUND } from './lock.ts'

const MOST_REVISIONS = 50

/** How a post read before each of its changes, the newest first, and who changed it; the latest 50. Throws `not_found`. */
export async function readRevisions(db: Db, postId: string): Promise<PostRevision[]> {
  const { number, title, source, html, reason, createdAt, editorId } = forumRevisions
  const rows = await db
    .select({ number, title, source, html, reason, createdAt, editorId })
    .from(forumRevisions)
    .where(eq(forumRevisions.postId, postId))
    .orderBy(desc(number))
    .limit(MOST_REVISIONS)
  if (rows.length === 0 && (await db.$count(forumPosts, eq(forumPosts.id, postId))) === 0)
    throw new Failure('not_found', POST_NOT_FOUND)
  const editors = await readAuthors(
    db,
    rows.map((row) => row.editorId),
  )
  return rows.map(({ editorId: editor, ...row }) => ({
    ...row,
    editor: editors.get(editor) ?? null,
    createdAt: row.createdAt.getTime(),
  }))
}
