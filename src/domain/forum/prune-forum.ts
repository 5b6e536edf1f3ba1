import { and, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { media } from '#db/schema/site.ts'
import type { Instant } from '#src/contract/instant.ts'
import { KEY_LIFE } from './begin-post.ts'

const DAY = 86_400_000
/** A picture waits so long for its post, in milliseconds: drafts last a day, those in an open tab longer. */
export const UNUSED_LIFE = 7 * DAY
/**
 * The most rows that one statement changes: each post is put into all its indexes again, and the statement has only
 * seconds.
 */
const BATCH = 100
/** Statements of each kind in one run; the next run goes on. */
const MOST_BATCHES = 20

/** Forgets pictures that no post showed within 7 days of their upload, and submission keys after a day. Tells how many went. */
export async function pruneForum(db: Db, now: Instant): Promise<{ images: number; keys: number }> {
  const images = await inBatches(() => forgettingImages(db, now))
  return { images, keys: await inBatches(() => forgettingKeys(db, now)) }
}

async function inBatches(forget: () => PromiseLike<readonly unknown[]>): Promise<number> {
  let count = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { length } = await forget()
    count += length
    if (length < BATCH) break
  }
  return count
}

/** One batch of pictures goes, but for those that a post is just being written with: it keeps them, or finds them gone. */
export function forgettingImages(db: Db, now: Instant) {
  const { id, unusedSince } = media
  const unused = db
    .select({ id })
    .from(media)
    .where(lte(unusedSince, new Date(now - UNUSED_LIFE)))
    .orderBy(unusedSince)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  // As an array, which is looked up in the index.
  return db.delete(media).where(sql`${id} = any(array(${unused}))`).returning({ id })
}

/** Deletes one batch of keys, except those of posts that are being changed: the next run takes them. */
export function forgettingKeys(db: Db, now: Instant) {
  const { id, submissionKey, createdAt, updatedAt } = forumPosts
  const old = db
    .select({ id })
    .from(forumPosts)
    .where(and(isNotNull(submissionKey), lte(createdAt, new Date(now - KEY_LIFE))))
    .orderBy(createdAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(forumPosts)
    .set({ submissionKey: null, submissionDigest: null, updatedAt: sql`${updatedAt}` })
    .where(sql`${id} = any(array(${old}))`)
    .returning({ id })
}
