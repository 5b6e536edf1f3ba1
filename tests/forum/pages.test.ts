import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORUM_TAG, memberPath, postPath } from '#src/contract/forum-paths.ts'
import { LIMITS } from '#src/domain/security/security.ts'
import { testDb } from '#tests/support/database.ts'
import { forumPages, POLICY, tagsOf } from './page-app.ts'
import { storeCategory, storeMember, storePost, storeTopic } from './reading-rows.ts'

let opened: Awaited<ReturnType<typeof testDb>>
let get: ReturnType<typeof forumPages>['get']
let ada: string
let category: string
let topic: string
let reply: string

beforeAll(async () => {
  opened = await testDb()
  get = forumPages(opened.db).get
  ada = await storeMember(opened.db, 'Ada.L')
  category = await storeCategory(opened.db, 'pumps')
  topic = await storeTopic(opened.db, { categoryId: category, authorId: ada, title: 'Seals leak after two weeks' })
  for (let number = 2; number <= 27; number += 1) {
    reply = await storePost(opened.db, { topicId: topic, number, authorId: ada, text: `Answer ${number}` })
  }
})
afterAll(() => opened.close())

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

  test('stands in the shell, with its title, under the policy of the shell', async () => {
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

  test('may be kept by the CDN until a purge, and is asked for anew by browsers', async () => {
    for (const path of pages()) {
      const { headers } = await get(path)
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
      expect(headers.get('netlify-cdn-cache-control')).toMatch(
        /^public, durable, max-age=\d+, stale-while-revalidate=\d+$/,
      )
      expect(headers.get('netlify-vary')).toMatch(/^query=[a-z|]+$/)
      expect(tagsOf(headers)).toContain(FORUM_TAG.every)
      expect(headers.has('set-cookie') || headers.has('vary')).toBe(false)
    }
  })

  test('is the same for everybody, whoever asks', async () => {
    for (const path of pages()) {
      const { body } = await get(path)
      const headers = { Cookie: '__Host-session=somebody; signed_in=1', Authorization: 'Bearer somebody' }
      expect((await get(path, { headers })).body).toBe(body)
    }
  })

  test('is not sent again to who has it, until it changes', async () => {
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

describe('addresses', () => {
  const locationOf = async (path: string) => {
    const { status, headers } = await get(path)
    return [status, headers.get('location')]
  }

  test('a reply leads to its place in its topic, on the page that holds it', async () => {
    expect(await locationOf(postPath(reply))).toEqual([302, `${postPath(topic)}?after=25#post-27`])
  })

  test('a topic that was merged leads to the one that stays', async () => {
    const merged = await storeTopic(opened.db, {
      categoryId: category,
      authorId: ada,
      state: 'merged',
      mergedIntoId: topic,
    })
    expect(await locationOf(postPath(merged))).toEqual([301, postPath(topic)])
  })

  test('a member has one address, however the name is written', async () => {
    expect(await locationOf('/forum/member/ada.l')).toEqual([301, '/forum/member/Ada.L'])
  })

  test('a slash at the end leads to the page without it', async () => {
    expect(await locationOf('/forum/')).toEqual([301, '/forum'])
    expect(await locationOf('/forum/category/pumps/?sort=top')).toEqual([301, '/forum/category/pumps?sort=top'])
  })

  test('a place that no list gave leads to the beginning', async () => {
    expect(await locationOf('/forum?cursor=nonsense&sort=top')).toEqual([302, '/forum'])
    expect(await locationOf('/forum?sort=worst')).toEqual([302, '/forum'])
    expect(await locationOf(`${postPath(topic)}?after=x`)).toEqual([302, postPath(topic)])
    expect(await locationOf(`${postPath(topic)}?after=0`)).toEqual([302, postPath(topic)])
    expect(await locationOf('/forum/search?q=seal&cursor=x')).toEqual([302, '/forum/search?q=seal'])
    expect(await locationOf('/forum/member/Ada.L?cursor=x')).toEqual([302, '/forum/member/Ada.L'])
  })

  test('what is not there, or not in this spelling, is a page that says so and that nobody keeps', async () => {
    const paths = [
      '/forum/nothing',
      '/forum/post/none',
      postPath(topic.toUpperCase()),
      '/forum/member/nobody',
      '/forum/%6eew',
      '/forum//new',
      '/forum/post%2f1',
      '/forum/new;x',
    ]
    for (const path of paths) {
      const { status, headers, body } = await get(path)
      expect([status, headers.get('cache-control')], path).toEqual([404, 'no-store'])
      expect(headers.get('netlify-cdn-cache-control')).toBeNull()
      expect(headers.get('content-security-policy')).toBe(POLICY)
      expect(body).toContain('<meta name="robots" content="noindex">')
    }
  })

  test('a search for too much, or for what no text can hold, is no fault', async () => {
    for (const q of ['x'.repeat(3_000), '%00', '%F0%9F%9B%A0'.repeat(300), '%ED%A0%80']) {
      expect((await get(`/forum/search?q=${q}`)).status).toBe(200)
    }
  })
})

describe('what search engines read', () => {
  const relOf = (body: string, rel: string) => new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(body)?.[1]

  test('each page of a topic has its own address, and names its neighbours', async () => {
    const first = (await get(postPath(topic))).body
    const second = (await get(`${postPath(topic)}?after=25`)).body
    const at = `https://workshops.example${postPath(topic)}`
    expect([relOf(first, 'canonical'), relOf(first, 'prev'), relOf(first, 'next')]).toEqual([
      at,
      undefined,
      `${at}?after=25`,
    ])
    expect([relOf(second, 'canonical'), relOf(second, 'prev'), relOf(second, 'next')]).toEqual([
      `${at}?after=25`,
      at,
      undefined,
    ])
    expect(second).toContain('<title>Seals leak after two weeks, page 2 | Uptime Workshops</title>')
  })

  test('orders of a list are one page to them; results, forms and later pages of lists are none', async () => {
    expect(relOf((await get('/forum?sort=top')).body, 'canonical')).toBe('https://workshops.example/forum')
    for (const path of ['/forum/search?q=seal', '/forum/new', '/forum/settings']) {
      const { body } = await get(path)
      expect(relOf(body, 'canonical'), path).toBeUndefined()
      expect(body).toContain('<meta name="robots" content="noindex">')
    }
  })

  test('only the first page of the forum is the entry of the bar, and has what follows the list', async () => {
    expect((await get('/forum')).body).toMatch(/<a href="\/forum" aria-current="page">[\s\S]*Next workshop/)
    const { body } = await get(postPath(topic))
    expect(body).toContain('<nav><a href="/forum">Forum</a></nav>')
    expect(body).not.toContain('Next workshop')
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
  expect(
    (await forumPages(opened.db, { clock: () => Date.UTC(2026, 10, 23) }).get('/forum/search?q=answer')).status,
  ).toBe(200)
})
