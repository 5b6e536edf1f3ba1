import { hash } from 'node:crypto'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumEdits, forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { ForumPost } from '#src/contract/forum.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readForumPosts } from '../forum-reading/read-forum-posts.ts'
import { LIMITS } from '../security/limits.ts'
import { takeAttempt } from '../security/take-attempt.ts'
import { keepImages } from './compose-post.ts'
import type { Rendered } from './render-post.ts'
import { isNew, isReviewed, NEW_MEMBER_LIMIT, readTrust, requireBounds } from './trust.ts'

/**
 * What applies to every new post: the bounds of new members and the limits of everybody. Keeps its pictures. Returns
 * its first state. The limits are counted in the post's own transaction, so that a post that is refused in the end does
 * not count, nor does one that is sent again under its key. Throws `invalid` and `rate_limited`. (security RL3, forum
 * 3, 4)
 */
export async function beginPost(tx: Db, composed: Rendered, { userId, now }: Writer): Promise<'shown' | 'review'> {
  const trust = await readTrust(tx, userId)
  requireBounds(trust, composed)
  await takeAttempt(tx, userId, LIMITS.posts, now)
  if (isNew(trust)) await takeAttempt(tx, userId, NEW_MEMBER_LIMIT, now)
  await keepImages(tx, composed)
  return isReviewed(trust) ? 'review' : 'shown'
}

/** The author, and the time. Staff has at least one role. */
export type Writer = { userId: string; isStaff: boolean; now: Instant }

/** The answer to the author of a post, whatever state the post is in. */
export async function toPosted(tx: Db, postId: string): Promise<Posted> {
  const { topicId, version, state } = forumPosts
  const [row] = await tx.select({ topicId, version, state }).from(forumPosts).where(eq(forumPosts.id, postId))
  const [post] = await readForumPosts(tx, [postId], { isWhole: row?.state !== 'deleted' })
  if (!row || !post) throw new Failure('not_found', NOT_FOUND.post)
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

/** How long a caller's key is remembered, in milliseconds. (security DB3) */
export const KEY_LIFE = 86_400_000
const KEY_REUSED = 'This key has been used for another post.'

/** Stored with a post, so that sending it again does not post it twice. Both null if no key was sent. */
export type Submission = { submissionKey: string | null; submissionDigest: string | null }

/** Keys of different people are different keys, and the stored value does not reveal the key. */
export function getSubmission(userId: string, key: string | null, sent: readonly (string | null)[]): Submission {
  if (key === null) return { submissionKey: null, submissionDigest: null }
  return {
    submissionKey: hash('sha256', `${userId} ${key}`, 'base64url'),
    submissionDigest: hash('sha256', JSON.stringify(sent), 'base64url'),
  }
}

/**
 * The post that was made with this key within a day, or null. Call it first in the transaction: a simultaneous request
 * with the same key waits here until the first one is done. Throws `conflict` if something else was sent with the key.
 */
export async function knownPost(tx: Db, submission: Submission, now: Instant): Promise<string | null> {
  const { submissionKey, submissionDigest } = submission
  if (submissionKey === null) return null
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`forum_posts ${submissionKey}`}, 0))`)
  const isOurs = eq(forumPosts.submissionKey, submissionKey)
  await tx
    .update(forumPosts)
    .set({ submissionKey: null, submissionDigest: null, updatedAt: sql`${forumPosts.updatedAt}` })
    .where(and(isOurs, lte(forumPosts.createdAt, new Date(now - KEY_LIFE))))
  const [known] = await tx
    .select({ id: forumPosts.id, digest: forumPosts.submissionDigest })
    .from(forumPosts)
    .where(isOurs)
  if (!known) return null
  if (known.digest !== submissionDigest) throw new Failure('conflict', KEY_REUSED)
  return known.id
}
