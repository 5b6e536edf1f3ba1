import { and, eq, max, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumEdits, forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { FORUM_TIMES, NEW_MEMBER, POST_GONE } from '#src/contract/forum.ts'
import type { PostEdit, Posted, PostSource } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { requireVersion } from '../library/versioned.ts'
import { toPosted, type Writer } from './begin-post.ts'
import { composePost, keepImages } from './compose-post.ts'
import { type LockedPost, lockPost, type PostRow } from './lock.ts'
import type { Rendered } from './render-post.ts'
import { purgeTopic, requireUnlocked } from './topic.ts'
import { isNew, readTrust, requireBounds } from './trust.ts'

/**
 * Changes one's own post. Within five minutes of writing it nothing tells of it; later the text before is kept and the post says
 * that it was changed; after a day it stays as it is. Of a new member's post that is shown, more than a small change waits for a
 * moderator, and everybody else sees the post as it was. Throws `not_found`, `forbidden`, `invalid`, and `conflict` for another
 * version than the present one. (forum 3)
 */
export async function editPost(db: Db, postId: string, edit: PostEdit, writer: Writer): Promise<Posted> {
  const composed = await composePost(db, edit.source)
  return db.transaction(async (tx) => {
    const locked = await lockPost(tx, postId)
    requireEditable(locked, writer)
    requireVersion(locked.post, edit.version)
    const trust = await readTrust(tx, writer.userId)
    requireBounds(trust, composed)
    if (edit.title !== undefined && !isOpening(locked))
      throw new Failure('invalid', 'A reply has no title.', { field: 'title' })
    await storeChange(tx, locked, { edit, composed, isNew: isNew(trust) }, writer)
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

function requireEditable({ topic, post }: LockedPost, { userId, now }: Writer): void {
  const isThere = post.state !== 'deleted' && (topic.state === 'shown' || topic.state === 'review')
  if (!isThere || (post.state !== 'shown' && post.authorId !== userId)) throw new Failure('not_found', NOT_FOUND.post)
  if (post.authorId !== userId) throw new Failure('forbidden', 'You can edit only your own posts.')
  if (post.state === 'hidden') throw new Failure('forbidden', POST_GONE.hidden)
  requireUnlocked(topic)
  const until = editableUntil(post, topic)
  if (until === null || until < now)
    throw new Failure('forbidden', 'You can edit a post for one day. The time for this post is over.')
}

type Change = { edit: PostEdit; composed: Rendered; isNew: boolean }

async function storeChange(tx: Db, locked: LockedPost, change: Change, writer: Writer): Promise<void> {
  const { post } = locked
  const { edit, composed } = change
  const text = { title: edit.title ?? post.title, source: edit.source, html: composed.html, plain: composed.plain }
  const withdrew = await dropEdit(tx, post.id)
  if (text.title === post.title && text.source === post.source) {
    if (withdrew) await countVersion(tx, post.id)
    return
  }
  await keepImages(tx, composed)
  const isReviewed = change.isNew && post.state === 'shown'
  const unreviewedChange = isReviewed ? smallChange(post, text) : post.unreviewedChange
  if (unreviewedChange === null) await proposeEdit(tx, post.id, text, writer.now)
  else await storeEdit(tx, locked, { ...text, unreviewedChange }, writer)
}

type Text = Pick<PostRow, 'title' | 'source' | 'html' | 'plain'>

/** The grace begins with the first writing, whatever happened to the post since. */
async function storeEdit(
  tx: Db,
  locked: LockedPost,
  text: Text & Pick<PostRow, 'unreviewedChange'>,
  { userId, now }: Writer,
): Promise<void> {
  const { topic, post } = locked
  const { title } = text
  const isTraced = now > (post.writtenAt ?? post.createdAt).getTime() + FORUM_TIMES.editGrace
  const at = new Date(now)
  if (isTraced) await keepRevision(tx, post, { editorId: userId, createdAt: at })
  const trace = isTraced ? { editedAt: at, editedById: null } : {}
  await tx
    .update(forumPosts)
    .set({ ...text, ...trace, version: sql`${forumPosts.version} + 1` })
    .where(eq(forumPosts.id, post.id))
  if (title !== null && title !== topic.title)
    await tx.update(forumTopics).set({ title }).where(eq(forumTopics.id, topic.id))
  if (post.state === 'shown') await purgeTopic(tx, topic, [userId])
}

/** Keeps how the author of a held post wants it to read until a moderator has decided. */
async function proposeEdit(tx: Db, postId: string, text: Text, now: Instant): Promise<void> {
  await tx.insert(forumEdits).values({ postId, ...text, createdAt: new Date(now) })
  await countVersion(tx, postId)
}

/** Forgets a change of a held post that waits for a moderator; true where there was one. */
export async function dropEdit(tx: Db, postId: string): Promise<boolean> {
  const dropped = await tx
    .delete(forumEdits)
    .where(eq(forumEdits.postId, postId))
    .returning({ postId: forumEdits.postId })
  return dropped.length > 0
}

/** A reader of the post before this, or of its change that waits, has read another version. */
async function countVersion(tx: Db, postId: string): Promise<void> {
  await tx
    .update(forumPosts)
    .set({ version: sql`${forumPosts.version} + 1` })
    .where(eq(forumPosts.id, postId))
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
  if (!row || row.state === 'deleted') throw new Failure('not_found', NOT_FOUND.post)
  const { state: _, authorId: author, ...found } = row
  if (author !== writer.userId) return found
  const [edit] = await db
    .select({ title: forumEdits.title, source: forumEdits.source })
    .from(forumEdits)
    .where(eq(forumEdits.postId, postId))
  // A merge makes a reply of what opened a topic.
  return { ...found, ...(edit && { source: edit.source, title: found.title && edit.title }) }
}

/** What a change starts from: the text that everyone sees, and how much of it is not reviewed. */
type Before = { title: string | null; source: string; html: string; unreviewedChange: number }
type After = { title: string | null; source: string; html: string }

/**
 * How many characters of a post are changed without a review once this change is made; null where it is more than a small
 * change, or shows a link, member or image that the post does not show yet. Characters count that are added and those that
 * are taken out, since the last review: many small changes are a large one. (forum 4)
 */
export function smallChange(before: Before, after: After): number | null {
  const known = addressesIn(before.html)
  if ([...addressesIn(after.html)].some((address) => !known.has(address))) return null
  const most = mostUnreviewed(before.source) - before.unreviewedChange
  if (most < 0) return null
  const inText = changedCharacters(before.source, after.source, most)
  const inTitle = changedCharacters(before.title ?? '', after.title ?? '', most)
  return inText + inTitle <= most ? before.unreviewedChange + inText + inTitle : null
}

/** Links, mentions and images of a post's HTML, which we wrote. */
function addressesIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address))
}

function mostUnreviewed(source: string): number {
  const { share, least, most } = NEW_MEMBER.smallChange
  return Math.min(most, Math.max(least, Math.floor(source.length * share)))
}

/**
 * The fewest characters to take out of one text and put in to make the other; of more than `most` only that they are more. Takes time
 * in proportion to the texts and to `most`. (Myers, An O(ND) Difference Algorithm and Its Variations, 1986)
 */
export function changedCharacters(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  // How far into `one` so many steps lead, for each difference between the two places.
  const reached = new Map([[1, 0]])
  for (let steps = 0; steps <= most; steps += 1) {
    for (let shift = -steps; shift <= steps; shift += 2) {
      const [less, more] = [reached.get(shift - 1) ?? -1, reached.get(shift + 1) ?? -1]
      let at = shift === -steps || (shift !== steps && less < more) ? more : less + 1
      while (at < one.length && at - shift < other.length && one[at] === other[at - shift]) at += 1
      if (at >= one.length && at - shift >= other.length) return steps
      reached.set(shift, at)
    }
  }
  return most + 1
}
