import { eq, max, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_TIMES } from '#src/contract/forum.ts'
import type { PostEdit, Posted } from '#src/contract/forum-post.ts'
import { requireVersion } from '../library/library.ts'
import { composePost } from './compose-post.ts'
import { type HeldPost, holdPost, POST_NOT_FOUND, type PostRow } from './hold-topic.ts'
import { keepImages } from './keep-images.ts'
import { requireBounds } from './new-member.ts'
import { requireUnlocked } from './open-topic.ts'
import { toPosted } from './posted.ts'
import { purgeTopic } from './purge-topic.ts'
import type { Rendered } from './render-post.ts'
import { readStanding } from './trust.ts'
import type { Writer } from './writer.ts'

/**
 * Changes one's own post. Within five minutes of posting nothing tells of it; later the text before is kept and the post says
 * that it was changed; after a day it stays as it is. Throws `not_found`, `forbidden`, `invalid`, and `conflict` for another
 * version than the present one. (docs/decisions/0037)
 */
export async function editPost(db: Db, postId: string, edit: PostEdit, writer: Writer): Promise<Posted> {
  const composed = await composePost(db, edit.source)
  return db.transaction(async (tx) => {
    const held = await holdPost(tx, postId)
    requireEditable(held, writer)
    requireVersion(held.post, edit.version)
    requireBounds(await readStanding(tx, writer.userId), composed)
    if (edit.title !== undefined && !isOpening(held))
      throw new Failure('invalid', 'A reply has no title.', { field: 'title' })
    await storeEdit(tx, held, { edit, composed }, writer)
    return toPosted(tx, postId)
  })
}

/** True for the post that opens its topic and has its title. */
export function isOpening({ topic, post }: { topic: { id: string }; post: { id: string } }): boolean {
  return topic.id === post.id
}

/** Until when its author may change a post; null for never. */
export function editableUntil(post: Pick<PostRow, 'state' | 'createdAt'>, topic: { isLocked: boolean }): number | null {
  if (topic.isLocked || (post.state !== 'shown' && post.state !== 'review')) return null
  return post.createdAt.getTime() + FORUM_TIMES.editLimit
}

function requireEditable({ topic, post }: HeldPost, { userId, now }: Writer): void {
  const isThere = post.state !== 'deleted' && (topic.state === 'shown' || topic.state === 'review')
  if (!isThere || (post.state !== 'shown' && post.authorId !== userId)) throw new Failure('not_found', POST_NOT_FOUND)
  if (post.authorId !== userId) throw new Failure('forbidden', 'You can change only your own posts.')
  if (post.state === 'hidden') throw new Failure('forbidden', 'A moderator has hidden this post.')
  requireUnlocked(topic)
  const until = editableUntil(post, topic)
  if (until === null || until < now)
    throw new Failure('forbidden', 'A post can be changed for a day. This one stays as it is.')
}

type Change = { edit: PostEdit; composed: Rendered }

async function storeEdit(tx: Db, held: HeldPost, { edit, composed }: Change, { userId, now }: Writer): Promise<void> {
  const { topic, post } = held
  const title = edit.title ?? post.title
  if (title === post.title && edit.source === post.source) return
  await keepImages(tx, composed)
  const isTraced = now > post.createdAt.getTime() + FORUM_TIMES.editGrace
  const at = new Date(now)
  if (isTraced) await keepRevision(tx, post, { editorId: userId, createdAt: at })
  const { html, plain } = composed
  const trace = isTraced ? { editedAt: at, editedById: null } : {}
  await tx
    .update(forumPosts)
    .set({ title, source: edit.source, html, plain, ...trace, version: sql`${forumPosts.version} + 1` })
    .where(eq(forumPosts.id, post.id))
  if (title !== null && title !== topic.title)
    await tx.update(forumTopics).set({ title }).where(eq(forumTopics.id, topic.id))
  if (post.state === 'shown') await purgeTopic(tx, topic, [userId])
}

/** Keeps how a held post reads now, before it is changed. `reason` is a moderator's. */
export async function keepRevision(
  tx: Db,
  { id, title, source, html }: Pick<PostRow, 'id' | 'title' | 'source' | 'html'>,
  by: { editorId: string; createdAt: Date; reason?: string },
): Promise<void> {
  const [newest] = await tx
    .select({ number: max(forumRevisions.number) })
    .from(forumRevisions)
    .where(eq(forumRevisions.postId, id))
  const number = (newest?.number ?? 0) + 1
  await tx.insert(forumRevisions).values({ postId: id, number, title, source, html, ...by })
}
