import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumFlags, forumPosts } from '#db/schema/forum-posts.ts'
import { auditLog } from '#db/schema/index.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

let db: Db
let api: WritingApi
let ada: Member
let bob: Member
let staff: Member
withMembers((given) => {
  ;({ db, api, ada, bob, staff } = given)
})

const setPost = (id: string, set: object) => db.update(forumPosts).set(set).where(eq(forumPosts.id, id))

describe('thanks', () => {
  test('count once, and can be taken back', async () => {
    const { topicId } = await api.begin(ada)
    await api.purged()
    const send = async (method: string) => (await api.call(bob, method, `posts/${topicId}/thanks`)).json()
    expect(await send('PUT')).toEqual({ thankCount: 1, hasThanked: true })
    expect(await send('PUT')).toEqual({ thankCount: 1, hasThanked: true })
    expect((await api.topicRow(topicId)).thankCount).toBe(1)
    expect(await api.purged()).toEqual(expect.arrayContaining([FORUM_TAG.topic(topicId), FORUM_TAG.member(ada.id)]))
    expect(await send('DELETE')).toEqual({ thankCount: 0, hasThanked: false })
    expect(await send('DELETE')).toEqual({ thankCount: 0, hasThanked: false })
    expect((await api.topicRow(topicId)).thankCount).toBe(0)
  })

  test('are not for one’s own posts, nor for posts that are not shown', async () => {
    const { topicId } = await api.begin(ada)
    expect((await api.call(ada, 'PUT', `posts/${topicId}/thanks`)).status).toBe(403)
    const { post } = await api.reply(ada, topicId)
    for (const state of ['review', 'hidden', 'deleted']) {
      await setPost(post.id, { state })
      for (const method of ['PUT', 'DELETE'])
        expect((await api.call(bob, method, `posts/${post.id}/thanks`)).status).toBe(404)
      expect((await api.call(bob, 'POST', `posts/${post.id}/flags`, { reason: 'spam' })).status).toBe(404)
    }
  })
})

describe('a solution', () => {
  test('is chosen by the topic’s author; the reply’s author is notified, and it is not audited', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(bob, topicId)
    const choose = (who: Member, postId: string | null) =>
      api.call(who, 'PUT', `topics/${topicId}/solution`, { postId })
    expect((await choose(bob, post.id)).status).toBe(403)
    const before = await db.$count(auditLog)
    expect(await (await choose(ada, post.id)).json()).toEqual({ solvedPostId: post.id })
    const told = await db.select().from(forumNotices).where(eq(forumNotices.postId, post.id))
    expect(told.filter(({ kind }) => kind === 'solved')).toMatchObject([{ userId: bob.id, actorId: ada.id }])
    expect(await db.$count(auditLog)).toBe(before)
    expect((await choose(staff, null)).status).toBe(200)
    expect((await api.topicRow(topicId)).solvedPostId).toBeNull()
    expect(await db.$count(auditLog)).toBe(before + 1)
  })

  test('is a shown reply of the topic', async () => {
    const { topicId } = await api.begin(ada)
    const other = await api.begin(ada)
    const { post } = await api.reply(bob, topicId)
    const elsewhere = await api.reply(bob, other.topicId)
    await setPost(post.id, { state: 'hidden' })
    for (const postId of [topicId, post.id, elsewhere.post.id, crypto.randomUUID()])
      expect((await api.call(ada, 'PUT', `topics/${topicId}/solution`, { postId })).status).toBe(400)
  })
})

describe('a flag', () => {
  test('reaches the moderators once for each member, and purges nothing', async () => {
    const { topicId } = await api.begin(ada)
    await api.purged()
    const flag = (who: Member, body: object) => api.call(who, 'POST', `posts/${topicId}/flags`, body)
    expect((await flag(ada, { reason: 'spam' })).status).toBe(403)
    expect((await flag(bob, { reason: 'nice' })).status).toBe(400)
    expect((await flag(bob, { reason: 'rude', note: 'Second line' })).status).toBe(201)
    expect((await flag(bob, { reason: 'spam' })).status).toBe(201)
    const flags = await db.select().from(forumFlags).where(eq(forumFlags.postId, topicId))
    expect(flags).toMatchObject([{ userId: bob.id, reason: 'rude', note: 'Second line', handledAt: null }])
    expect(await api.purged()).toEqual([])
  })
})
