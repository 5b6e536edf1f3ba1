import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { MyTopic } from '#src/contract/forum-post.ts'
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
const setTopic = (id: string, set: object) => db.update(forumTopics).set(set).where(eq(forumTopics.id, id))

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

  test('shows their own waiting and hidden posts, with the reason, only to them', async () => {
    const carol = await api.person()
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(carol, topicId, { source: 'Hello' })
    await setPost(post.id, { state: 'hidden', stateReason: 'It sells something.' })
    expect((await mine(carol, topicId)).waiting).toMatchObject([
      { id: post.id, state: 'hidden', html: '<p>Hello</p>', stateReason: 'It sells something.' },
    ])
    for (const who of [ada, staff]) expect((await mine(who, topicId)).waiting).toEqual([])
  })

  test('says what they may do with a post that waits, though the page came without it', async () => {
    const carol = await api.person()
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(carol, topicId, { source: 'Hello' })
    expect(post.state).toBe('review')
    const { posts } = await mine(carol, topicId, [topicId])
    expect(posts.map(({ id, isOwn, mayDelete }) => [id, isOwn, mayDelete])).toEqual([
      [topicId, false, false],
      [post.id, true, true],
    ])
    expect(posts[1]?.editableUntil).toBeGreaterThan(api.clock.now)
    expect((await mine(ada, topicId, [topicId])).posts).toHaveLength(1)
  })

  test('says why replies are closed', async () => {
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

  test('while no page shows it, only its author can read it', async () => {
    const waitingFor = async (who: Member) => (await api.call(who, 'GET', 'topics/waiting')).json()
    const carol = await api.person()
    const { topicId } = await api.begin(carol, { title: 'Hello from nights', source: 'Which grease?' })
    const post = { id: topicId, state: 'review', html: '<p>Which grease?</p>' }
    expect(await waitingFor(carol)).toMatchObject({ items: [{ title: 'Hello from nights', post }] })
    for (const who of [ada, staff]) expect(await waitingFor(who)).toEqual({ items: [] })
    await setTopic(topicId, { state: 'shown' })
    expect(await waitingFor(carol)).toEqual({ items: [] })
  })

  test('is asked about sixty posts at most', async () => {
    const { topicId } = await api.begin(ada)
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',')
    expect((await api.call(ada, 'GET', `topics/${topicId}/mine?posts=${ids(60)}`)).status).toBe(200)
    expect((await api.call(ada, 'GET', `topics/${topicId}/mine?posts=${ids(61)}`)).status).toBe(400)
    expect((await api.call(ada, 'GET', `topics/${topicId}/mine?posts=x`)).status).toBe(400)
  })
})
