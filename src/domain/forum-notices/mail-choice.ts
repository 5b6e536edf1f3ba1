import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { retrySerialization } from '#db/retry.ts'
import { forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { DIGEST_HOUR } from '#src/contract/forum-mail.ts'
import type { ForumMail, ForumPreferences } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { lockReader } from './notice-rows.ts'

/** How somebody wants to hear of the forum by mail. */
export async function readPreferences(db: Db, userId: string): Promise<ForumPreferences> {
  const { mail } = forumPreferences
  const [row] = await db.select({ mail }).from(forumPreferences).where(eq(forumPreferences.userId, userId))
  return { mail: row?.mail ?? 'at_once' }
}

/** Keeps that choice. It counts at once, for mail that waits already too. */
export async function savePreferences(db: Db, userId: string, given: ForumPreferences, now: Instant) {
  await retrySerialization(() => db.transaction((tx) => chooseMail(tx, userId, given.mail, now)))
  return given
}

/** The same in the caller's transaction. */
export async function chooseMail(tx: Db, userId: string, mail: ForumMail, now: Instant): Promise<void> {
  await lockReader(tx, userId)
  const updatedAt = new Date(now)
  await tx
    .insert(forumPreferences)
    .values({ userId, mail, updatedAt })
    .onConflictDoUpdate({ target: forumPreferences.userId, set: { mail, updatedAt } })
  const due = mailDue(mail, now)
  const isWaiting = and(eq(forumNotices.userId, userId), isNotNull(forumNotices.mailDueAt))
  await tx
    .update(forumNotices)
    .set({ mailDueAt: due === null ? null : new Date(due) })
    .where(isWaiting)
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Mail waits so long, in milliseconds: several replies become one mail, and one taken back at once becomes none. */
const MAIL_PAUSE = 2 * 60_000

/** The digest at this moment or the next one after it. UTC days are all alike, so no clock change moves it. */
export function digestFrom(at: Instant): Instant {
  const hour = DIGEST_HOUR * HOUR
  return Math.ceil((at - hour) / DAY) * DAY + hour
}

/** When news of `now` may go by mail, as their reader chose; null for never. */
export function mailDue(mail: ForumMail, now: Instant): Instant | null {
  if (mail === 'none') return null
  return mail === 'daily' ? digestFrom(now + 1) : now + MAIL_PAUSE
}
