import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import { DIGEST_HOUR } from '#src/contract/forum-mail.ts'
import type { ForumMail, ForumPreferences } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailStatus } from '#src/contract/unsubscribe.ts'
import { issueReusableLink, openReusableLink, UNSUBSCRIBE_LIFE } from '../links/link.ts'
import { chooseFollow, lockReader } from './notice-rows.ts'

/** Which forum mail a member gets. */
export async function readPreferences(db: Db, userId: string): Promise<ForumPreferences> {
  const { mail } = forumPreferences
  const [row] = await db.select({ mail }).from(forumPreferences).where(eq(forumPreferences.userId, userId))
  return { mail: row?.mail ?? 'at_once' }
}

/** Stores that choice. It applies at once, also to waiting mail. */
export async function savePreferences(db: Db, userId: string, given: ForumPreferences, now: Instant) {
  await db.transaction((tx) => chooseMail(tx, userId, given.mail, now))
  return given
}

/** The same in the caller's transaction. */
async function chooseMail(tx: Db, userId: string, mail: ForumMail, now: Instant): Promise<void> {
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
/** How long mail waits, in milliseconds: several replies become one mail, and a reply that is deleted at once becomes none. */
const MAIL_PAUSE = 2 * 60_000

/** The time of the next digest, or now. It is in UTC, so that no clock change moves it. */
export function digestFrom(at: Instant): Instant {
  const hour = DIGEST_HOUR * HOUR
  return Math.ceil((at - hour) / DAY) * DAY + hour
}

/** When news of `now` may be mailed, as the reader chose; null for never. */
export function mailDue(mail: ForumMail, now: Instant): Instant | null {
  if (mail === 'none') return null
  return mail === 'daily' ? digestFrom(now + 1) : now + MAIL_PAUSE
}

const about = z.object({ topicIds: z.array(z.uuid()) })

/** The token of the unsubscribe links in a mail. It opens nothing else, so it can be used any number of times. */
export function issueUnsubscribe(tx: Db, userId: string, topicIds: readonly string[], now: Instant): Promise<string> {
  const link = { purpose: 'unsubscribe', subjectId: userId, payload: { topicIds } } as const
  return issueReusableLink(tx, { ...link, expiresAt: now + UNSUBSCRIBE_LIFE }, now)
}

/**
 * The subject of the link, without changing anything. Throws `not_found` with one sentence for any invalid link.
 * (security TL5)
 */
export async function lookAtUnsubscribe(db: Db, token: string, now: Instant): Promise<MailStatus> {
  const { userId, topicIds } = await openLink(db, token, now)
  const { id, title, state } = forumTopics
  const isTheirs = and(eq(forumFollows.topicId, id), eq(forumFollows.userId, userId))
  const rows = await db
    .select({ id, title, isOn: forumFollows.isOn })
    .from(forumTopics)
    .leftJoin(forumFollows, isTheirs)
    .where(and(inArray(id, topicIds), eq(state, 'shown')))
    .orderBy(title, id)
  const { mail } = await readPreferences(db, userId)
  return { mail, topics: rows.map(({ isOn, ...topic }) => ({ ...topic, isMuted: isOn === false })) }
}

/**
 * Ends all mails of the forum to the person of the link, or those about one topic of its mail. A second call changes
 * nothing. Throws `not_found` with one sentence for any invalid link or topic. (security TL5)
 */
export async function unsubscribe(db: Db, token: string, topicId: string | null, now: Instant): Promise<void> {
  const end = async (tx: Db) => {
    const { userId, topicIds } = await openLink(tx, token, now)
    if (topicId === null) return chooseMail(tx, userId, 'none', now)
    if (!topicIds.includes(topicId)) throw new Failure('not_found', LINK_DEAD)
    await chooseFollow(tx, topicId, userId, false)
  }
  await db.transaction(end)
}

async function openLink(db: Db, token: string, now: Instant) {
  const link = await openReusableLink(db, 'unsubscribe', token, now)
  if (!link) throw new Failure('not_found', LINK_DEAD)
  return { userId: link.subjectId, topicIds: about.parse(link.payload).topicIds }
}
