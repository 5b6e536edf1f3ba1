import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { retrySerialization } from '#db/retry.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type MailStatus, UNSUBSCRIBE_DEAD } from '#src/contract/unsubscribe.ts'
import { issueReusableLink, openReusableLink } from '../links/reusable-link.ts'
import { chooseMail, readPreferences } from './mail-choice.ts'
import { chooseFollow } from './notice-rows.ts'

const DAY = 86_400_000
/** A mail is answered for so long, in milliseconds. */
const LINK_LIFE = 180 * DAY

const about = z.object({ topicIds: z.array(z.uuid()) })

/** The token of a mail's links that end such mails. It opens nothing else, so it may be used as often as somebody likes. */
export function issueUnsubscribe(tx: Db, userId: string, topicIds: readonly string[], now: Instant): Promise<string> {
  const link = { purpose: 'unsubscribe', subjectId: userId, payload: { topicIds } } as const
  return issueReusableLink(tx, { ...link, expiresAt: now + LINK_LIFE }, now)
}

/** What the link stands for, without changing anything. Throws `not_found` with one sentence for any that is none. (security TL5) */
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
 * Ends all mails of the forum to whom the link was sent, or those about one topic of its mail. Doing it twice changes
 * nothing more. Throws `not_found` with one sentence for any link, and any topic, that is none. (security TL5)
 */
export async function unsubscribe(db: Db, token: string, topicId: string | null, now: Instant): Promise<void> {
  const end = async (tx: Db) => {
    const { userId, topicIds } = await openLink(tx, token, now)
    if (topicId === null) return chooseMail(tx, userId, 'none', now)
    if (!topicIds.includes(topicId)) throw new Failure('not_found', UNSUBSCRIBE_DEAD)
    await chooseFollow(tx, topicId, userId, false)
  }
  await retrySerialization(() => db.transaction(end))
}

async function openLink(db: Db, token: string, now: Instant) {
  const link = await openReusableLink(db, 'unsubscribe', token, now)
  if (!link) throw new Failure('not_found', UNSUBSCRIBE_DEAD)
  return { userId: link.subjectId, topicIds: about.parse(link.payload).topicIds }
}
