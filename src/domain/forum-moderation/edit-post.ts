import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumRevisions, forumTopics } from '#db/schema/forum.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ModeratorEdit, QueuedPost } from '#src/contract/forum-moderation.ts'
import type { Doing } from '../accounts/account.ts'
import { renderPost } from '../forum/forum.ts'
import { requireVersion } from '../library/library.ts'
import { type HeldPost, holdPost, isOpening } from './hold.ts'
import { readQueuedPost } from './queued-post.ts'
import { purgePost, storePost } from './store.ts'

/**
 * Changes somebody's post: what it said before is kept with who changed it and why, and the page says that it was changed.
 * What stands already changes nothing. Throws `not_found`, `invalid` for a title of a reply, and `conflict` for another
 * version than the present one or a post that its author deleted.
 */
export async function editPost(
  db: Db,
  id: string,
  { version, ...edit }: ModeratorEdit,
  doing: Doing,
): Promise<QueuedPost> {
  return db.transaction(async (tx) => {
    const held = await holdPost(tx, id)
    const { post } = held
    requireVersion(post, version)
    if (post.state === 'deleted') throw new Failure('conflict', 'Its author has deleted this post.')
    if (edit.title !== undefined && !isOpening(held))
      throw new Failure('invalid', 'Only the first post of a topic has a title.', { field: 'title' })
    const isSame = edit.source === post.source && (edit.title ?? post.title) === post.title
    if (!isSame) await store(tx, held, edit, doing)
    return readQueuedPost(tx, id)
  })
}

async function store(tx: Db, held: HeldPost, edit: Omit<ModeratorEdit, 'version'>, doing: Doing): Promise<void> {
  const { post, topic } = held
  const { actor, now } = doing
  const { source, reason, title = post.title } = edit
  await keepRevision(tx, held, reason, doing)
  const { html, plain } = renderPost(source)
  const set = { title, source, html, plain, editedAt: new Date(now), editedById: actor.id }
  await storePost(tx, post, { action: 'forum-post.edit', set, note: { reason } }, actor)
  if (isOpening(held) && title !== null && title !== topic.title)
    await tx.update(forumTopics).set({ title }).where(eq(forumTopics.id, topic.id))
  await purgePost(tx, held)
}

async function keepRevision(tx: Db, { post }: HeldPost, reason: string, { actor, now }: Doing): Promise<void> {
  const { id: postId, title, source, html } = post
  const { number } = forumRevisions
  const next = sql<number>`(select coalesce(max(${number}), 0) + 1 from ${forumRevisions} where ${forumRevisions.postId} = ${postId})`
  const by = { editorId: actor.id, reason, createdAt: new Date(now) }
  await tx.insert(forumRevisions).values({ postId, number: next, title, source, html, ...by })
}
