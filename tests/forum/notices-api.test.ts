import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { noticeRoutes, preferenceRoutes } from '#src/api/forum/notices.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import type { ForumNotice } from '#src/contract/forum-post.ts'
import type { Page } from '#src/contract/page.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { notifyMember, notifyOfPost } from '#src/domain/forum-notices/notify.ts'
import { fromOurPage, NOON, problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aMember, aPost, aTopic } from './notice-rows.ts'

const area = new Hono<ApiEnv>()
  .route('/api/forum/notices', noticeRoutes)
  .route('/api/forum/preferences', preferenceRoutes)

test('reading is for signed-in people, changing for approved ones (AZ5)', () => {
  expect(declaredRoutes(area).map(({ method, path, policy }) => `${method} ${path} ${policy}`)).toEqual([
    'GET /api/forum/notices signedIn',
    'GET /api/forum/notices/unread signedIn',
    'POST /api/forum/notices/read approved',
    'GET /api/forum/preferences signedIn',
    'PUT /api/forum/preferences approved',
  ])
})

describe('the notices of a member', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  async function aReader(approval: Viewer['approval'] = 'approved') {
    const { db } = opened
    const { id, email, username } = await aMember(db, { approval })
    const viewer: Viewer = { id, email, username, roles: [], isAdmin: false, approval, aal: 1 }
    const api = await testApi({ area, db, as: viewer })
    const list = async (query = ''): Promise<Page<ForumNotice>> =>
      (await api.request(`/api/forum/notices${query}`)).json()
    const unread = async (): Promise<{ count: number }> => (await api.request('/api/forum/notices/unread')).json()
    const put = (body: object) =>
      api.request('/api/forum/preferences', { method: 'PUT', body: JSON.stringify(body), headers: fromOurPage })
    return { id, username, ...api, list, unread, put }
  }

  /** Posts in one topic that name the reader, all told at the same moment. */
  async function mentions(username: string, count: number) {
    const { db } = opened
    const author = await aMember(db)
    const topicId = await aTopic(db, author.id, 'Alignment <b>of</b> couplings')
    const ids: string[] = []
    for (let number = 2; number < count + 2; number += 1) {
      const id = await aPost(db, { topicId, authorId: author.id, number })
      await notifyOfPost(db, { id, topicId, authorId: author.id, mentions: [username] }, NOON)
      ids.push(id)
    }
    return { author, topicId, ids }
  }

  test('is listed page by page, each once, though all came in the same microsecond', async () => {
    const reader = await aReader()
    const { author, ids } = await mentions(reader.username, 7)
    const seen: ForumNotice[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<ForumNotice> = await reader.list(`?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items)
      cursor = page.nextCursor
    }
    expect(seen.map(({ postId }) => postId).toSorted()).toEqual(ids.toSorted())
    expect(seen[0]).toEqual({
      id: expect.any(String),
      kind: 'mention',
      postId: expect.any(String),
      title: 'Alignment <b>of</b> couplings',
      actor: author.username,
      reason: null,
      isRead: false,
      createdAt: NOON,
    })
    expect(await reader.unread()).toEqual({ count: 7 })
  })

  test('is left out once its post or topic is not shown, but for the news that a post was hidden', async () => {
    const { db } = opened
    const reader = await aReader()
    const { topicId, ids } = await mentions(reader.username, 2)
    await db
      .update(forumPosts)
      .set({ state: 'deleted' })
      .where(eq(forumPosts.id, ids[0] ?? ''))
    expect([(await reader.list()).items.length, (await reader.unread()).count]).toEqual([1, 1])
    const own = await aPost(db, { topicId, authorId: reader.id, number: 9 })
    const told = { userId: reader.id, topicId, postId: own, actorId: null, reason: 'An advertisement.' }
    await notifyMember(db, { ...told, kind: 'hidden' }, NOON + 1)
    await db.update(forumPosts).set({ state: 'hidden' }).where(eq(forumPosts.id, own))
    await db.update(forumTopics).set({ state: 'hidden' }).where(eq(forumTopics.id, topicId))
    expect((await reader.list()).items).toMatchObject([{ kind: 'hidden', reason: 'An advertisement.', actor: null }])
    expect(await reader.unread()).toEqual({ count: 1 })
  })

  test('is read up to one that was seen, and no longer mailed', async () => {
    const { db } = opened
    const reader = await aReader()
    await mentions(reader.username, 5)
    await db.execute(sql`update ${forumNotices} set created_at = created_at + (select count(*) from ${forumPosts} p
      where p.id < ${forumNotices.postId}) * interval '1 microsecond' where user_id = ${reader.id}`)
    const { items } = await reader.list()
    const upTo = items[2]?.id
    expect(await (await reader.post('/api/forum/notices/read', { upTo })).json()).toEqual({ count: 2 })
    expect(await (await reader.post('/api/forum/notices/read', { upTo })).json()).toEqual({ count: 2 })
    expect((await reader.list()).items.map(({ isRead }) => isRead)).toEqual([false, false, true, true, true])
    const rows = await db.select().from(forumNotices).where(eq(forumNotices.userId, reader.id))
    expect(rows.filter(({ mailDueAt }) => mailDueAt === null)).toHaveLength(3)
  })

  test('belongs to one person: a foreign notice and a missing one get the same answer (AZ3)', async () => {
    const [reader, other] = [await aReader(), await aReader()]
    await mentions(reader.username, 1)
    const [notice] = (await reader.list()).items
    const answers = await Promise.all(
      [notice?.id, crypto.randomUUID()].map(async (upTo) =>
        problemOf(await other.post('/api/forum/notices/read', { upTo })),
      ),
    )
    expect(answers).toMatchObject([{ status: 404 }, { status: 404 }])
    expect(answers[0]).toEqual(answers[1])
    expect((await other.list()).items).toEqual([])
    expect(await reader.unread()).toEqual({ count: 1 })
  })

  test('of very many unread a hundred are counted', async () => {
    const { db } = opened
    const reader = await aReader()
    await mentions(reader.username, 1)
    await db.execute(sql`with made as (insert into forum_posts (topic_id, number, author_id, source, html, plain)
        select topic_id, n + 10, author_id, 'x', '', 'x' from forum_posts p, generate_series(1, 120) n
        where p.id = (select post_id from forum_notices where user_id = ${reader.id}) returning id, topic_id)
      insert into forum_notices (user_id, kind, topic_id, post_id) select ${reader.id}::uuid, 'reply', topic_id, id from made`)
    expect(await reader.unread()).toEqual({ count: 100 })
  })

  test('a former name is not shown', async () => {
    const { db } = opened
    const reader = await aReader()
    const { author } = await mentions(reader.username, 1)
    await db.execute(sql`update users set deleted_at = now() where id = ${author.id}`)
    expect((await reader.list()).items).toMatchObject([{ kind: 'mention', actor: null }])
  })

  test('who waits for approval may look, and change nothing (AZ5)', async () => {
    const reader = await aReader('pending')
    expect((await reader.list()).items).toEqual([])
    expect((await reader.put({ mail: 'none' })).status).toBe(403)
    expect((await reader.post('/api/forum/notices/read', { upTo: crypto.randomUUID() })).status).toBe(403)
  })

  test('mail comes at once until the member chooses, and then as they chose', async () => {
    const reader = await aReader()
    const chosen = async () => (await reader.request('/api/forum/preferences')).json()
    expect(await chosen()).toEqual({ mail: 'at_once' })
    for (const mail of ['daily', 'none', 'at_once']) {
      expect(await (await reader.put({ mail })).json()).toEqual({ mail })
      expect(await chosen()).toEqual({ mail })
    }
    expect((await reader.put({ mail: 'hourly' })).status).toBe(400)
    expect((await reader.put({ mail: 'none', userId: 'x' })).status).toBe(400)
  })

  test('no answer is kept by a cache (SE10)', async () => {
    const reader = await aReader()
    for (const path of ['notices', 'notices/unread', 'preferences']) {
      const { headers } = await reader.request(`/api/forum/${path}`)
      expect([headers.get('Cache-Control'), headers.get('Netlify-CDN-Cache-Control')]).toEqual(['no-store', null])
      expect(headers.get('Vary')).toContain('Cookie')
    }
  })
})
