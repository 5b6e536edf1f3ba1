import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { Posted, PostSource } from '#src/contract/forum-post.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let db: Db
let api: WritingApi
let ada: Member
let bob: Member
let staff: Member
withMembers((given) => {
  ;({ db, api, ada, bob, staff } = given)
})

const edit = (who: Member, id: string, body: object) => api.call(who, 'PATCH', `posts/${id}`, { version: 1, ...body })
const revisionsOf = (id: string) =>
  db.select().from(forumRevisions).where(eq(forumRevisions.postId, id)).orderBy(asc(forumRevisions.number))
const setPost = (id: string, set: object) => db.update(forumPosts).set(set).where(eq(forumPosts.id, id))
const setTopic = (id: string, set: object) => db.update(forumTopics).set(set).where(eq(forumTopics.id, id))

describe('a change of one’s own post', () => {
  test('within five minutes leaves no trace', async () => {
    const { topicId } = await api.begin(ada)
    api.clock.now += 5 * MINUTE
    const answer = await edit(ada, topicId, { source: '*Hotter*', title: 'Bearing runs hotter' })
    const { post, version }: Posted = await answer.json()
    expect([post.html, post.editedAt, version]).toEqual(['<p><em>Hotter</em></p>', null, 2])
    expect(await revisionsOf(topicId)).toEqual([])
    expect((await api.topicRow(topicId)).title).toBe('Bearing runs hotter')
    expect(await api.postRow(topicId)).toMatchObject({ title: 'Bearing runs hotter', plain: 'Hotter' })
    expect(await api.purged()).toEqual(expect.arrayContaining([FORUM_TAG.topic(topicId), FORUM_TAG.lists]))
  })

  test('later keeps each text before it, and says when', async () => {
    const { topicId } = await api.begin(ada)
    api.clock.now += 5 * MINUTE + 1
    await edit(ada, topicId, { source: 'Second' })
    api.clock.now += HOUR
    const answer: Posted = await (await edit(ada, topicId, { version: 2, source: 'Third' })).json()
    expect(answer.post).toMatchObject({ editedAt: api.clock.now, isEditedByStaff: false })
    expect(await revisionsOf(topicId)).toMatchObject([
      { number: 1, source: 'At 1,500 rpm.', title: 'Bearing runs hot', editorId: ada.id },
      { number: 2, source: 'Second', createdAt: new Date(api.clock.now) },
    ])
  })

  test('that changes nothing is none', async () => {
    const { topicId } = await api.begin(ada)
    api.clock.now += HOUR
    const before = await fingerprint(db, ['rate_limits'])
    expect((await edit(ada, topicId, { source: 'At 1,500 rpm.' })).status).toBe(200)
    expect(await fingerprint(db, ['rate_limits'])).toBe(before)
  })

  test('of another version is a conflict', async () => {
    const { topicId } = await api.begin(ada)
    expect((await edit(ada, topicId, { version: 2, source: 'x' })).status).toBe(409)
    expect((await api.postRow(topicId)).source).toBe('At 1,500 rpm.')
  })

  test('ends after a day', async () => {
    const { topicId } = await api.begin(ada)
    api.clock.now += 24 * HOUR
    expect((await edit(ada, topicId, { source: 'x' })).status).toBe(200)
    api.clock.now += 1
    expect((await edit(ada, topicId, { version: 2, source: 'y' })).status).toBe(403)
  })

  test('is for the author only, not in a locked topic, and not for hidden posts', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(ada, topicId)
    for (const who of [bob, staff]) expect((await edit(who, post.id, { source: 'x' })).status).toBe(403)
    await setTopic(topicId, { isLocked: true })
    expect((await edit(ada, post.id, { source: 'x' })).status).toBe(403)
    await setTopic(topicId, { isLocked: false })
    await setPost(post.id, { state: 'hidden' })
    expect((await edit(ada, post.id, { source: 'x' })).status).toBe(403)
    expect((await edit(bob, post.id, { source: 'x' })).status).toBe(404)
    await setPost(post.id, { state: 'deleted' })
    expect((await edit(ada, post.id, { source: 'x' })).status).toBe(404)
    expect((await api.postRow(post.id)).source).toBe('Check the grease.')
  })

  test('gives no reply a title, and a new member no more than a new post may hold', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(ada, topicId)
    expect((await edit(ada, post.id, { source: 'x', title: 'A title' })).status).toBe(400)
    const carol = await api.person()
    const own = await api.reply(carol, topicId)
    const links = 'https://a.example https://b.example https://c.example'
    expect((await edit(carol, own.post.id, { source: links })).status).toBe(400)
    expect((await edit(carol, own.post.id, { source: 'Hello' })).status).toBe(200)
    expect((await api.postRow(own.post.id)).state).toBe('review')
  })

  test('begins from the typed text, which only the author gets', async () => {
    const { topicId } = await api.begin(ada, { source: '**a**' })
    const ask = async (who: Member) => api.call(who, 'GET', `posts/${topicId}/source`)
    const source: PostSource = await (await ask(ada)).json()
    expect(source).toEqual({ id: topicId, topicId, number: 1, title: 'Bearing runs hot', source: '**a**', version: 1 })
    expect([(await ask(staff)).status, (await ask(bob)).status]).toEqual([200, 404])
  })
})
