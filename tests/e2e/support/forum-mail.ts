import { eq } from 'drizzle-orm'
import { forumTopics } from '#db/schema/forum.ts'
import { issueUnsubscribe } from '#src/domain/forum-notices/mail-choice.ts'
import { followTopic } from '#src/domain/forum-notices/notice-rows.ts'
import { aMember, aTopic } from '#tests/forum/notice-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'

const LONG_AGO = new Date('2020-01-01T00:00:00Z')

/** Somebody who got a mail about a topic, and where the link in it leads. */
export function giveMailed(product: RunningProduct, title: string): Promise<{ userId: string; path: string }> {
  return product.query(async (db) => {
    const { id: userId } = await aMember(db)
    const topicId = await aTopic(db, userId, title)
    // Behind everything the demo tells of.
    await db.update(forumTopics).set({ lastPostAt: LONG_AGO, createdAt: LONG_AGO }).where(eq(forumTopics.id, topicId))
    await followTopic(db, topicId, userId)
    return { userId, path: `/unsubscribe#token=${await issueUnsubscribe(db, userId, [topicId], Date.now())}` }
  })
}

/** Where the same link of a mail program leads, which ends mails by a POST to it. (RFC 8058) */
export const oneClickPath = (path: string) => path.replace('/unsubscribe#', '/api/unsubscribe/one-click?')
