import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isConnectionFault } from '#db/fault.ts'
import { profiles } from '#db/schema/accounts.ts'
import type { HostedFunction } from '#netlify/local/functions.ts'
import { createLocalCache } from '#netlify/local/page-cache.ts'
import { createSite } from '#netlify/local/site.ts'
import { FORUM, FORUM_FEED, memberPath, postPath } from '#src/contract/forum-paths.ts'
import { usernameKey } from '#src/contract/username.ts'
import { carryOutPurges, SETTLED } from '#src/domain/page-purges/page-purges.ts'
import { createForumPages } from '#src/forum-pages/forum-pages.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { SHELL } from './page-app.ts'
import { type Member, writingApi } from './writing-api.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const cache = createLocalCache()
/** Addresses that the function was asked for. */
const made: string[] = []

let opened: TestDb
let api: Awaited<ReturnType<typeof writingApi>>
let ada: Member
let bob: Member
let pages: ReturnType<typeof createForumPages>
let site: ReturnType<typeof createSite>

beforeAll(async () => {
  opened = await testDb()
  api = await writingApi(opened.db)
  ada = await api.known()
  bob = await api.known()
  for (const [{ id }, username] of [[ada, 'ada.l'] as const, [bob, 'bob.m'] as const])
    await opened.db
      .update(profiles)
      .set({ username, usernameKey: usernameKey(username) })
      .where(eq(profiles.id, id))
  const readShell = async () => SHELL
  const deps = {
    db: opened.db,
    log,
    siteUrl: SITE_URL,
    siteName: 'Ours',
    readShell,
    clock: Date.now,
    isConnectionFault,
  }
  pages = createForumPages({ ...deps, retryRead: (read) => read() })
  const forumPages: HostedFunction = {
    name: 'forum-pages',
    config: {},
    match: (request) => (new URL(request.url).pathname.startsWith(FORUM) ? { params: {} } : undefined),
    handle: (request) => {
      made.push(new URL(request.url).pathname)
      return pages.fetch(request)
    },
  }
  site = createSite({ functions: [forumPages], current: () => undefined, older: () => [], cache, log })
})
beforeEach(async () => {
  await purge()
  made.length = 0
})
afterAll(() => opened.close())

const purge = (now = NOON) => carryOutPurges(opened.db, cache, now)
const read = async (path: string) => (await site(new Request(`${SITE_URL}${path}`), '203.0.113.7')).text()
/** Which of these are rendered again when they are requested again, twice. */
const madeAgain = async (paths: Record<string, string>) => {
  made.length = 0
  for (const path of [...Object.values(paths), ...Object.values(paths)]) await read(path)
  return Object.keys(paths).filter((name) => made.includes(paths[name] ?? ''))
}

describe('a page of the forum', () => {
  test('is made once for a hundred readers', async () => {
    const { topicId } = await api.begin(ada)
    await purge()
    for (let reads = 0; reads < 100; reads += 1) expect(await read(postPath(topicId))).toContain('At 1,500 rpm.')
    expect(made).toEqual([postPath(topicId)])
  })

  test('is made once more after a write, and shows it; pages of other topics are left alone', async () => {
    const [mine, other] = [await api.begin(ada), await api.begin(bob)]
    await purge()
    const paths = {
      topic: postPath(mine.topicId),
      other: postPath(other.topicId),
      list: FORUM,
      feed: FORUM_FEED,
      author: memberPath('ada.l'),
      bystander: memberPath('bob.m'),
      form: `${FORUM}/new`,
    }
    expect(await madeAgain(paths)).toEqual(Object.keys(paths))
    expect(await madeAgain(paths)).toEqual([])
    await api.reply(ada, mine.topicId, { source: 'It was the grease.' })
    expect(await madeAgain(paths)).toEqual([])
    await purge()
    expect(await madeAgain(paths)).toEqual(['topic', 'list', 'feed', 'author'])
    expect(made.filter((path) => path === paths.topic)).toHaveLength(1)
    expect(await read(paths.topic)).toContain('It was the grease.')
  })

  test('that was read before a write and comes behind its purge is right once that is purged again', async () => {
    const { topicId } = await api.begin(ada)
    const path = postPath(topicId)
    const readBefore = await pages.fetch(new Request(`${SITE_URL}${path}`))
    await api.reply(bob, topicId, { source: 'It was the coupling.' })
    await purge()
    await cache.answer(new Request(`${SITE_URL}${path}`), '', async () => readBefore)
    expect(await read(path)).not.toContain('It was the coupling.')
    await purge(NOON + SETTLED)
    expect(await read(path)).toContain('It was the coupling.')
  })

  test('shows a change of a post, its thanks, its solution and its deletion', async () => {
    const { topicId } = await api.begin(ada)
    const { post, version } = await api.reply(bob, topicId)
    const afterwards = async (status: number, ...[method, path, body]: [string, string, object?]) => {
      const who = path.startsWith('topics') || path.endsWith('thanks') ? ada : bob
      await api.forgetLimits()
      expect((await api.call(who, method, path, body)).status).toBe(status)
      await purge()
      return read(postPath(topicId))
    }
    await purge()
    expect(await read(postPath(topicId))).toContain('Check the grease.')
    expect(await afterwards(200, 'PATCH', `posts/${post.id}`, { version, source: 'Check the coupling.' })).toContain(
      'Check the coupling.',
    )
    const before = await read(postPath(topicId))
    expect(await afterwards(200, 'PUT', `posts/${post.id}/thanks`)).not.toBe(before)
    expect(await afterwards(200, 'PUT', `topics/${topicId}/solution`, { postId: post.id })).toContain('QAPage')
    expect(await afterwards(200, 'DELETE', `posts/${post.id}`)).not.toContain('Check the coupling.')
  })
})
