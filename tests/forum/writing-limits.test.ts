import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { problemOf } from '#tests/support/api.ts'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

let db: Db
let api: WritingApi
let ada: Member
let bob: Member
let staff: Member
withMembers((given) => {
  ;({ db, api, ada, bob, staff } = given)
})

const noticesOf = ({ id }: Member) => db.select().from(forumNotices).where(eq(forumNotices.userId, id))

describe('how often and how much', () => {
  test('one post in ten seconds, thirty an hour, for staff too (RL3)', async () => {
    const { topicId } = await api.begin(ada)
    const send = () => api.call(staff, 'POST', `topics/${topicId}/posts`, { source: 'x' })
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(429)
    for (let post = 2; post <= 30; post += 1) {
      api.clock.now += 11_000
      expect((await send()).status).toBe(201)
    }
    api.clock.now += 11_000
    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60)
  })

  test('a refused post is not counted, and neither is one that is sent again', async () => {
    const { topicId } = await api.begin(ada)
    await api.forgetLimits()
    const path = `topics/${topicId}/posts`
    expect((await api.call(bob, 'POST', path, { source: 'x', replyToId: crypto.randomUUID() })).status).toBe(400)
    const key = crypto.randomUUID()
    expect((await api.call(bob, 'POST', path, { source: 'x' }, { key })).status).toBe(201)
    expect((await api.call(bob, 'POST', path, { source: 'x' }, { key })).status).toBe(201)
    expect((await api.call(bob, 'POST', path, { source: 'y' })).status).toBe(429)
  })

  test('the first post of a new member waits, unseen, untold and uncounted; the next one does not', async () => {
    const carol = await api.person()
    const { topicId } = await api.begin(ada)
    await api.purged()
    const { post } = await api.reply(carol, topicId, { source: 'Hello' })
    expect(post).toMatchObject({ number: 2, state: 'review', html: '<p>Hello</p>' })
    expect(await api.topicRow(topicId)).toMatchObject({ replyCount: 0, lastNumber: 2, lastAuthorId: ada.id })
    expect(await api.purged()).toEqual([])
    expect((await noticesOf(ada)).filter((notice) => notice.postId === post.id)).toEqual([])
    await db.update(forumPosts).set({ state: 'shown' }).where(eq(forumPosts.id, post.id))
    expect((await api.reply(carol, topicId)).post).toMatchObject({ number: 3, state: 'shown' })
  })

  test('a topic of theirs waits with it', async () => {
    const carol = await api.person()
    const categoryId = await api.category()
    const { topicId, post } = await api.begin(carol, { categoryId })
    expect([post.state, (await api.topicRow(topicId)).state]).toEqual(['review', 'review'])
    expect((await api.categoryRow(categoryId)).topicCount).toBe(0)
  })

  test.each([
    ['links', 'https://a.example https://b.example https://c.example'],
    ['mentions', '@aaa @bbb @ccc @ddd'],
  ])('a new member’s post holds few %s; five posts later it may', async (what, source) => {
    const carol = await api.person()
    const { topicId } = await api.begin(ada)
    const path = `topics/${topicId}/posts`
    await api.forgetLimits()
    const problem = await problemOf(await api.call(carol, 'POST', path, { source }))
    expect(problem.errors).toMatchObject([{ field: 'source', message: expect.stringContaining(what) }])
    await api.reply(await api.known(), topicId, { source })
    await api.reply(await api.person('moderator'), topicId, { source })
  })

  test('five posts an hour until five were shown', async () => {
    const carol = await api.person()
    const { topicId } = await api.begin(ada)
    for (let post = 1; post <= 6; post += 1) {
      api.clock.now += 11_000
      const answer = await api.call(carol, 'POST', `topics/${topicId}/posts`, { source: 'x' })
      expect(answer.status).toBe(post <= 5 ? 201 : 429)
    }
  })
})
