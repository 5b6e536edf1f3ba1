import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices } from '#db/schema/forum-notices.ts'
import { MOST_PINNED } from '#src/contract/forum.ts'
import type { TopicChoice } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { listNotices } from '#src/domain/forum-notices/list-notices.ts'
import { readNews } from '#src/domain/forum-notices/read-news.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type ForumApi, withForum } from './forum-api.ts'
import { lastEntry } from './site-admin-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

describe('moderating topics', () => {
  let db: Db
  let api: ForumApi
  withForum((given) => {
    ;({ db, api } = given)
  })

  test('is pinned, locked and slowed down, written down once however often it is asked', async () => {
    const id = await api.rows.forumTopic()
    const { categoryId } = await api.findTopic(id)
    const settings = { isPinned: true, isLocked: true, slowSeconds: 60 }
    expect(await (await api.set(id, settings)).json()).toMatchObject({ id, ...settings, categoryId })
    const entry = await lastEntry(db)
    expect(entry).toMatchObject({ action: 'forum-topic.update', before: { slowSeconds: null }, after: settings })
    expect(await api.purged()).toEqual([FORUM_TAG.category(categoryId), FORUM_TAG.lists, FORUM_TAG.topic(id)])
    expect((await api.set(id, settings)).status).toBe(200)
    expect((await lastEntry(db))?.id).toBe(entry?.id)
    expect(await api.purged()).toEqual([])
    await api.set(id, { slowSeconds: null })
    expect(await api.findTopic(id)).toMatchObject({ isPinned: true, isLocked: true, slowSeconds: null })
  })

  test('is pinned while its category and the forum have room, and room is made by unpinning or hiding', async () => {
    const { inCategory, inAll } = MOST_PINNED
    await db.update(forumTopics).set({ isPinned: false })
    const [here, there] = [await api.rows.forumCategory(), await api.rows.forumCategory()]
    const pinned = async (categoryId: string, count: number) => {
      const ids = await Promise.all(Array.from({ length: count }, () => api.rows.forumTopic({ categoryId })))
      await db.update(forumTopics).set({ isPinned: true }).where(inArray(forumTopics.id, ids))
      return ids
    }
    const pin = async (id: string) => (await api.set(id, { isPinned: true })).status
    const [first = '', second = ''] = await pinned(here, inCategory)
    const more = await api.rows.forumTopic({ categoryId: here })
    expect(await problemOf(await api.set(more, { isPinned: true }))).toMatchObject({
      status: 409,
      detail: `This category already has ${inCategory} pinned topics. Unpin one of them first.`,
    })
    await api.set(first, { isPinned: false })
    expect(await pin(more)).toBe(200)
    const [moving = ''] = await pinned(there, 1)
    expect((await api.set(moving, { categoryId: here })).status).toBe(409)
    await api.hide(second)
    await api.restore(second)
    expect((await api.findTopic(second)).isPinned).toBe(false)
    expect((await api.set(moving, { categoryId: here })).status).toBe(200)
    for (let left = inAll - inCategory; left > 0; left -= inCategory)
      await pinned(await api.rows.forumCategory(), inCategory)
    expect(await problemOf(await api.set(await api.rows.forumTopic(), { isPinned: true }))).toMatchObject({
      status: 409,
      detail: `The forum already has ${inAll} pinned topics. Unpin one of them first.`,
    })
  })

  test.each([{ slowSeconds: 9 }, { slowSeconds: 86_401 }, {}, { isPinned: 'yes' }])('%o is not taken', async (body) => {
    expect((await api.set(await api.rows.forumTopic(), body)).status).toBe(400)
  })

  test('moves to another category, with what went into it before, and is counted there', async () => {
    const [id, merged, to] = [
      await api.rows.forumTopic(),
      await api.rows.forumTopic(),
      await api.rows.forumCategory({ isClosed: true }),
    ]
    const { categoryId: from } = await api.findTopic(id)
    await api.merge(merged, id)
    await api.purged()
    expect((await api.set(id, { categoryId: to })).status).toBe(200)
    expect(await api.categoryOf(from)).toMatchObject({ topicCount: 0 })
    expect(await api.categoryOf(to)).toMatchObject({ topicCount: 1 })
    expect(await api.findTopic(merged)).toMatchObject({ categoryId: to })
    expect(await api.purged()).toEqual(
      [FORUM_TAG.lists, FORUM_TAG.search, FORUM_TAG.topic(id), ...[from, to].map(FORUM_TAG.category)].toSorted(),
    )
  })

  test('a hidden topic moves without being counted', async () => {
    const [id, to] = [await api.rows.forumTopic({ state: 'hidden' }), await api.rows.forumCategory()]
    expect((await api.set(id, { categoryId: to })).status).toBe(200)
    expect(await api.categoryOf(to)).toMatchObject({ topicCount: 0 })
  })

  test('does not move to a category that is not there, nor when it is deleted or merged', async () => {
    const [id, deleted, merged] = [
      await api.rows.forumTopic(),
      await api.rows.forumTopic({ state: 'deleted' }),
      await api.rows.forumTopic(),
    ]
    await api.merge(merged, id)
    expect(await problemOf(await api.set(id, { categoryId: MISSING }))).toMatchObject({ status: 400 })
    expect((await api.set(deleted, { isPinned: true })).status).toBe(409)
    expect((await api.set(merged, { isPinned: true })).status).toBe(409)
    expect((await api.set(MISSING, { isPinned: true })).status).toBe(404)
  })

  test('a merge puts the posts behind the others in their order, and leads the old address on', async () => {
    const [into, from] = [await api.rows.forumTopic(), await api.rows.forumTopic()]
    const kept = await api.rows.forumReply(into)
    const [first, second] = [await api.rows.forumReply(from), await api.rows.forumReply(from, { replyToId: from })]
    const { categoryId } = await api.findTopic(from)
    expect(await (await api.merge(from, into)).json()).toEqual({ intoId: into })
    const posts = await api.listPosts(into)
    expect(posts.map(({ id, number }) => [id, number])).toEqual([
      [into, 1],
      [kept, 2],
      [from, 3],
      [first, 4],
      [second, 5],
    ])
    expect(posts.map(({ title }) => title === null)).toEqual([false, true, true, true, true])
    expect(await api.findTopic(into)).toMatchObject({ replyCount: 4, lastNumber: 5, state: 'shown' })
    expect(await api.findTopic(from)).toMatchObject({ state: 'merged', mergedIntoId: into, replyCount: 0 })
    expect(await api.categoryOf(categoryId)).toMatchObject({ topicCount: 0 })
    expect(await api.purged()).toEqual([FORUM_TAG.every])
  })

  test('a merge unites the followers, and keeps topics that were switched off', async () => {
    const [into, from] = [await api.rows.forumTopic(), await api.rows.forumTopic()]
    const [one, off, away] = [await api.rows.member(), await api.rows.member(), await api.rows.member()]
    await db.insert(forumFollows).values([
      { topicId: from, userId: one },
      { topicId: from, userId: off },
      { topicId: into, userId: off, isOn: false },
      { topicId: from, userId: away, isOn: false },
    ])
    await api.merge(from, into)
    const follows = await db.select().from(forumFollows).where(eq(forumFollows.topicId, into))
    expect(new Map(follows.map(({ userId, isOn }) => [userId, isOn]))).toEqual(
      new Map([
        [one, true],
        [off, false],
        [away, false],
      ]),
    )
    expect(await db.$count(forumFollows, eq(forumFollows.topicId, from))).toBe(0)
  })

  test('notices of a post lead to it and are mailed after a merge too, and the merge adds none', async () => {
    const [into, from, reader] = [await api.rows.forumTopic(), await api.rows.forumTopic(), await api.rows.member()]
    await db.insert(forumFollows).values({ topicId: from, userId: reader })
    await db.insert(forumNotices).values({ userId: reader, kind: 'reply', topicId: from, postId: from })
    await db.update(forumTopics).set({ title: 'The topic that stays' }).where(eq(forumTopics.id, into))
    const before = await api.noticesOf(reader)
    await api.merge(from, into)
    expect(await api.noticesOf(reader)).toEqual(before)
    const { items } = await listNotices(db, reader, { limit: 5, cursor: undefined })
    expect(items).toMatchObject([{ postId: from, title: 'The topic that stays' }])
    const ids = items.map(({ id }) => id)
    expect(await readNews(db, ids, Date.now())).toMatchObject({ topics: [{ id: into, news: [{ postId: from }] }] })
  })

  test('a merge brings along what solved the topic, where the other is not solved', async () => {
    const [into, from] = [await api.rows.forumTopic(), await api.rows.forumTopic()]
    const solvedPostId = await api.rows.forumReply(from)
    await db.update(forumTopics).set({ solvedPostId }).where(eq(forumTopics.id, from))
    await api.merge(from, into)
    expect(await api.findTopic(into)).toMatchObject({ solvedPostId })
    expect(await api.findTopic(from)).toMatchObject({ solvedPostId: null })
  })

  test('merges follow each other: every old address leads to the topic that is left', async () => {
    const [first, second, third] = [
      await api.rows.forumTopic(),
      await api.rows.forumTopic(),
      await api.rows.forumTopic(),
    ]
    await api.merge(first, second)
    await api.merge(second, third)
    expect(await api.findTopic(first)).toMatchObject({ mergedIntoId: third })
    expect((await api.listPosts(third)).map(({ id }) => id)).toEqual([third, second, first])
    expect(await (await api.merge(await api.rows.forumTopic(), first)).json()).toEqual({ intoId: third })
  })

  test('a merge is refused into itself, back again, and with what is not shown', async () => {
    const [into, from, hidden] = [
      await api.rows.forumTopic(),
      await api.rows.forumTopic(),
      await api.rows.forumTopic({ state: 'hidden' }),
    ]
    expect((await api.merge(into, into)).status).toBe(400)
    expect((await api.merge(into, MISSING)).status).toBe(404)
    expect((await api.merge(hidden, into)).status).toBe(409)
    expect((await api.merge(into, hidden)).status).toBe(409)
    expect((await api.merge(from, into)).status).toBe(200)
    expect((await api.merge(from, into)).status).toBe(200)
    expect((await api.merge(into, from)).status).toBe(409)
    expect(await api.listPosts(into)).toHaveLength(2)
  })

  test('a topic to merge into is found by words of its title, or by its address', async () => {
    const id = await api.rows.forumTopic({ title: 'Grease for gearboxes', lastPostAt: new Date(NOON + 9e9) })
    await api.rows.forumTopic({ title: 'Grease nobody sees', state: 'hidden' })
    const find = async (q: string) =>
      (await api.ask<{ items: TopicChoice[] }>('GET', `forum/topics?q=${encodeURIComponent(q)}`)).items
    expect(await find('greas gear')).toMatchObject([{ id, title: 'Grease for gearboxes', category: 'Pumps' }])
    expect(await find('grease')).toHaveLength(1)
    expect(await find(`https://uptime.example/forum/post/${id}#post-2`)).toMatchObject([{ id }])
    expect((await find(''))[0]).toMatchObject({ id })
    expect(await find('nothing like it')).toEqual([])
  })
})
