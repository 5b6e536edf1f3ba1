import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { POST_GONE } from '#src/contract/forum.ts'
import type { ModeratorEdit, PostRevision } from '#src/contract/forum-moderation.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import type { CommandContext } from '../command-context.ts'
import { toPosted } from '../forum/begin-post.ts'
import { composePost, keepImages } from '../forum/compose-post.ts'
import { dropEdit, keepRevision } from '../forum/edit-post.ts'
import { type LockedPost, lockModeratedPost } from '../forum/lock.ts'
import type { Rendered } from '../forum/render-post.ts'
import { isOpening } from '../forum/topic.ts'
import { readAuthors } from '../forum-reading/read-forum-posts.ts'
import { requireVersion } from '../library/versioned.ts'
import { purgePost, storePost } from './store.ts'

/**
 * Edits a post as a moderator. Its former text is kept with the editor and the reason, and the page says that it was
 * edited. A pending edit of its author is dropped. An edit that changes nothing does nothing. Throws `not_found`,
 * `invalid` for a title of a reply, and `conflict` for a stale version or a post that its author deleted.
 */
export async function editPost(db: Db, id: string, edit: ModeratorEdit, context: CommandContext): Promise<Posted> {
  const composed = await composePost(db, edit.source)
  return db.transaction(async (tx) => {
    const locked = await lockModeratedPost(tx, id)
    const { post } = locked
    requireVersion(post, edit.version)
    if (post.state === 'deleted') throw new Failure('conflict', POST_GONE.deleted)
    if (edit.title !== undefined && !isOpening(locked))
      throw new Failure('invalid', 'Only the first post of a topic has a title.', { field: 'title' })
    const isSame = edit.source === post.source && (edit.title ?? post.title) === post.title
    if (!isSame) await store(tx, locked, { edit, composed }, context)
    return toPosted(tx, id)
  })
}

type Change = { edit: ModeratorEdit; composed: Rendered }

async function store(
  tx: Db,
  locked: LockedPost,
  { edit, composed }: Change,
  { actor, now }: CommandContext,
): Promise<void> {
  const { post, topic } = locked
  const { source, reason, title = post.title } = edit
  const at = new Date(now)
  await keepImages(tx, composed)
  await dropEdit(tx, post.id)
  await keepRevision(tx, post, { editorId: actor.id, reason, createdAt: at })
  const { html, plain } = composed
  const set = { title, source, html, plain, editedAt: at, editedById: actor.id, unreviewedChange: 0 }
  await storePost(tx, post, { action: 'forum-post.edit', set, note: { reason } }, actor)
  if (isOpening(locked) && title !== null && title !== topic.title)
    await tx.update(forumTopics).set({ title }).where(eq(forumTopics.id, topic.id))
  await purgePost(tx, locked)
}

const MOST_REVISIONS = 50

/** A post's text before each of its edits, newest first, and the editor; the latest 50. Throws `not_found`. */
export async function readRevisions(db: Db, postId: string): Promise<PostRevision[]> {
  const { number, title, source, html, reason, createdAt, editorId } = forumRevisions
  const rows = await db
    .select({ number, title, source, html, reason, createdAt, editorId })
    .from(forumRevisions)
    .where(eq(forumRevisions.postId, postId))
    .orderBy(desc(number))
    .limit(MOST_REVISIONS)
  if (rows.length === 0 && (await db.$count(forumPosts, eq(forumPosts.id, postId))) === 0)
    throw new Failure('not_found', NOT_FOUND.post)
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
