import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { bans } from '#db/schema/security.ts'
import { chooseFollow, followTopic } from '#src/domain/forum-notices/notice-rows.ts'
import { notifyMember, notifyOfPost } from '#src/domain/forum-notices/notify.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aMember, aPost, aTopic, noticesOf } from './notice-rows.ts'

const MINUTE = 60_000
const SOON = new Date(NOON + 2 * MINUTE)
/** NOON is 18:00 UTC. */
const NEXT_DIGEST = new Date('2026-11-21T07:00:00Z')

describe('a new post', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  /** A reply by `author` that names `mentions`, in a topic of `owner`. */
  async function aReply(mentions: string[] = []) {
    const { db } = opened
    const [owner, author] = [await aMember(db), await aMember(db)]
    const topicId = await aTopic(db, owner.id)
    const id = await aPost(db, { topicId, authorId: author.id, number: 2 })
    const post = { id, topicId, authorId: author.id, mentions: [...mentions, author.username] }
    return { owner, author, topicId, post, tell: () => notifyOfPost(db, post, NOON) }
  }

  test('notifies the followers of its topic and the members named in it: each once, and not its author', async () => {
    const { db } = opened
    const [both, named] = [await aMember(db), await aMember(db)]
    const { owner, author, topicId, post, tell } = await aReply([both.username, named.username.toUpperCase(), 'nobody'])
    for (const { id } of [owner, author, both]) await followTopic(db, topicId, id)
    await tell()
    await tell()
    const told = { postId: post.id, actorId: author.id, readAt: null, reason: null, mailDueAt: SOON }
    expect(await noticesOf(db, owner.id)).toEqual([{ ...told, kind: 'reply' }])
    expect(await noticesOf(db, both.id)).toEqual([{ ...told, kind: 'mention' }])
    expect(await noticesOf(db, named.id)).toEqual([{ ...told, kind: 'mention' }])
    expect(await noticesOf(db, author.id)).toEqual([])
  })

  test('a name added later is notified; no one is notified of the post twice', async () => {
    const { db } = opened
    const { owner, topicId, post, tell } = await aReply()
    await followTopic(db, topicId, owner.id)
    await tell()
    const late = await aMember(db)
    await notifyOfPost(db, { ...post, mentions: [owner.username, late.username] }, NOON + MINUTE)
    expect((await noticesOf(db, owner.id)).map(({ kind }) => kind)).toEqual(['reply'])
    expect((await noticesOf(db, late.id)).map(({ kind }) => kind)).toEqual(['mention'])
  })

  test('does not notify members who wait for approval, were rejected, are banned or left (AZ5)', async () => {
    const { db } = opened
    const gone = [
      await aMember(db, { approval: 'pending' }),
      await aMember(db, { approval: 'rejected' }),
      await aMember(db, { deletedAt: new Date(NOON) }),
      await aMember(db),
    ]
    const banned = gone[3]?.id ?? ''
    await db.insert(bans).values({ subjectType: 'user', subject: banned, reason: 'test', actor: 'test' })
    const { topicId, post, tell } = await aReply(gone.map(({ username }) => username))
    for (const { id } of gone) await followTopic(db, topicId, id)
    await tell()
    for (const { id: userId } of gone)
      await notifyMember(db, { userId, kind: 'solved', topicId, postId: post.id, actorId: null }, NOON)
    expect(await db.$count(forumNotices, eq(forumNotices.postId, post.id))).toBe(0)
    await notifyOfPost(db, post, NOON + MINUTE)
  })

  test('a reader who muted a topic gets no notice of replies, and is notified of their name only on the site', async () => {
    const { db } = opened
    const [quiet, named] = [await aMember(db), await aMember(db)]
    const { topicId, tell } = await aReply([named.username])
    for (const { id } of [quiet, named]) {
      await chooseFollow(db, topicId, id, false)
      await followTopic(db, topicId, id)
    }
    await tell()
    expect(await noticesOf(db, quiet.id)).toEqual([])
    expect(await noticesOf(db, named.id)).toMatchObject([{ kind: 'mention', mailDueAt: null }])
    await chooseFollow(db, topicId, quiet.id, true)
    expect(await db.$count(forumFollows, eq(forumFollows.isOn, true))).toBeGreaterThan(0)
  })

  test('its mail is due after two minutes, at the next digest, or never, as each reader chose', async () => {
    const { db } = opened
    const [soon, daily, none] = [await aMember(db), await aMember(db), await aMember(db)]
    await db.insert(forumPreferences).values([
      { userId: soon.id, mail: 'at_once' },
      { userId: daily.id, mail: 'daily' },
      { userId: none.id, mail: 'none' },
    ])
    const { topicId, tell } = await aReply()
    for (const { id } of [soon, daily, none]) await followTopic(db, topicId, id)
    await tell()
    expect(await noticesOf(db, soon.id)).toMatchObject([{ mailDueAt: SOON }])
    expect(await noticesOf(db, daily.id)).toMatchObject([{ mailDueAt: NEXT_DIGEST }])
    expect(await noticesOf(db, none.id)).toMatchObject([{ mailDueAt: null }])
  })

  test('repeated decisions of moderators notify again; the same solution does not, and no one is notified of their own actions', async () => {
    const { db } = opened
    const { author, owner, topicId, post } = await aReply()
    const told = { userId: author.id, topicId, postId: post.id, actorId: null }
    await notifyMember(db, { ...told, kind: 'hidden', reason: 'An advertisement.' }, NOON)
    await db.update(forumNotices).set({ readAt: new Date(NOON), mailDueAt: null })
    await notifyMember(db, { ...told, kind: 'hidden', reason: 'Still one.' }, NOON + MINUTE)
    await notifyMember(db, { ...told, kind: 'solved', actorId: owner.id }, NOON + 2 * MINUTE)
    await notifyMember(db, { ...told, kind: 'solved', actorId: owner.id }, NOON + 9 * MINUTE)
    await notifyMember(db, { ...told, kind: 'restored', actorId: author.id }, NOON + 2 * MINUTE)
    expect(await noticesOf(db, author.id)).toMatchObject([
      { kind: 'hidden', reason: 'Still one.', readAt: null, mailDueAt: new Date(NOON + 3 * MINUTE) },
      { kind: 'solved', actorId: owner.id, mailDueAt: new Date(NOON + 4 * MINUTE) },
    ])
  })
})

describe('many at once', () => {
  test('twenty runs that notify the same readers notify each of each post once, and none waits for ever', async () => {
    const { db, close } = await testDb()
    try {
      const [author, ...readers] = await Promise.all(Array.from({ length: 12 }, () => aMember(db)))
      if (!author) throw new Error('Nobody is there')
      const topicId = await aTopic(db, author.id)
      for (const { id } of readers) await followTopic(db, topicId, id)
      const posts = await Promise.all(
        Array.from({ length: 10 }, (_, at) => aPost(db, { topicId, authorId: author.id, number: at + 2 })),
      )
      const post = { topicId, authorId: author.id, mentions: readers.slice(6).map(({ username }) => username) }
      await Promise.all(
        [...posts, ...posts].map((id) => db.transaction((tx) => notifyOfPost(tx, { ...post, id }, NOON))),
      )
      expect(await db.$count(forumNotices)).toBe(110)
      expect(await db.$count(forumNotices, eq(forumNotices.kind, 'mention'))).toBe(50)
    } finally {
      await close()
    }
  })
})
