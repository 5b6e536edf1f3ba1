import { describe, expect, test } from 'vitest'
import { createLocalCache } from '#netlify/local/page-cache.ts'

const SITE = 'http://localhost:8888'
const HOUR = 3_600_000

/** A function that counts what it is asked, and the cache before it. */
function aPage({ tags = 'forum,forum-lists', query = 'sort|cursor', status = 200, bytes = 1_000_000 } = {}) {
  let now = 0
  let text = 'first'
  let release = 'one'
  const asked: Request[] = []
  const cache = createLocalCache(() => now, { answers: 100, bytes })
  const made = async (request: Request): Promise<Response> => {
    asked.push(request)
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Netlify-CDN-Cache-Control': 'public, durable, max-age=3600, stale-while-revalidate=86400',
      'Netlify-Cache-Tag': tags,
      'Netlify-Vary': `query=${query}`,
    }
    return new Response(`${text} ${'filler '.repeat(200)}`, { status, headers: status < 400 ? headers : {} })
  }
  let ask = made
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await cache.answer(new Request(`${SITE}${path}`, init), release, (request) => ask(request))
    return { status: response.status, headers: response.headers, word: (await response.text()).split(' ')[0] }
  }
  return {
    ...{ cache, get, asked, made },
    change: (next: string) => (text = next),
    pass: (milliseconds: number) => (now += milliseconds),
    deploy: () => (release = 'two'),
    through: (next: (request: Request) => Promise<Response>) => (ask = next),
  }
}

describe('a page without changes', () => {
  test('is made once, however often it is read', async () => {
    const { get, asked } = aPage()
    for (let reads = 0; reads < 50; reads += 1) expect((await get('/forum')).word).toBe('first')
    await Promise.all(Array.from({ length: 50 }, () => get('/forum')))
    expect(asked).toHaveLength(1)
  })

  test('is made once for many who ask at the same moment', async () => {
    const { get, asked } = aPage()
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('/forum')))
    expect(new Set(answers.map(({ word }) => word))).toEqual(new Set(['first']))
    expect(asked).toHaveLength(1)
  })

  test('varies by the parameters it names and by no others', async () => {
    const { get, asked } = aPage()
    await get('/forum')
    for (const path of ['/forum?utm=1', '/forum?x=2&y=3', '/forum?fbclid=z']) await get(path)
    expect(asked).toHaveLength(1)
    await get('/forum?sort=top')
    await get('/forum?utm=1&sort=top')
    expect(asked).toHaveLength(2)
  })

  test('is asked for without anybody’s cookie, and whole', async () => {
    const { get, asked } = aPage()
    const headers = { Cookie: 'a=b', Authorization: 'Bearer x', 'If-None-Match': 'W/"x"', 'Accept-Language': 'en' }
    await get('/forum', { headers })
    expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(['accept-language'])
  })

  test('is compressed, and is not sent again to a caller that has it; headers for the host are removed', async () => {
    const { get } = aPage()
    const { headers } = await get('/forum', { headers: { 'Accept-Encoding': 'br' } })
    expect(headers.get('content-encoding')).toBe('br')
    for (const name of ['netlify-cdn-cache-control', 'netlify-cache-tag', 'netlify-vary'])
      expect(headers.has(name)).toBe(false)
    const again = await get('/forum', {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})

describe('a page that was changed', () => {
  test('is made again after a purge of one of its tags, once, and no other page is', async () => {
    const { cache, get, asked, change } = aPage()
    await get('/forum')
    change('second')
    await cache.purge(['forum-topic-1'])
    expect((await get('/forum')).word).toBe('first')
    await cache.purge(['forum-lists', 'forum-topic-1'])
    expect((await get('/forum')).word).toBe('second')
    expect((await get('/forum')).word).toBe('second')
    expect(asked).toHaveLength(2)
  })

  test('is not kept if it was being made when its purge came', async () => {
    const { cache, get, change, through, made } = aPage()
    const gate = Promise.withResolvers<void>()
    through(async (request) => {
      const response = await made(request)
      await gate.promise
      return response
    })
    const early = get('/forum')
    change('second')
    await cache.purge(['forum'])
    const late = get('/forum')
    gate.resolve()
    expect((await early).word).toBe('first')
    expect((await late).word).toBe('second')
    expect((await get('/forum')).word).toBe('second')
  })

  test('is made again for another release', async () => {
    const { get, change, deploy } = aPage()
    await get('/forum')
    change('second')
    deploy()
    expect((await get('/forum')).word).toBe('second')
  })
})

test('pages are kept up to a number of bytes, and the oldest goes first', async () => {
  const { get, asked } = aPage({ bytes: 5_000 })
  const paths = ['/forum/1', '/forum/2', '/forum/3', '/forum/4']
  for (const path of paths) await get(path)
  for (const path of paths.slice(1)) await get(path)
  expect(asked).toHaveLength(4)
  await get('/forum/1')
  expect(asked).toHaveLength(5)
})

describe('a page that is no longer fresh', () => {
  test('is shown once more while it is made again', async () => {
    const { get, asked, change, pass } = aPage()
    await get('/forum')
    change('second')
    pass(2 * HOUR)
    expect((await get('/forum')).word).toBe('first')
    await expect.poll(async () => (await get('/forum')).word).toBe('second')
    expect(asked).toHaveLength(2)
  })

  test('is still shown while it cannot be made, and no longer than a day', async () => {
    const { get, pass, through } = aPage()
    await get('/forum')
    pass(2 * HOUR)
    through(async () => new Response('down', { status: 503 }))
    for (let reads = 0; reads < 3; reads += 1) expect(await get('/forum')).toMatchObject({ status: 200, word: 'first' })
    pass(24 * HOUR)
    expect(await get('/forum')).toMatchObject({ status: 503, word: 'down' })
  })
})

test('what carries no tag is never kept, and each caller gets a whole answer', async () => {
  const { get, asked } = aPage({ status: 404 })
  const answers = await Promise.all([get('/forum/x'), get('/forum/x')])
  expect(answers.map(({ status, word }) => [status, word])).toEqual(Array(2).fill([404, 'first']))
  await get('/forum/x')
  expect(asked).toHaveLength(2)
})

test('an error of the function goes to all who waited, and to no one after', async () => {
  const { get, through, made } = aPage()
  through(() => Promise.reject(new Error('crashed')))
  await expect(Promise.all([get('/forum'), get('/forum')])).rejects.toThrow('crashed')
  through(made)
  expect((await get('/forum')).status).toBe(200)
})

test('other methods go to the function', async () => {
  const { get, asked } = aPage()
  await get('/forum')
  await get('/forum', { method: 'POST' })
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST'])
})
