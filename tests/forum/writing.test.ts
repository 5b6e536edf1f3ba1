import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profiles } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { Posted, Preview } from '#src/contract/forum-post.ts'
import { usernameKey } from '#src/contract/username.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type Member, writingApi } from './writing-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof writingApi>>
let ada: Member
let bob: Member
beforeAll(async () => {
  opened = await testDb()
  api = await writingApi(opened.db)
  ada = await api.known()
  bob = await api.known()
})
beforeEach(async () => {
  await api.forgetLimits()
  await api.purged()
})
afterAll(() => opened.close())

const noticesOf = ({ id }: Member) => opened.db.select().from(forumNotices).where(eq(forumNotices.userId, id))
const { lists, search, category, member, topic } = FORUM_TAG

describe('a new topic', () => {
  test('is shown with its first post, counted, followed by its author, and purges what it changes', async () => {
    const categoryId = await api.category()
    const { topicId, version, post } = await api.begin(ada, { categoryId, source: '**Hot** at `1,500`' })
    expect(post).toMatchObject({
      id: topicId,
      number: 1,
      state: 'shown',
      thankCount: 0,
      isSolution: false,
      editedAt: null,
    })
    expect([version, post.html]).toEqual([1, '<p><strong>Hot</strong> at <code>1,500</code></p>'])
    expect(await api.topicRow(topicId)).toMatchObject({ categoryId, replyCount: 0, lastNumber: 1, state: 'shown' })
    expect(await api.postRow(topicId)).toMatchObject({ title: 'Bearing runs hot', plain: 'Hot at 1,500' })
    expect((await api.categoryRow(categoryId)).topicCount).toBe(1)
    expect(await opened.db.$count(forumFollows, eq(forumFollows.topicId, topicId))).toBe(1)
    expect(await api.purged()).toEqual([category(categoryId), lists, member(ada.id), search, topic(topicId)].toSorted())
  })

  test.each([
    ['categoryId', { categoryId: crypto.randomUUID() }],
    ['title', { title: 'Hot' }],
    ['title', { title: 'x'.repeat(151) }],
    ['source', { source: '  ' }],
    ['source', { source: 'x'.repeat(20_001) }],
    ['source', { source: '[a]: /b' }],
    ['source', { source: '>'.repeat(2000) }],
  ])('with a wrong %s is refused there', async (field, wrong) => {
    const good = { categoryId: await api.category(), title: 'Bearing runs hot', source: 'At 1,500 rpm.' }
    const problem = await problemOf(await api.call(ada, 'POST', 'topics', { ...good, ...wrong }))
    expect(problem).toMatchObject({ status: 400, errors: [{ field }] })
  })

  test('in a closed category is refused', async () => {
    const categoryId = await api.category({ isClosed: true })
    const answer = await api.call(ada, 'POST', 'topics', { categoryId, title: 'Bearing runs hot', source: 'x' })
    expect((await problemOf(answer)).detail).toContain('closed')
    expect(answer.status).toBe(403)
  })
})

