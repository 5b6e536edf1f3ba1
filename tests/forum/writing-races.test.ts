import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { atOnce, statuses, withCrowd } from './crowd.ts'
import type { Member, WritingApi } from './writing-api.ts'

describe('members who write at the same time', () => {
  let db: Db
  let api: WritingApi
  let ada: Member
  let others: Member[]
  withCrowd((given) => {
    ;({ db, api, ada, others } = given)
  })
  const first = () => others[0] ?? ada

  test('twenty replies get the numbers from 2 to 21, and are counted', async () => {
    const { topicId } = await api.begin(ada)
    await api.forgetLimits()
    const path = `topics/${topicId}/posts`
    const answers = await atOnce(20, (index) => api.call(others[index] ?? null, 'POST', path, { source: 'x' }))
    expect(statuses(answers)).toEqual(Array(20).fill(201))
    const posts = await db.select().from(forumPosts).where(eq(forumPosts.topicId, topicId))
    expect(posts.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, at) => at + 1),
    )
    expect(await api.topicRow(topicId)).toMatchObject({ replyCount: 20, lastNumber: 21 })
  })

  test('twenty with one key are one post, and all hear the same (DB3)', async () => {
    const { topicId } = await api.begin(ada)
    const key = crypto.randomUUID()
    await api.forgetLimits()
    const answers = await atOnce(20, () =>
      api.call(first(), 'POST', `topics/${topicId}/posts`, { source: 'x' }, { key }),
    )
    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(told).toEqual(Array(20).fill([201, told[0]?.[1]]))
    expect(await api.topicRow(topicId)).toMatchObject({ replyCount: 1, lastNumber: 2 })
  })

  test('twenty with one key begin one topic; with a text each, one is taken', async () => {
    const categoryId = await api.category()
    const send = (key: string, source: string) =>
      api.call(first(), 'POST', 'topics', { categoryId, title: 'Bearing runs hot', source }, { key })
    const key = crypto.randomUUID()
    await api.forgetLimits()
    expect(statuses(await atOnce(20, () => send(key, 'x')))).toEqual(Array(20).fill(201))
    await api.forgetLimits()
    const other = crypto.randomUUID()
    expect(statuses(await atOnce(20, (index) => send(other, `x ${index}`)))).toEqual([201, ...Array(19).fill(409)])
    expect((await api.categoryRow(categoryId)).topicCount).toBe(2)
  })

  test('twenty posts of one member without a key: one in ten seconds (RL4)', async () => {
    const { topicId } = await api.begin(ada)
    await api.forgetLimits()
    const answers = await atOnce(20, () => api.call(first(), 'POST', `topics/${topicId}/posts`, { source: 'x' }))
    expect(statuses(answers)).toEqual([201, ...Array(19).fill(429)])
    expect((await api.topicRow(topicId)).replyCount).toBe(1)
  })

  test('twenty changes of one version: one is saved, the others get a conflict', async () => {
    const { topicId } = await api.begin(ada)
    const answers = await atOnce(20, (index) =>
      api.call(ada, 'PATCH', `posts/${topicId}`, { version: 1, source: `Change ${index}` }),
    )
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(409)])
    expect((await api.postRow(topicId)).version).toBe(2)
  })

  test('a change against a lock: it was before, or it is refused', async () => {
    for (let run = 0; run < 8; run += 1) {
      const { topicId } = await api.begin(ada)
      const lock = db.transaction(async (tx) => {
        await tx.update(forumTopics).set({ isLocked: true }).where(eq(forumTopics.id, topicId))
        const [post] = await tx.select().from(forumPosts).where(eq(forumPosts.id, topicId))
        return post?.source
      })
      const [answer, before] = await Promise.all([
        api.call(ada, 'PATCH', `posts/${topicId}`, { version: 1, source: 'Changed' }),
        lock,
      ])
      const source = (await api.postRow(topicId)).source
      expect(answer.status === 200 ? 'Changed' : before).toBe(source)
      if (before === 'Changed') expect(answer.status).toBe(200)
    }
  })

  test('a topic deleted against a reply: either goes, or both stay', async () => {
    for (let run = 0; run < 8; run += 1) {
      const categoryId = await api.category()
      const { topicId } = await api.begin(ada, { categoryId })
      await api.forgetLimits()
      const [deleted, replied] = await Promise.all([
        api.call(ada, 'DELETE', `posts/${topicId}`),
        api.call(first(), 'POST', `topics/${topicId}/posts`, { source: 'x' }),
      ])
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual([deleted.status, replied.status])
      const { state, replyCount } = await api.topicRow(topicId)
      const { topicCount } = await api.categoryRow(categoryId)
      expect([state, replyCount, topicCount]).toEqual(deleted.status === 200 ? ['deleted', 0, 0] : ['shown', 1, 1])
    }
  })
})
