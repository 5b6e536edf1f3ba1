import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkTokens, profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { bans, outbox, rateLimits } from '#db/schema/security.ts'
import type { ForumMail } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  chooseFollow,
  followTopic,
  mailDueNews,
  markRead,
  savePreferences,
  tellMember,
  tellOfPost,
} from '#src/domain/forum-notices/forum-notices.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { databases, type TestDb } from '#tests/support/database.ts'
import { aMember, aPost, aTopic } from './notice-rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DUE = NOON + 2 * MINUTE
const SEVEN = Date.parse('2026-11-21T07:00:00Z')

describe.each(databases)('mail of the forum, on $name', ({ open }) => {
  let opened: TestDb
  let numbers = 1
  const faults: unknown[] = []
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    faults.length = 0
    for (const table of [forumNotices, outbox, rateLimits, linkTokens]) await opened.db.delete(table)
  })

  const run = (now: Instant) =>
    mailDueNews(opened.db, {
      site: { siteUrl: SITE_URL, siteName: 'Uptime Workshops' },
      now,
      timeLeft: () => 19_000,
      onFault: (fault) => faults.push(fault),
    })
  const mails = () => opened.db.select().from(outbox).orderBy(outbox.createdAt)

  /** A reader who follows a topic, and somebody who writes in it. */
  async function aReader(mail?: ForumMail, title?: string) {
    const { db } = opened
    const [reader, author] = [await aMember(db), await aMember(db)]
    const topicId = await aTopic(db, author.id, title)
    await followTopic(db, topicId, reader.id)
    if (mail) await db.insert(forumPreferences).values({ userId: reader.id, mail })
    const write = async (at: Instant, { plain = 'Try a **cartridge** seal.', mentions = [] as string[] } = {}) => {
      const id = await aPost(db, { topicId, authorId: author.id, number: ++numbers, plain })
      await tellOfPost(db, { id, topicId, authorId: author.id, mentions }, at)
      return id
    }
    return { reader, author, topicId, write }
  }

  test('several news within two minutes are one mail, which says what they are and where they stand', async () => {
    const { reader, author, write } = await aReader()
    const first = await write(NOON)
    await write(NOON + MINUTE, { plain: `Second.\n\n${'x'.repeat(300)}` })
    expect(await run(DUE - 1)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    await write(NOON + MINUTE + 59_000, { plain: 'Third.', mentions: [reader.username] })
    expect(await run(DUE + 2 * MINUTE)).toEqual({ mailed: 1, quiet: 0, faulty: 0 })
    expect(await run(DUE + 2 * MINUTE)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: reader.email, template: 'forum-news', state: 'queued' })
    expect(mail?.subject).toBe('News in “Pump seals leak after two weeks”')
    expect(mail?.textBody).toContain(`${author.username} replied:\n\n> Try a **cartridge** seal.`)
    expect(mail?.textBody).toContain(`> Second. ${'x'.repeat(191)}…\n`)
    expect(mail?.textBody).toContain(`${author.username} mentioned you:\n\n> Third.`)
    expect(mail?.textBody).toContain(`${SITE_URL}/forum/post/${first}\n`)
    expect(mail?.textBody).toContain(`${SITE_URL}/forum/settings\n`)
    expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/workshops\.example\/api\/unsubscribe\/one-click\?token=[\w-]{43}$/)
    const token = mail?.unsubscribeUrl?.split('=').at(-1) ?? ''
    expect(mail?.htmlBody).toContain(`href="${SITE_URL}/unsubscribe#token=${token}"`)
    expect(JSON.stringify(await opened.db.select().from(linkTokens))).not.toContain(token)
  })

  test('news of several topics come in one mail, by topic', async () => {
    const { reader, write } = await aReader()
    const { db } = opened
    const [author, other] = [await aMember(db), await aTopic(db, reader.id, 'Grease for slow bearings')]
    await followTopic(db, other, reader.id)
    await write(NOON)
    const id = await aPost(db, { topicId: other, authorId: author.id, number: 2, plain: 'Lithium.' })
    await tellOfPost(db, { id, topicId: other, authorId: author.id, mentions: [] }, NOON + 1)
    await run(DUE + 1)
    const [mail] = await mails()
    expect(mail?.subject).toBe('News in 2 topics of the forum')
    expect(mail?.textBody).toMatch(/\* Pump seals[\s\S]+\* Grease for slow bearings\n\n.+ replied:\n\n> Lithium\./)
  })

  test('between two mails to one reader there are ten minutes; what waits then comes in one', async () => {
    const { write } = await aReader()
    await write(NOON)
    await run(DUE)
    await write(NOON + 3 * MINUTE)
    await write(NOON + 5 * MINUTE)
    expect(await run(NOON + 7 * MINUTE)).toEqual({ mailed: 0, quiet: 1, faulty: 0 })
    expect(await run(NOON + 11 * MINUTE)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    expect(await run(NOON + 12 * MINUTE)).toEqual({ mailed: 1, quiet: 0, faulty: 0 })
    expect((await mails())[1]?.textBody.match(/replied:/g)).toHaveLength(2)
  })

  test('the digest comes once a day at seven, UTC, also where clocks change', async () => {
    const { write } = await aReader('daily')
    await write(NOON)
    await write(SEVEN - 1)
    expect(await run(SEVEN - 1)).toMatchObject({ mailed: 0 })
    expect(await run(SEVEN)).toMatchObject({ mailed: 1 })
    for (let hour = 0; hour < 5 * 24; hour += 1) {
      await write(SEVEN + hour * HOUR + MINUTE)
      await run(SEVEN + hour * HOUR + 30 * MINUTE)
    }
    expect((await mails()).length).toBe(5)
    const autumn = Date.parse('2026-10-25T07:00:00Z')
    await opened.db.delete(forumNotices)
    await write(autumn - DAY + MINUTE)
    expect(await run(autumn - 1)).toMatchObject({ mailed: 0 })
    expect(await run(autumn)).toMatchObject({ mailed: 1 })
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
    const { reader, topicId, write } = await aReader()
    const postId = await write(NOON)
    await befall(opened.db, { userId: reader.id, topicId, postId })
    await run(DUE)
    expect(await mails()).toEqual([])
    await run(DUE + 5 * DAY)
    expect(await mails()).toEqual([])
  })

  test('there is none about what was seen on the site meanwhile, and one about what came after', async () => {
    const { db } = opened
    const { reader, write } = await aReader()
    await write(NOON)
    const [seen] = await db.select().from(forumNotices).where(eq(forumNotices.userId, reader.id))
    expect(await markRead(db, reader.id, seen?.id ?? '', NOON + MINUTE)).toBe(0)
    await write(NOON + MINUTE, { plain: 'The second.' })
    await run(NOON + 3 * MINUTE)
    const [mail] = await mails()
    expect(mail?.subject).toBe('New reply in “Pump seals leak after two weeks”')
    expect(mail?.textBody).toContain('> The second.')
    expect(mail?.textBody).not.toContain('cartridge')
  })

  test('a change of mind counts for what waits: from once a day to at once, and back', async () => {
    const { db } = opened
    const { reader, write } = await aReader('daily')
    await write(NOON)
    await savePreferences(db, reader.id, { mail: 'at_once' }, NOON + HOUR)
    expect(await run(NOON + HOUR + 2 * MINUTE)).toMatchObject({ mailed: 1 })
    await write(NOON + 2 * HOUR)
    await savePreferences(db, reader.id, { mail: 'daily' }, NOON + 2 * HOUR)
    expect(await run(SEVEN - 1)).toMatchObject({ mailed: 0 })
    expect(await run(SEVEN)).toMatchObject({ mailed: 1 })
  })

  test('a post told while its reader chose the digest waits for the digest', async () => {
    const { reader, write } = await aReader()
    await write(NOON)
    await opened.db.insert(forumPreferences).values({ userId: reader.id, mail: 'daily' })
    expect(await run(DUE)).toEqual({ mailed: 0, quiet: 1, faulty: 0 })
    expect(await run(SEVEN)).toMatchObject({ mailed: 1 })
  })

  test('authors hear what moderators decided, with the reason', async () => {
    const { db } = opened
    const { author, topicId } = await aReader()
    const told = { userId: author.id, topicId, actorId: null }
    const hidden = await aPost(db, { topicId, authorId: author.id, number: ++numbers, plain: 'Buy my pills.' })
    await db.update(forumPosts).set({ state: 'hidden' }).where(eq(forumPosts.id, hidden))
    await tellMember(db, { ...told, kind: 'hidden', postId: hidden, reason: 'An advertisement.' }, NOON)
    await run(DUE)
    const [mail] = await mails()
    expect(mail?.subject).toBe('Your post was hidden in “Pump seals leak after two weeks”')
    expect(mail?.textBody).toContain('The reason given:\n\n> An advertisement.')
    expect(mail?.textBody).not.toContain('pills')
  })

  test('that a post was hidden is no news once it is back', async () => {
    const { db } = opened
    const { author, topicId } = await aReader()
    const told = { userId: author.id, topicId, postId: topicId, actorId: null }
    await tellMember(db, { ...told, kind: 'hidden', reason: 'By mistake.' }, NOON)
    await tellMember(db, { ...told, kind: 'restored', reason: 'Was none.' }, NOON + MINUTE)
    await run(NOON + 3 * MINUTE)
    const [mail] = await mails()
    expect(mail?.subject).toMatch(/^Your post is back in/)
    expect(mail?.textBody).not.toContain('By mistake.')
  })

  test('a mail that cannot be written holds up nobody else, and is tried again in an hour for three days', async () => {
    const { db } = opened
    const bad = await aReader()
    await db.update(users).set({ email: 'a@x.example, b@x.example' }).where(eq(users.id, bad.reader.id))
    await bad.write(NOON)
    const good = await aReader()
    await good.write(NOON + 1)
    expect(await run(DUE + 1)).toEqual({ mailed: 1, quiet: 0, faulty: 1 })
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([good.reader.email])
    expect(faults).toHaveLength(1)
    expect(await run(DUE + HOUR)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    expect(await run(DUE + HOUR + 1)).toEqual({ mailed: 0, quiet: 0, faulty: 1 })
    await db.update(users).set({ email: bad.reader.email }).where(eq(users.id, bad.reader.id))
    expect(await run(NOON + 3 * DAY)).toEqual({ mailed: 0, quiet: 1, faulty: 0 })
  })

  test('of very many news twenty are told and the rest counted', async () => {
    const { write } = await aReader('daily')
    for (let index = 0; index < 23; index += 1) await write(NOON + index, { plain: `News ${index}.` })
    await run(SEVEN)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.textBody.match(/replied:/g)).toHaveLength(20)
    expect(mail?.textBody).toContain('And 3 more, which you find in the forum.')
  })

  test('a run whose time is over begins nobody’s mail; the next one goes on', async () => {
    for (let index = 0; index < 3; index += 1) await (await aReader()).write(NOON)
    let turns = 2
    const timeLeft = () => (turns-- > 0 ? 19_000 : 1_999)
    const site = { siteUrl: SITE_URL, siteName: 'Uptime Workshops' }
    const short = await mailDueNews(opened.db, { site, now: DUE, timeLeft, onFault: (fault) => faults.push(fault) })
    expect(short).toMatchObject({ mailed: 2 })
    expect(await run(DUE)).toMatchObject({ mailed: 1 })
    expect(faults).toEqual([])
  })
})