describe('a reply', () => {
  test('gets the next number, counts, moves the topic up and is told to who follows', async () => {
    const { topicId } = await api.begin(ada)
    await api.purged()
    api.clock.now += 60_000
    const { post } = await api.reply(bob, topicId, { replyToId: topicId })
    expect(post).toMatchObject({ number: 2, replyTo: { id: topicId, number: 1 } })
    expect(await api.topicRow(topicId)).toMatchObject({
      ...{ replyCount: 1, lastNumber: 2, lastAuthorId: bob.id },
      lastPostAt: new Date(api.clock.now),
    })
    expect(await noticesOf(ada)).toMatchObject([{ kind: 'reply', postId: post.id, actorId: bob.id }])
    expect(await api.purged()).toEqual(expect.arrayContaining([topic(topicId), lists, member(bob.id)]))
  })

  test('answers only a post of its own topic', async () => {
    const { topicId } = await api.begin(ada)
    const other = await api.begin(ada)
    const answer = await api.call(bob, 'POST', `topics/${topicId}/posts`, { source: 'x', replyToId: other.topicId })
    expect(await problemOf(answer)).toMatchObject({ status: 400, errors: [{ field: 'replyToId' }] })
  })

  test.each([
    ['locked', { isLocked: true }, 403],
    ['hidden', { state: 'hidden' }, 404],
    ['deleted', { state: 'deleted' }, 404],
    ['in review', { state: 'review' }, 404],
  ] as const)('to a topic that is %s is refused, whoever sends it', async (_what, set, status) => {
    const { topicId } = await api.begin(ada)
    await opened.db.update(forumTopics).set(set).where(eq(forumTopics.id, topicId))
    for (const who of [ada, bob, await api.person('moderator')]) {
      await api.forgetLimits()
      const answer = await api.call(who, 'POST', `topics/${topicId}/posts`, { source: 'x' })
      expect(answer.status).toBe(status)
    }
    expect((await api.topicRow(topicId)).lastNumber).toBe(1)
  })

  test('in slow mode waits its time, but for staff; the opening post does not count', async () => {
    const { topicId } = await api.begin(ada)
    await opened.db.update(forumTopics).set({ slowSeconds: 300 }).where(eq(forumTopics.id, topicId))
    await api.reply(ada, topicId)
    api.clock.now += 100_000
    await api.forgetLimits()
    const early = await api.call(ada, 'POST', `topics/${topicId}/posts`, { source: 'x' })
    expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '200'])
    expect((await problemOf(early)).detail).toBe('This topic is in slow mode. You can reply again in 4 minutes.')
    api.clock.now += 200_000
    await api.reply(ada, topicId)
    const staff = await api.person('moderator')
    await api.reply(staff, topicId)
    await api.reply(staff, topicId)
  })

  test('names members: they are linked and told, once', async () => {
    const { topicId } = await api.begin(ada)
    await opened.db
      .update(profiles)
      .set({ username: 'Ada', usernameKey: usernameKey('Ada') })
      .where(eq(profiles.id, ada.id))
    const { post } = await api.reply(bob, topicId, { source: '@ada and @Ada, @nobody' })
    expect(post.html.match(/<a href="\/forum\/member\/Ada"/g)).toHaveLength(2)
    expect(post.html).toContain('@nobody')
    expect((await noticesOf(ada)).filter((notice) => notice.postId === post.id)).toMatchObject([{ kind: 'mention' }])
  })
})

describe('how often and how much', () => {
  test('one post in ten seconds, thirty an hour, for staff too (RL3)', async () => {
    const staff = await api.person('moderator')
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
    await opened.db.update(forumPosts).set({ state: 'shown' }).where(eq(forumPosts.id, post.id))
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

describe('a key (DB3)', () => {
  test('brings one post, however often it is sent, with the same answer', async () => {
    const body = { categoryId: await api.category(), title: 'Bearing runs hot', source: 'x' }
    const key = crypto.randomUUID()
    const [one, two] = [
      await api.call(ada, 'POST', 'topics', body, { key }),
      await api.call(ada, 'POST', 'topics', body, { key }),
    ]
    expect(await two.json()).toEqual(await one.json())
    expect([one.status, two.status]).toEqual([201, 201])
    expect((await api.categoryRow(body.categoryId)).topicCount).toBe(1)
  })

  test('with something else is a conflict, for somebody else a key of their own, and free after a day', async () => {
    const { topicId } = await api.begin(ada)
    const key = crypto.randomUUID()
    const send = async (who: Member, source: string) => {
      await api.forgetLimits()
      return (await api.call(who, 'POST', `topics/${topicId}/posts`, { source }, { key })).status
    }
    expect(await send(ada, 'x')).toBe(201)
    expect(await send(ada, 'y')).toBe(409)
    expect(await send(bob, 'y')).toBe(201)
    api.clock.now += 24 * 3_600_000
    expect(await send(ada, 'y')).toBe(201)
    expect((await api.topicRow(topicId)).replyCount).toBe(3)
  })

  test('that is none is refused', async () => {
    const answer = await api.call(
      ada,
      'POST',
      'topics',
      { categoryId: await api.category(), title: 'Bearing', source: 'x' },
      { key: 'short' },
    )
    expect(answer.status).toBe(400)
  })
})

test('a preview looks as the post will, and stores nothing', async () => {
  const source = '# Hot\n\n<b>x</b> [a](javascript:x)'
  const answer = await api.call(await api.person('pending'), 'POST', 'preview', { source })
  const { html }: Preview = await answer.json()
  const { post }: Posted = await api.begin(ada, { source })
  expect(html).toBe(post.html)
  expect(await (await api.call(ada, 'POST', 'preview', { source: '' })).json()).toEqual({ html: '' })
})
