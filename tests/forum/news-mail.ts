import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import type { ForumMail } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { mailDueNews } from '#src/domain/forum-notices/mail-due-news.ts'
import { followTopic } from '#src/domain/forum-notices/notice-rows.ts'
import { notifyOfPost } from '#src/domain/forum-notices/notify.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aMember, aPost, aTopic } from './notice-rows.ts'

/** When mail about what was told at noon is due. */
export const DUE = NOON + 120_000
/** The next digest after noon. */
export const SEVEN = Date.parse('2026-11-21T07:00:00Z')

export type NewsMail = ReturnType<typeof newsMail>

/** Lays down for a suite: a database of its own, and before each test no news, mail, limit or link in it. */
export function withNewsMail(give: (given: { db: Db; mail: NewsMail }) => void): void {
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    if (!opened) throw new Error('The database was not opened')
    const { db } = opened
    for (const table of [forumNotices, outbox, rateLimits, linkTokens]) await db.delete(table)
    give({ db, mail: newsMail(db) })
  })
}

/** Readers, what is written for them, and the mail that comes of it. */
function newsMail(db: Db) {
  const faults: unknown[] = []
  let number = 1
  /** A number that no post of this test has yet. */
  const nextNumber = () => {
    number += 1
    return number
  }
  const run = (now: Instant, timeLeft = () => 19_000) =>
    mailDueNews(db, {
      site: { siteUrl: SITE_URL, siteName: 'Uptime Workshops' },
      now,
      timeLeft,
      onFault: (fault) => faults.push(fault),
    })
  const queued = () => db.select().from(outbox).orderBy(outbox.createdAt)

  /** A reader who follows a topic, and somebody who writes in it. */
  const aReader = async (choice?: ForumMail, title?: string) => {
    const [reader, author] = [await aMember(db), await aMember(db)]
    const topicId = await aTopic(db, author.id, title)
    await followTopic(db, topicId, reader.id)
    if (choice) await db.insert(forumPreferences).values({ userId: reader.id, mail: choice })
    const write = async (at: Instant, { plain = 'Try a **cartridge** seal.', mentions = [] as string[] } = {}) => {
      const id = await aPost(db, { topicId, authorId: author.id, number: nextNumber(), plain })
      await notifyOfPost(db, { id, topicId, authorId: author.id, mentions }, at)
      return id
    }
    return { reader, author, topicId, write }
  }

  return { faults, nextNumber, run, queued, aReader }
}
