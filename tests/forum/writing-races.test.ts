import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumFlags, forumPosts, forumThanks } from '#db/schema/forum-posts.ts'
import { problemOf } from '#tests/support/api.ts'
import { databases, hasPostgres, postgresDb, type TestDb } from '#tests/support/database.ts'
import { type TcpProxy, tcpProxy } from '#tests/support/tcp-proxy.ts'
import { type Member, writingApi } from './writing-api.ts'

const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort()

describe.each(databases)('members at the same time, on $name', ({ open }) => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof writingApi>>
  let ada: Member
  let others: Member[]
  beforeAll(async () => {
    opened = await open()
    api = await writingApi(opened.db)
    ada = await api.known()
    others = []
    for (let one = 0; one < 20; one += 1) others.push(await api.known())
  })
  beforeEach(() => api.forgetLimits())
  afterAll(() => opened.close())
  const [first, second] = [() => others[0] ?? ada, () => others[1] ?? ada]
  /** What the counts of a topic would be, counted anew. */
  const counted = async (id: string) => {
    const isShown = and(eq(forumPosts.topicId, id), eq(forumPosts.state, 'shown'))
    const posts = await opened.db.select().from(forumPosts).where(isShown)
    const replies = posts.filter(({ number }) => number > 1)
    return { replyCount: replies.length, thankCount: posts.reduce((sum, { thankCount }) => sum + thankCount, 0) }
  }

  test('twenty thank for one post: twenty thanks, on the post and its topic', async () => {
    const { topicId } = await api.begin(ada)
    const answers = await atOnce(20, (index) => api.call(others[index] ?? null, 'PUT', `posts/${topicId}/thanks`))
    expect(statuses(answers)).toEqual(Array(20).fill(200))
    expect([(await api.postRow(topicId)).thankCount, (await api.topicRow(topicId)).thankCount]).toEqual([20, 20])
    expect(await opened.db.$count(forumThanks, eq(forumThanks.postId, topicId))).toBe(20)
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

  test('thanks and taking them back cross: what is counted is what stands', async () => {
    const { topicId } = await api.begin(ada)
    await atOnce(20, (index) =>
      api.call(others[index % 4] ?? null, index % 3 === 0 ? 'DELETE' : 'PUT', `posts/${topicId}/thanks`),
    )
    const stand = await opened.db.$count(forumThanks, eq(forumThanks.postId, topicId))
    expect([(await api.postRow(topicId)).thankCount, (await api.topicRow(topicId)).thankCount]).toEqual([stand, stand])
  })

  test('twenty replies get the numbers from 2 to 21, and are counted', async () => {
    const { topicId } = await api.begin(ada)
    await api.forgetLimits()
    const path = `topics/${topicId}/posts`
    const answers = await atOnce(20, (index) => api.call(others[index] ?? null, 'POST', path, { source: 'x' }))
    expect(statuses(answers)).toEqual(Array(20).fill(201))
    const posts = await opened.db.select().from(forumPosts).where(eq(forumPosts.topicId, topicId))
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

  test('twenty changes of one version: one stands, the others hear that somebody was faster', async () => {
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
      const lock = opened.db.transaction(async (tx) => {
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

  test('a reply deleted against twenty replies and thanks: the counts are those of what stands', async () => {
    const { topicId } = await api.begin(ada)
    const { post } = await api.reply(first(), topicId)
    await api.forgetLimits()
    await Promise.all([
      ...others.slice(1).map((who) => api.call(who, 'POST', `topics/${topicId}/posts`, { source: 'x' })),
      ...others.slice(1).map((who) => api.call(who, 'PUT', `posts/${post.id}/thanks`)),
      api.call(first(), 'DELETE', `posts/${post.id}`),
    ])
    const { replyCount, thankCount } = await api.topicRow(topicId)
    expect({ replyCount, thankCount }).toEqual(await counted(topicId))
    expect(replyCount).toBe(19)
  })

  test('a solution chosen against its deletion: no topic is solved by what nobody sees', async () => {
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
    expect(await opened.db.$count(forumNotices, isTold)).toBe(1)
  })

  test('twenty flags of one member are one', async () => {
    const { topicId } = await api.begin(ada)
    const answers = await atOnce(20, () => api.call(first(), 'POST', `posts/${topicId}/flags`, { reason: 'spam' }))
    expect(statuses(answers)).toEqual(Array(20).fill(201))
    expect(await opened.db.$count(forumFlags, eq(forumFlags.postId, topicId))).toBe(1)
  })

  test('all of it at once, on a few topics: nobody waits for anybody in a ring, and all counts are right', async () => {
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
    for (const topicId of topics) expect(await api.topicRow(topicId)).toMatchObject(await counted(topicId))
    const isShown = and(eq(forumTopics.categoryId, categoryId), eq(forumTopics.state, 'shown'))
    const shown = await opened.db.$count(forumTopics, isShown)
    const [row] = await opened.db.select().from(forumCategories).where(eq(forumCategories.id, categoryId))
    expect(row?.topicCount).toBe(shown)
  })
})

describe.skipIf(!hasPostgres)('when the connection is lost', () => {
  let server: TestDb & { url: string }
  let proxy: TcpProxy
  beforeAll(async () => {
    server = await postgresDb()
    proxy = await tcpProxy(server.url)
  })
  afterEach(() => proxy.inspect(() => 'pass'))
  afterAll(async () => {
    await proxy.close()
    await server.close()
  })
  /** Cuts at the first chunk that says so, and lets everything else pass. */
  const cutAt = (words: string, side: 'client' | 'server') => {
    let isDone = false
    proxy.inspect((chunk, from) => {
      if (isDone || from !== side || !chunk.includes(words)) return 'pass'
      isDone = true
      return 'reset'
    })
  }

  test('after COMMIT, and sent again with its key: one reply, a hundred times (DB2)', async () => {
    const there = await writingApi(server.db)
    const { db, close } = openDb(proxy.url, { max: 1 })
    const api = await writingApi(db, { isConnectionFault })
    const ada = await there.known()
    const { topicId } = await there.begin(ada)
    let lost = 0
    for (let run = 1; run <= 100; run += 1) {
      await there.forgetLimits()
      const key = crypto.randomUUID()
      cutAt('COMMIT\0', 'server')
      const send = () => api.call(ada, 'POST', `topics/${topicId}/posts`, { source: `Run ${run}` }, { key })
      if ((await send()).status === 503) lost += 1
      expect((await send()).status).toBe(201)
      expect(await there.topicRow(topicId)).toMatchObject({ replyCount: run, lastNumber: run + 1 })
    }
    expect(lost).toBe(100)
    await close()
  })

  test('before COMMIT: nothing is left, and the same call makes it whole', async () => {
    const there = await writingApi(server.db)
    const { db, close } = openDb(proxy.url, { max: 1 })
    const api = await writingApi(db, { isConnectionFault })
    const ada = await there.known()
    const { topicId } = await there.begin(ada)
    await there.forgetLimits()
    const key = crypto.randomUUID()
    const send = () => api.call(ada, 'POST', `topics/${topicId}/posts`, { source: 'x' }, { key })
    cutAt('commit\0', 'client')
    expect(await problemOf(await send())).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await there.topicRow(topicId)).toMatchObject({ replyCount: 0, lastNumber: 1 })
    expect((await send()).status).toBe(201)
    expect(await there.topicRow(topicId)).toMatchObject({ replyCount: 1, lastNumber: 2 })
    await close()
  })
})
