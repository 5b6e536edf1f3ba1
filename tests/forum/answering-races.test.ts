import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumFlags, forumThanks } from '#db/schema/forum-posts.ts'
import { atOnce, countedAnew, statuses, withCrowd } from './crowd.ts'
import type { Member, WritingApi } from './writing-api.ts'

describe('members who answer a post at the same time', () => {
  let db: Db
  let api: WritingApi
  let ada: Member
  let others: Member[]
  withCrowd((given) => {
    ;({ db, api, ada, others } = given)
  })
  const [first, second] = [() => others[0] ?? ada, () => others[1] ?? ada]

  test('twenty thank for one post: twenty thanks, on the post and its topic', async () => {
    const { topicId } = await api.begin(ada)
    const answers = await atOnce(20, (index) => api.call(others[index] ?? null, 'PUT', `posts/${topicId}/thanks`))
    expect(statuses(answers)).toEqual(Array(20).fill(200))
    expect([(await api.postRow(topicId)).thankCount, (await api.topicRow(topicId)).thankCount]).toEqual([20, 20])
    expect(await db.$count(forumThanks, eq(forumThanks.postId, topicId))).toBe(20)
  })

  test('one thanks twenty times: one; and takes it back twenty times: none', async () => {
    const { topicId } = await api.begin(ada)
    const answers = await atOnce(20, () => api.call(first(), 'PUT', `posts/${topicId}/thanks`))
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(
      Array(20).fill({ thankCount: 1, hasThanked: true }),
    )
    await atOnce(20, () => api.call(first(), 'DELETE', `posts/${topicId}/thanks`))
    expect([(await api.postRow(topicId)).thankCount, (await api.topicRow(topicId)).thankCount]).toEqual([0, 0])
  })

  test('thanks and taking them back at the same time: the count matches the rows', async () => {
    const { topicId } = await api.begin(ada)
    await atOnce(20, (index) =>
      api.call(others[index % 4] ?? null, index % 3 === 0 ? 'DELETE' : 'PUT', `posts/${topicId}/thanks`),
    )
    const stand = await db.$count(forumThanks, eq(forumThanks.postId, topicId))
    expect([(await api.postRow(topicId)).thankCount, (await api.topicRow(topicId)).thankCount]).toEqual([stand, stand])
  })

  test('a reply deleted during twenty replies and thanks: the counts match the rows', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(first(), topicId)
    await api.forgetLimits()
    await Promise.all([
      ...others.slice(1).map((who) => api.call(who, 'POST', `topics/${topicId}/posts`, { source: 'x' })),
      ...others.slice(1).map((who) => api.call(who, 'PUT', `posts/${post.id}/thanks`)),
      api.call(first(), 'DELETE', `posts/${post.id}`),
    ])
    const { replyCount, thankCount } = await api.topicRow(topicId)
    expect({ replyCount, thankCount }).toEqual(await countedAnew(db, topicId))
    expect(replyCount).toBe(19)
  })

  test('a solution chosen while it is deleted: no topic is solved by a post that is not shown', async () => {
    for (let run = 0; run < 8; run += 1) {
      const { topicId } = await api.begin(ada)
      const { post } = await api.reply(first(), topicId)
      await Promise.all([
        api.call(ada, 'PUT', `topics/${topicId}/solution`, { postId: post.id }),
        api.call(first(), 'DELETE', `posts/${post.id}`),
      ])
      expect((await api.topicRow(topicId)).solvedPostId).toBeNull()
    }
  })

  test('twenty marks of one solution tell its author once', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(second(), topicId)
    await atOnce(20, () => api.call(ada, 'PUT', `topics/${topicId}/solution`, { postId: post.id }))
    const isTold = and(eq(forumNotices.postId, post.id), eq(forumNotices.kind, 'solved'))
    expect(await db.$count(forumNotices, isTold)).toBe(1)
  })

  test('twenty flags of one member are one', async () => {
    const { topicId } = await api.begin(ada)
    const answers = await atOnce(20, () => api.call(first(), 'POST', `posts/${topicId}/flags`, { reason: 'spam' }))
    expect(statuses(answers)).toEqual(Array(20).fill(201))
    expect(await db.$count(forumFlags, eq(forumFlags.postId, topicId))).toBe(1)
  })

  test('everything at once on a few topics: no deadlock, and all counts are right', async () => {
    const categoryId = await api.category()
    const topics = await Promise.all(
      [ada, first(), second()].map(async (who) => (await api.begin(who, { categoryId })).topicId),
    )
    await api.forgetLimits()
    const answers = await atOnce(60, (index) => {
      const who = others[index % 20] ?? ada
      const topicId = topics[index % 3] ?? ''
      if (index % 4 === 0)
        return api.call(who, 'POST', 'topics', { categoryId, title: 'Bearing runs hot', source: 'x' })
      if (index % 4 === 1) return api.call(who, 'POST', `topics/${topicId}/posts`, { source: 'x' })
      if (index % 4 === 2) return api.call(who, 'PUT', `posts/${topicId}/thanks`)
      return api.call(ada, 'DELETE', `posts/${topicId}`)
    })
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    for (const topicId of topics) expect(await api.topicRow(topicId)).toMatchObject(await countedAnew(db, topicId))
    const isShown = and(eq(forumTopics.categoryId, categoryId), eq(forumTopics.state, 'shown'))
    const shown = await db.$count(forumTopics, isShown)
    const [row] = await db.select().from(forumCategories).where(eq(forumCategories.id, categoryId))
    expect(row?.topicCount).toBe(shown)
  })
})
