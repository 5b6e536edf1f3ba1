import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { type forumPages, POLICY, withPages } from './page-app.ts'
import { storeTopic } from './reading-rows.ts'

let db: Db
let get: ReturnType<typeof forumPages>['get']
let ada: string
let category: string
let topic: string
let reply: string
withPages((given) => {
  ;({ db, get, ada, category, topic, reply } = given)
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
    const merged = await storeTopic(db, {
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

  test('a missing page, or another spelling, gets a page that says so and is not cached', async () => {
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

  test('a search for too much, or for text that cannot be stored, is not an error', async () => {
    for (const q of ['x'.repeat(3_000), '%00', '%F0%9F%9B%A0'.repeat(300), '%ED%A0%80']) {
      expect((await get(`/forum/search?q=${q}`)).status).toBe(200)
    }
  })
})

describe('what search engines read', () => {
  const relOf = (body: string, rel: string) => new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(body)?.[1]

  test('each page of a topic has its own address, and names its neighbors', async () => {
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
