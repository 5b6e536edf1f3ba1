import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profiles } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumFlags, forumPosts, forumRevisions } from '#db/schema/forum-posts.ts'
import { auditLog } from '#db/schema/index.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { MyTopic, Posted, PostSource } from '#src/contract/forum-post.ts'
import { usernameKey } from '#src/contract/username.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { type Member, writingApi } from './writing-api.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let opened: TestDb
let api: Awaited<ReturnType<typeof writingApi>>
let ada: Member
let bob: Member
let staff: Member
beforeAll(async () => {
  opened = await testDb()
  api = await writingApi(opened.db)
  ada = await api.known()
  bob = await api.known()
  staff = await api.person('moderator')
})
beforeEach(async () => {
  await api.forgetLimits()
  await api.purged()
})
afterAll(() => opened.close())

const edit = (who: Member, id: string, body: object) => api.call(who, 'PATCH', `posts/${id}`, { version: 1, ...body })
const revisionsOf = (id: string) =>
  opened.db.select().from(forumRevisions).where(eq(forumRevisions.postId, id)).orderBy(asc(forumRevisions.number))
const setPost = (id: string, set: object) => opened.db.update(forumPosts).set(set).where(eq(forumPosts.id, id))
const setTopic = (id: string, set: object) => opened.db.update(forumTopics).set(set).where(eq(forumTopics.id, id))

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
    const before = await fingerprint(opened.db, ['rate_limits'])
    expect((await edit(ada, topicId, { source: 'At 1,500 rpm.' })).status).toBe(200)
    expect(await fingerprint(opened.db, ['rate_limits'])).toBe(before)
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

  test('is nobody else’s, not of a locked topic, and not of what a moderator hid', async () => {
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

  test('begins from what was typed, which nobody else is given', async () => {
    const { topicId } = await api.begin(ada, { source: '**a**' })
    const ask = async (who: Member) => api.call(who, 'GET', `posts/${topicId}/source`)
    const source: PostSource = await (await ask(ada)).json()
    expect(source).toEqual({ id: topicId, topicId, number: 1, title: 'Bearing runs hot', source: '**a**', version: 1 })
    expect([(await ask(staff)).status, (await ask(bob)).status]).toEqual([200, 404])
  })
})

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

  test('takes an opening post with its topic, as long as nobody has replied', async () => {
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

  test('is nobody else’s, and not of what a moderator hid', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(ada, topicId)
    for (const who of [bob, staff]) expect((await api.call(who, 'DELETE', `posts/${post.id}`)).status).toBe(403)
    await setPost(post.id, { state: 'hidden' })
    expect((await api.call(ada, 'DELETE', `posts/${post.id}`)).status).toBe(403)
    expect((await api.call(bob, 'DELETE', `posts/${post.id}`)).status).toBe(404)
  })
})

