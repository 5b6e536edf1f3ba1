import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { bans } from '#db/schema/security.ts'
import { markRead } from '#src/domain/forum-notices/list-notices.ts'
import { savePreferences } from '#src/domain/forum-notices/mail-choice.ts'
import { chooseFollow } from '#src/domain/forum-notices/notice-rows.ts'
import { NOON } from '#tests/support/api.ts'
import type { TestDb } from '#tests/support/database.ts'
import { DUE, type NewsMail, withNewsMail } from './news-mail.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('what the forum writes no mail about', () => {
  let db: Db
  let mail: NewsMail
  withNewsMail((given) => {
    ;({ db, mail } = given)
  })

  test.each([
    [
      'a post that was deleted',
      (db, { postId }) => db.update(forumPosts).set({ state: 'deleted' }).where(eq(forumPosts.id, postId)),
    ],
    [
      'a topic that was hidden',
      (db, { topicId }) => db.update(forumTopics).set({ state: 'hidden' }).where(eq(forumTopics.id, topicId)),
    ],
    [
      'a reader who is not approved any more',
      (db, { userId }) => db.update(profiles).set({ approval: 'rejected' }).where(eq(profiles.id, userId)),
    ],
    [
      'a reader who was banned',
      (db, { userId }) => db.insert(bans).values({ subjectType: 'user', subject: userId, reason: 'x', actor: 'x' }),
    ],
    [
      'a reader who left',
      (db, { userId }) =>
        db
          .update(users)
          .set({ deletedAt: new Date(NOON) })
          .where(eq(users.id, userId)),
    ],
    ['a reader who wants no mail', (db, { userId }) => savePreferences(db, userId, { mail: 'none' }, NOON)],
    [
      'a reader whose choice was not seen in time',
      (db, { userId }) => db.insert(forumPreferences).values({ userId, mail: 'none' }),
    ],
    ['a topic its reader switched off', (db, { userId, topicId }) => chooseFollow(db, topicId, userId, false)],
    [
      'a topic its reader follows no more',
      (db, { userId }) => db.delete(forumFollows).where(eq(forumFollows.userId, userId)),
    ],
  ] satisfies [
    string,
    (db: TestDb['db'], of: { userId: string; topicId: string; postId: string }) => Promise<unknown>,
  ][])('there is no mail about %s', async (_what, befall) => {
    const { reader, topicId, write } = await mail.aReader()
    const postId = await write(NOON)
    await befall(db, { userId: reader.id, topicId, postId })
    await mail.run(DUE)
    expect(await mail.queued()).toEqual([])
    await mail.run(DUE + 5 * DAY)
    expect(await mail.queued()).toEqual([])
  })

  test('there is none about notices read on the site, and one about later ones', async () => {
    const { reader, write } = await mail.aReader()
    await write(NOON)
    const [seen] = await db.select().from(forumNotices).where(eq(forumNotices.userId, reader.id))
    expect(await markRead(db, reader.id, seen?.id ?? '', NOON + MINUTE)).toBe(0)
    await write(NOON + MINUTE, { plain: 'The second.' })
    await mail.run(NOON + 3 * MINUTE)
    const [sent] = await mail.queued()
    expect(sent?.subject).toBe('New reply in “Pump seals leak after two weeks”')
    expect(sent?.textBody).toContain('> The second.')
    expect(sent?.textBody).not.toContain('cartridge')
  })
})
