import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_TAG, memberPath, postPath } from '#src/contract/forum-paths.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { forumPages, POLICY, tagsOf, withPages } from './page-app.ts'

let db: Db
let get: ReturnType<typeof forumPages>['get']
let ada: string
let category: string
let topic: string
let reply: string
withPages((given) => {
  ;({ db, get, ada, category, topic, reply } = given)
})

describe('every page', () => {
  const pages = () => [
    '/forum',
    '/forum?sort=top',
    '/forum/category/pumps',
    postPath(topic),
    `${postPath(topic)}?after=25`,
    '/forum/search?q=answer',
    memberPath('Ada.L'),
    '/forum/new?category=pumps',
    '/forum/settings',
  ]

  test('is rendered into the shell, with its title, under the policy of the shell', async () => {
    for (const path of pages()) {
      const { status, headers, body } = await get(path)
      expect(status, path).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('content-security-policy')).toBe(POLICY)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(body).toMatch(/<title>[^<]+ \| Uptime Workshops<\/title>/)
      expect(body.match(/<h1/g), path).toHaveLength(1)
      expect(body).not.toMatch(/name="forum-head"|forum-content>|forum-home>/)
    }
  })

  test('may be cached by the CDN until a purge, and is revalidated by browsers', async () => {
    for (const path of pages()) {
      const { headers } = await get(path)
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
      expect(headers.get('netlify-cdn-cache-control')).toMatch(
        /^public, durable, max-age=\d+, stale-while-revalidate=\d+$/,
      )
      expect(tagsOf(headers)).toContain(FORUM_TAG.every)
      expect(headers.has('set-cookie') || headers.has('vary')).toBe(false)
    }
  })

  test('is the same for everybody', async () => {
    for (const path of pages()) {
      const { body } = await get(path)
      const headers = { Cookie: '__Host-session=somebody; signed_in=1', Authorization: 'Bearer somebody' }
      expect((await get(path, { headers })).body).toBe(body)
    }
  })

  test('is not sent again to a caller that has it, until it changes', async () => {
    const { headers } = await get('/forum')
    const ask = { headers: { 'If-None-Match': headers.get('etag') ?? '' } }
    expect(await get('/forum', ask)).toMatchObject({ status: 304, body: '' })
    expect((await get('/forum/new', ask)).status).toBe(200)
  })

  test('answers HEAD as GET, without its body', async () => {
    expect(await get('/forum', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })

  test('is only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await get('/forum', { method })
      expect([status, headers.get('allow'), headers.get('cache-control')]).toEqual([405, 'GET, HEAD', 'no-store'])
    }
  })
})

test('every answer of an address names the same parameters to the CDN, but a 304 says nothing to it', async () => {
  const refused = forumPages(db, { retryRead: () => Promise.reject(new Failure('unavailable', 'Try later.')) })
  const all = { 'If-None-Match': '*' }
  const unknown = '00000000-0000-4000-8000-000000000000'
  const answers = [
    ...[
      '/forum',
      '/forum/category/pumps',
      postPath(topic),
      '/forum/feed.atom',
      '/forum/search?q=x',
      memberPath('Ada.L'),
    ].flatMap((path) => [
      [200, path, get(path)] as const,
      [304, path, get(path, { headers: all })] as const,
      [503, path, refused.get(path)] as const,
    ]),
    ...['/forum/category/none', postPath(unknown), memberPath('nobody')].map((path) => [404, path, get(path)] as const),
    [301, '/forum/', get('/forum/')] as const,
    [302, postPath(reply), get(postPath(reply))] as const,
  ]
  for (const [expected, path, answer] of answers) {
    const { status, headers } = await answer
    const told = [...headers.keys()].filter((name) => name.startsWith('netlify-'))
    expect([status, headers.get('netlify-vary'), told.length > 0], path).toEqual(
      expected === 304 ? [304, null, false] : [expected, 'query=after|category|cursor|limit|q|sort', true],
    )
  }
})

describe('what purges a page', () => {
  test('are the tags of what it shows', async () => {
    const tags = async (path: string) => tagsOf((await get(path)).headers).sort()
    expect(await tags('/forum')).toEqual([FORUM_TAG.every, FORUM_TAG.lists])
    expect(await tags('/forum/category/pumps')).toEqual(
      [FORUM_TAG.every, FORUM_TAG.category(category), FORUM_TAG.lists].sort(),
    )
    expect(await tags(postPath(topic))).toEqual([FORUM_TAG.every, FORUM_TAG.topic(topic)])
    expect(await tags(postPath(reply))).toEqual([FORUM_TAG.every, FORUM_TAG.topic(topic)])
    expect(await tags('/forum/search?q=x')).toEqual([FORUM_TAG.every, FORUM_TAG.search])
    expect(await tags(memberPath('Ada.L'))).toEqual([FORUM_TAG.every, FORUM_TAG.member(ada)])
    expect(await tags('/forum/feed.atom')).toEqual([FORUM_TAG.every, FORUM_TAG.lists])
    expect(await tags('/forum/category/pumps/feed.atom')).toEqual([FORUM_TAG.every, FORUM_TAG.category(category)])
    expect(await tags('/forum/sitemap.xml')).toEqual([FORUM_TAG.every, FORUM_TAG.lists])
  })
})

test('an address that searches on and on waits, and others do not', async () => {
  const search = (at: number) => get(`/forum/search?q=answer${at}`)
  for (let at = 0; (await search(at)).status === 200; at += 1)
    expect(at).toBeLessThan(LIMITS.forumSearch.windows[0].most)
  const { status, headers, body } = await search(0)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('netlify-cdn-cache-control')).toBeNull()
  expect(body).toContain('Too many searches. Try again in')
  expect((await forumPages(db, { clock: () => Date.UTC(2026, 10, 23) }).get('/forum/search?q=answer')).status).toBe(200)
})