describe('thanks', () => {
  test('count once, and can be taken back', async () => {
    const { topicId } = await api.begin(ada)
    const send = async (method: string) => (await api.call(bob, method, `posts/${topicId}/thanks`)).json()
    expect(await send('PUT')).toEqual({ thankCount: 1, hasThanked: true })
    expect(await send('PUT')).toEqual({ thankCount: 1, hasThanked: true })
    expect((await api.topicRow(topicId)).thankCount).toBe(1)
    expect(await api.purged()).toEqual(expect.arrayContaining([FORUM_TAG.topic(topicId), FORUM_TAG.member(ada.id)]))
    expect(await send('DELETE')).toEqual({ thankCount: 0, hasThanked: false })
    expect(await send('DELETE')).toEqual({ thankCount: 0, hasThanked: false })
    expect((await api.topicRow(topicId)).thankCount).toBe(0)
  })

  test('are not for oneself, nor for what nobody sees', async () => {
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
  test('is chosen by who began the topic; its author is told, and no audit row is written', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(bob, topicId)
    const choose = (who: Member, postId: string | null) =>
      api.call(who, 'PUT', `topics/${topicId}/solution`, { postId })
    expect((await choose(bob, post.id)).status).toBe(403)
    const before = await opened.db.$count(auditLog)
    expect(await (await choose(ada, post.id)).json()).toEqual({ solvedPostId: post.id })
    const told = await opened.db.select().from(forumNotices).where(eq(forumNotices.postId, post.id))
    expect(told.filter(({ kind }) => kind === 'solved')).toMatchObject([{ userId: bob.id, actorId: ada.id }])
    expect(await opened.db.$count(auditLog)).toBe(before)
    expect((await choose(staff, null)).status).toBe(200)
    expect((await api.topicRow(topicId)).solvedPostId).toBeNull()
    expect(await opened.db.$count(auditLog)).toBe(before + 1)
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
    const flags = await opened.db.select().from(forumFlags).where(eq(forumFlags.postId, topicId))
    expect(flags).toMatchObject([{ userId: bob.id, reason: 'rude', note: 'Second line', handledAt: null }])
    expect(await api.purged()).toEqual([])
  })
})

describe('what a topic’s page is to its viewer', () => {
  const mine = async (who: Member, topicId: string, posts: string[] = []): Promise<MyTopic> => {
    const answer = await api.call(who, 'GET', `topics/${topicId}/mine?posts=${posts.join(',')}`)
    expect(answer.status).toBe(200)
    return answer.json()
  }

  test('says what they did, and what they may do', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(bob, topicId)
    await api.call(bob, 'PUT', `posts/${topicId}/thanks`)
    await api.call(bob, 'POST', `posts/${topicId}/flags`, { reason: 'other' })
    const until = api.clock.now + 24 * HOUR
    const elsewhere = await api.begin(ada)
    expect(await mine(bob, topicId, [topicId, post.id, elsewhere.topicId, crypto.randomUUID()])).toMatchObject({
      ...{
        topicId,
        isFollowing: true,
        closedBecause: null,
        maySolve: false,
        mayModerate: false,
        mayBan: false,
        waiting: [],
      },
      posts: [
        {
          id: topicId,
          authorId: null,
          isOwn: false,
          hasThanked: true,
          hasFlagged: true,
          editableUntil: null,
          mayDelete: false,
        },
        { id: post.id, isOwn: true, hasThanked: false, editableUntil: until, mayDelete: true, version: 1 },
      ],
    })
    expect(await mine(ada, topicId, [topicId])).toMatchObject({
      maySolve: true,
      posts: [{ isOwn: true, editableUntil: until, mayDelete: false }],
    })
    expect(await mine(staff, topicId)).toMatchObject({ maySolve: true, mayModerate: true, mayBan: false })
  })

  test('follows as they choose, though they write in it again', async () => {
    const { topicId } = await api.begin(ada)
    expect(await (await api.call(ada, 'PUT', `topics/${topicId}/follow`, { isOn: false })).json()).toEqual({
      isFollowing: false,
    })
    await api.reply(ada, topicId)
    expect((await mine(ada, topicId)).isFollowing).toBe(false)
    expect((await api.call(bob, 'PUT', `topics/${topicId}/follow`, { isOn: true })).status).toBe(200)
    expect((await mine(bob, topicId)).isFollowing).toBe(true)
    expect((await api.call(bob, 'PUT', `topics/${crypto.randomUUID()}/follow`, { isOn: true })).status).toBe(404)
  })

  test('shows their own posts that wait or were hidden, with the reason, to nobody else', async () => {
    const carol = await api.person()
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(carol, topicId, { source: 'Hello' })
    await setPost(post.id, { state: 'hidden', stateReason: 'It sells something.' })
    expect((await mine(carol, topicId)).waiting).toMatchObject([
      { id: post.id, state: 'hidden', html: '<p>Hello</p>', stateReason: 'It sells something.' },
    ])
    for (const who of [ada, staff]) expect((await mine(who, topicId)).waiting).toEqual([])
  })

  test('says why nobody replies now', async () => {
    const { topicId } = await api.begin(ada)
    await setTopic(topicId, { slowSeconds: 60 })
    await api.reply(ada, topicId)
    expect((await mine(ada, topicId)).closedBecause).toContain('slow mode')
    await setTopic(topicId, { isLocked: true })
    expect((await mine(bob, topicId)).closedBecause).toBe('This topic is locked.')
    expect((await mine(await api.person('pending'), topicId)).closedBecause).toContain('approved')
    expect((await mine(await api.person('rejected'), topicId)).closedBecause).toContain('not approved')
  })

  test('in review is there for its author alone', async () => {
    const carol = await api.person()
    const { topicId } = await api.begin(carol)
    expect((await mine(carol, topicId)).waiting).toHaveLength(1)
    for (const who of [ada, staff]) expect((await api.call(who, 'GET', `topics/${topicId}/mine`)).status).toBe(404)
  })

  test('is asked about sixty posts at most', async () => {
    const { topicId } = await api.begin(ada)
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',')
    expect((await api.call(ada, 'GET', `topics/${topicId}/mine?posts=${ids(60)}`)).status).toBe(200)
    expect((await api.call(ada, 'GET', `topics/${topicId}/mine?posts=${ids(61)}`)).status).toBe(400)
    expect((await api.call(ada, 'GET', `topics/${topicId}/mine?posts=x`)).status).toBe(400)
  })
})

test('who can be mentioned: approved members whose username begins so, eight at most', async () => {
  const name = async (member: Member, username: string) =>
    opened.db
      .update(profiles)
      .set({ username, usernameKey: usernameKey(username) })
      .where(eq(profiles.id, member.id))
  for (let one = 0; one < 9; one += 1) await name(await api.person(), `Zoe${'x'.repeat(one)}`)
  await name(await api.person('pending'), 'zoepending')
  await opened.db.update(profiles).set({ fullName: 'Zoe Bright' }).where(eq(profiles.id, bob.id))
  const find = async (q: string) => {
    const answer = await api.call(ada, 'GET', `members?q=${encodeURIComponent(q)}`)
    const { items }: { items: { username: string }[] } = await answer.json()
    return items.map(({ username }) => username)
  }
  expect(await find('zo')).toEqual(Array.from({ length: 8 }, (_, one) => `Zoe${'x'.repeat(one)}`))
  expect(await find('ZOEXXXXXXX')).toEqual(['Zoexxxxxxx', 'Zoexxxxxxxx'])
  expect(await find('zoep')).toEqual([])
  for (const q of ['', ' ', '@', "%' or 1=1"]) expect(await find(q)).toEqual([])
})
