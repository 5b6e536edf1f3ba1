import { hash } from 'node:crypto'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'

/** What a caller's key stands for is remembered as long, in milliseconds. (security DB3) */
export const KEY_LIFE = 86_400_000
const KEY_REUSED = 'This key has been used for another post.'

/** What a post is stored with, so that whoever sends it again has sent one. Both null where no key came. */
export type Submission = { submissionKey: string | null; submissionDigest: string | null }

/** Keys of different people are different keys; nobody can read from what is stored which were used. */
export function submissionOf(userId: string, key: string | null, sent: readonly (string | null)[]): Submission {
  if (key === null) return { submissionKey: null, submissionDigest: null }
  return {
    submissionKey: hash('sha256', `${userId} ${key}`, 'base64url'),
    submissionDigest: hash('sha256', JSON.stringify(sent), 'base64url'),
  }
}

/**
 * The post that this key has brought within a day, or null. The first thing of its transaction: whoever comes with the same
 * key at the same time waits here until the first one is done. Throws `conflict` where something else came with it.
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
