import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import type { Posted, Preview } from '#src/contract/forum-post.ts'
import { usernameKey } from '#src/contract/username.ts'
import { problemOf } from '#tests/support/api.ts'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

let db: Db
let api: WritingApi
let ada: Member
let bob: Member
withMembers((given) => {
  ;({ db, api, ada, bob } = given)
})

const rename = ({ id }: Member, username: string) =>
  db
    .update(profiles)
    .set({ username, usernameKey: usernameKey(username) })
    .where(eq(profiles.id, id))
const noticesOf = ({ id }: Member) => db.select().from(forumNotices).where(eq(forumNotices.userId, id))
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
    expect(await db.$count(forumFollows, eq(forumFollows.topicId, topicId))).toBe(1)
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
  test('gets the next number, counts, moves the topic up and notifies followers', async () => {
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

  test('to a post that is not shown is refused', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(ada, topicId)
    for (const state of ['review', 'hidden', 'deleted'] as const) {
      await db.update(forumPosts).set({ state }).where(eq(forumPosts.id, post.id))
      const answer = await api.call(bob, 'POST', `topics/${topicId}/posts`, { source: 'x', replyToId: post.id })
      expect(await problemOf(answer)).toMatchObject({ status: 400, errors: [{ field: 'replyToId' }] })
    }
  })

  test.each([
    ['locked', { isLocked: true }, 403],
    ['hidden', { state: 'hidden' }, 404],
    ['deleted', { state: 'deleted' }, 404],
    ['in review', { state: 'review' }, 404],
  ] as const)('to a topic that is %s is refused, whoever sends it', async (_what, set, status) => {
    const { topicId } = await api.begin(ada)
    await db.update(forumTopics).set(set).where(eq(forumTopics.id, topicId))
    for (const who of [ada, bob, await api.person('moderator')]) {
      await api.forgetLimits()
      const answer = await api.call(who, 'POST', `topics/${topicId}/posts`, { source: 'x' })
      expect(answer.status).toBe(status)
    }
    expect((await api.topicRow(topicId)).lastNumber).toBe(1)
  })

  test('in slow mode waits its time, but for staff; the opening post does not count', async () => {
    const { topicId } = await api.begin(ada)
    await db.update(forumTopics).set({ slowSeconds: 300 }).where(eq(forumTopics.id, topicId))
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

  test('names members: they are linked and notified, once', async () => {
    const { topicId } = await api.begin(ada)
    await rename(ada, 'Ada')
    const { post } = await api.reply(bob, topicId, { source: '@ada and @Ada, @nobody' })
    expect(post.html.match(/<a href="\/forum\/member\/Ada"/g)).toHaveLength(2)
    expect(post.html).toContain('@nobody')
    expect((await noticesOf(ada)).filter((notice) => notice.postId === post.id)).toMatchObject([{ kind: 'mention' }])
  })

  test('does not link a member without a page, because nothing of theirs is shown, but notifies them', async () => {
    const quiet = await api.person()
    const hidden = await api.person()
    await api.findTopic(hidden, { state: 'hidden' })
    const { topicId } = await api.begin(ada)
    await rename(quiet, 'Quiet')
    await rename(hidden, 'Hidden')
    const { post } = await api.reply(bob, topicId, { source: '@quiet and @hidden' })
    expect(post.html).toBe('<p>@quiet and @hidden</p>')
    expect(await noticesOf(quiet)).toMatchObject([{ kind: 'mention', postId: post.id }])
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
