import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { problemOf } from '#tests/support/api.ts'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

const HOUR = 3_600_000
let db: Db
let api: WritingApi
let ada: Member
let bob: Member
let staff: Member
withMembers((given) => {
  ;({ db, api, ada, bob, staff } = given)
})

const setPost = (id: string, set: object) => db.update(forumPosts).set(set).where(eq(forumPosts.id, id))

describe('a deletion of one’s own post', () => {
  test('leaves the place of a reply, without a word of it', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(bob, topicId)
    await api.call(ada, 'PUT', `posts/${post.id}/thanks`)
    await api.call(ada, 'PUT', `topics/${topicId}/solution`, { postId: post.id })
    api.clock.now += 48 * HOUR
    const answer: Posted = await (await api.call(bob, 'DELETE', `posts/${post.id}`)).json()
    expect(answer.post).toMatchObject({ number: 2, state: 'deleted', html: '', author: null, thankCount: 0 })
    expect(await api.topicRow(topicId)).toMatchObject({
      replyCount: 0,
      thankCount: 0,
      solvedPostId: null,
      lastAuthorId: ada.id,
    })
    expect(await api.purged()).toEqual(expect.arrayContaining([FORUM_TAG.topic(topicId), FORUM_TAG.member(bob.id)]))
    expect((await api.reply(bob, topicId)).post.number).toBe(3)
    expect((await api.call(bob, 'DELETE', `posts/${post.id}`)).status).toBe(200)
    expect((await api.topicRow(topicId)).replyCount).toBe(1)
  })

  test('deletes an opening post with its topic, as long as there are no replies', async () => {
    const categoryId = await api.category()
    const { topicId } = await api.begin(ada, { categoryId })
    const { post } = await api.reply(bob, topicId)
    expect((await problemOf(await api.call(ada, 'DELETE', `posts/${topicId}`))).status).toBe(409)
    await api.call(bob, 'DELETE', `posts/${post.id}`)
    expect((await api.call(ada, 'DELETE', `posts/${topicId}`)).status).toBe(200)
    expect((await api.topicRow(topicId)).state).toBe('deleted')
    expect((await api.categoryRow(categoryId)).topicCount).toBe(0)
  })

  test('of a topic that waits for its review counts nothing', async () => {
    const carol = await api.person()
    const categoryId = await api.category()
    const { topicId } = await api.begin(carol, { categoryId })
    expect((await api.call(carol, 'DELETE', `posts/${topicId}`)).status).toBe(200)
    expect((await api.categoryRow(categoryId)).topicCount).toBe(0)
  })

  test('is for the author only, and not for hidden posts', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(ada, topicId)
    for (const who of [bob, staff]) expect((await api.call(who, 'DELETE', `posts/${post.id}`)).status).toBe(403)
    await setPost(post.id, { state: 'hidden' })
    expect((await api.call(ada, 'DELETE', `posts/${post.id}`)).status).toBe(403)
    expect((await api.call(bob, 'DELETE', `posts/${post.id}`)).status).toBe(404)
  })
})
