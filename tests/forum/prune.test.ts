import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { media } from '#db/schema/site.ts'
import { IMAGE_GONE } from '#src/contract/forum.ts'
import { KEY_LIFE } from '#src/domain/forum/begin-post.ts'
import { keepImages } from '#src/domain/forum/compose-post.ts'
import { pruneForum, UNUSED_LIFE } from '#src/domain/forum/prune-forum.ts'
import { editPost as moderate } from '#src/domain/forum-moderation/edit-post.ts'
import { storeImage, uploadImage } from '#src/domain/media/store-image.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type Member, writingApi } from './writing-api.ts'

const site = { siteUrl: SITE_URL, siteName: 'Uptime Workshops' }
let width = 16
/** A picture that no other test uploads. */
const picture = () => {
  width += 1
  return sharp({ create: { width, height: 16, channels: 3, background: '#2f7d5c' } })
    .png()
    .toBuffer()
}

const aKey = () => ({ submissionKey: randomUUID(), submissionDigest: 'a'.repeat(64), createdAt: new Date(NOON) })

describe('what the forum forgets', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof writingApi>>
  let ada: Member
  beforeAll(async () => {
    opened = await testDb()
    api = await writingApi(opened.db)
    ada = await api.known()
  })
  beforeEach(() => api.forgetLimits())
  afterAll(() => opened.close())

  const upload = async (at = NOON, bytes?: Buffer) => storeImage(opened.db, bytes ?? (await picture()), new Date(at))
  const isKept = async (id: string) => (await opened.db.$count(media, eq(media.id, id))) === 1

  test('a picture that no post showed within 7 days', async () => {
    const { id } = await upload()
    expect(await pruneForum(opened.db, NOON + UNUSED_LIFE - 1)).toMatchObject({ images: 0 })
    expect(await pruneForum(opened.db, NOON + UNUSED_LIFE)).toMatchObject({ images: 1 })
    expect(await isKept(id)).toBe(false)
  })

  test('none that a post has shown, from its beginning or by a change, its author’s or a moderator’s', async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()]
    const { topicId, version } = await api.begin(ada, { source: `![The seal](${first.url})` })
    const edit = { version, source: `![The shaft](${second.url})` }
    expect((await api.call(ada, 'PATCH', `posts/${topicId}`, edit)).status).toBe(200)
    const change = { version: version + 1, source: `![The bearing](${third.url})`, reason: 'Sharper.' }
    await moderate(opened.db, topicId, change, { actor: { id: ada.id }, now: NOON, site })
    expect(await pruneForum(opened.db, NOON + UNUSED_LIFE)).toMatchObject({ images: 0 })
    for (const { id } of [first, second, third]) expect(await isKept(id)).toBe(true)
  })

  test('none of an admin’s, even if a member uploads it too; the time of one that is uploaded again starts over', async () => {
    const [ours, theirs, again] = [await picture(), await picture(), await picture()]
    const actor = { id: ada.id }
    await uploadImage(opened.db, ours, actor)
    await upload(NOON, ours)
    await upload(NOON, theirs)
    await uploadImage(opened.db, theirs, actor)
    const { id } = await upload(NOON, again)
    await upload(NOON + 1, again)
    expect(await pruneForum(opened.db, NOON + UNUSED_LIFE)).toMatchObject({ images: 0 })
    expect(await pruneForum(opened.db, NOON + UNUSED_LIFE + 1)).toMatchObject({ images: 1 })
    expect(await isKept(id)).toBe(false)
  })

  test('a picture that a text still asks for: it is not posted without it', async () => {
    const { url } = await upload()
    await pruneForum(opened.db, NOON + UNUSED_LIFE)
    const source = `Look at the seal: ![Seal](${url})`
    const topic = { categoryId: await api.category(), title: 'Seal leaks', source }
    const answer = await api.call(ada, 'POST', 'topics', topic, { key: randomUUID() })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(IMAGE_GONE)])
  })

  test('the keys of more posts than one statement touches', async () => {
    const { topicId } = await api.begin(ada)
    await pruneForum(opened.db, NOON + KEY_LIFE)
    const words = { topicId, authorId: ada.id, source: 'Hot.', html: '<p>Hot.</p>', plain: 'Hot.' }
    const posts = Array.from({ length: 150 }, (_, n) => ({ ...words, number: 100 + n, ...aKey() }))
    await opened.db.insert(forumPosts).values(posts)
    expect(await pruneForum(opened.db, NOON + KEY_LIFE)).toMatchObject({ keys: 150 })
  })

  test('a key after a day: what comes with it then is another post', async () => {
    const topic = { categoryId: await api.category(), title: 'Bearing runs hot', source: 'At 1,500 rpm.' }
    const key = randomUUID()
    const send = async () => (await (await api.call(ada, 'POST', 'topics', topic, { key })).json()).topicId
    const first: string = await send()
    const { updatedAt } = await api.postRow(first)
    expect(await pruneForum(opened.db, NOON + KEY_LIFE - 1)).toMatchObject({ keys: 0 })
    expect(await send()).toBe(first)
    expect(await pruneForum(opened.db, NOON + KEY_LIFE)).toMatchObject({ keys: 1 })
    expect(await api.postRow(first)).toMatchObject({ submissionKey: null, submissionDigest: null, updatedAt })
    expect(await send()).not.toBe(first)
  })
})

describe('a picture that goes while a post is written with it', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  test('stays where the post came first, and is asked for again where it came second', async () => {
    const { db } = opened
    const { id, url } = await storeImage(db, await picture(), new Date(NOON))
    const post = { images: [url, url] }
    const late = NOON + UNUSED_LIFE
    await db
      .transaction(async (tx) => {
        await keepImages(tx, post)
        expect(await pruneForum(db, late)).toMatchObject({ images: 0 })
        throw new Error('The post was not taken')
      })
      .catch((fault: Error) => expect(fault.message).toBe('The post was not taken'))
    let second: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      expect(await pruneForum(tx, late)).toMatchObject({ images: 1 })
      second = db.transaction((other) => keepImages(other, post)).catch((fault: Error) => fault.message)
      await expect.poll(() => isSomebodyWaiting(opened)).toBe(true)
    })
    expect(await second).toBe(IMAGE_GONE)
    expect(await db.$count(media, eq(media.id, id))).toBe(0)
  })
})

/** True while somebody waits for what another holds. */
async function isSomebodyWaiting({ db }: TestDb): Promise<boolean> {
  const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`
  return (await db.$count(sql`pg_stat_activity`, isWaiting)) > 0
}
