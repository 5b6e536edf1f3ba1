import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostedFunction } from '#netlify/local/functions.ts'
import { openRelease } from '#netlify/local/release.ts'
import { createSite, type Site } from '#netlify/local/site.ts'
import type { Log } from '#src/platform/log.ts'
import { aFolder, writeSite } from './a-site.ts'

const SECURITY = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const logged: string[] = []
const log: Log = { info: () => {}, warn: () => {}, error: (event) => logged.push(event) }

function hosted(path: `/${string}`, handle: HostedFunction['handle']): HostedFunction {
  const pattern = new URLPattern({ pathname: path })
  return {
    name: path,
    handle,
    config: {},
    match: (request) => (pattern.test(request.url) ? { params: {} } : undefined),
  }
}

let folder: Awaited<ReturnType<typeof aFolder>>
let old: Awaited<ReturnType<typeof aFolder>>
let site: Site

beforeAll(async () => {
  folder = await aFolder()
  old = await aFolder()
  await writeSite(old.path, { revision: 1 })
  await writeSite(
    folder.path,
    { revision: 2 },
    {
      _headers: "/*\n  Content-Security-Policy: default-src 'none'\n/events\n  X-Robots-Tag: all\n",
      _redirects: '/event/old-name /event/tulsa 301\n/moved https://example.org/there 302\n/events/hidden /404 404!\n',
      'events/hidden.html': 'must not be seen',
      'event/tulsa.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'pixel.png': 'not really',
      _fingerprint: 'abc',
    },
  )
  const current = await openRelease(folder.path)
  const older = [await openRelease(old.path)]
  const functions = [
    hosted('/api/*', async (_request, { ip, requestId }) => Response.json({ ip, hasId: requestId.length > 8 })),
    hosted('/crash', () => Promise.reject(new Error('secret text'))),
  ]
  site = createSite({ functions, current: () => current, older: () => older, log })
})
afterAll(async () => {
  await folder[Symbol.asyncDispose]()
  await old[Symbol.asyncDispose]()
})

const get = (path: string, init: RequestInit = {}) =>
  site(new Request(`http://localhost:8888${path}`, init), '10.1.2.3')
const br = { headers: { 'accept-encoding': 'gzip, deflate, br' } }

describe('files', () => {
  test.each([
    ['/', 'home of revision 2', 'text/html; charset=utf-8'],
    ['/events', 'events of revision 2', 'text/html; charset=utf-8'],
    ['/events/', 'events of revision 2', 'text/html; charset=utf-8'],
    ['/event/tulsa', 'tulsa of revision 2', 'text/html; charset=utf-8'],
    ['/event/tulsa.ics', 'BEGIN:VCALENDAR', 'text/calendar; charset=utf-8'],
    ['/build.json', '"revision":2', 'application/json; charset=utf-8'],
  ])('%s is served', async (path, text, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toContain(text)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...SECURITY,
      ...(path === '/events' && { 'x-robots-tag': 'all' }),
      'content-security-policy': "default-src 'none'",
    })
  })

  test('hashed files are kept for ever, build.json never, pages until they change', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await cacheOf('/_astro/page.r2.css')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/og/tulsa.png?v=0123456789abcdef')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/build.json')).toBe('no-cache')
    expect(await cacheOf('/')).toBe('public, max-age=0, must-revalidate')
  })

  test('hashed files of the release before are still there for pages that are open', async () => {
    const response = await get('/_astro/page.r1.css')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect((await get('/_astro/page.r0.css')).status).toBe(404)
  })

  test('text is compressed as the caller can read it, and changes only its bytes', async () => {
    const plain = await get('/')
    const brotli = await get('/', br)
    const gzip = await get('/', { headers: { 'accept-encoding': 'gzip' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    const etags = [plain, brotli, gzip].map((response) => response.headers.get('etag'))
    expect(new Set(etags).size).toBe(3)
    for (const response of [plain, brotli, gzip]) expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(Number(brotli.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 3)
    expect((await get('/pixel.png', br)).headers.get('content-encoding')).toBeNull()
  })

  test('a caller who has it already gets 304 with the same headers', async () => {
    const first = await get('/', br)
    const etag = first.headers.get('etag') ?? ''
    const again = await get('/', { headers: { ...br.headers, 'if-none-match': `"other", W/${etag}` } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(Object.fromEntries(again.headers)).toMatchObject({ ...SECURITY, etag, vary: 'accept-encoding' })
    expect((await get('/', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('a missing calendar is a page, not a calendar', async () => {
    const response = await get('/no-such.ics')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })

  test('writing to a file is refused', async () => {
    const response = await get('/', { method: 'POST', body: 'x' })
    expect(response.status).toBe(405)
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...SECURITY, allow: 'GET, HEAD' })
  })

  test.each([
    '/../../../etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%252e%252e/etc/passwd',
    '/event/..%5c..%5cetc/passwd',
    '/....//....//etc/passwd',
    '//etc/passwd',
    '/_astro/../../package.json',
    '/_astro/..%2f..%2fpackage.json',
    '/_headers',
    '//_headers',
    '/_headers/',
    '/_redirects',
    '/_fingerprint',
    '/index.html%00.png',
  ])('%s leads nowhere', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toMatch(/Oops! Page not found|looking for this event/)
  })

  test.each(['/%', '/%zz', '/event/%c3%28', '/%e0%80%af'])('%s is malformed', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(400)
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY)
  })
})

describe('redirects', () => {
  test('a renamed event sends visitors on, with what they asked', async () => {
    const response = await get('/event/old-name?utm=mail')
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe('/event/tulsa?utm=mail')
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY)
  })

  test('an address elsewhere is given whole', async () => {
    const response = await get('/moved')
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.org/there'])
  })

  test('a forced one goes before a file', async () => {
    const response = await get('/events/hidden')
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('must not be seen')
  })

  test('an event that is not built yet gets the fallback page with status 404', async () => {
    const response = await get('/event/just-published')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('looking for this event')
  })
})

describe('functions', () => {
  test('go before files and hear the socket address, whatever headers claim', async () => {
    const response = await get('/api/anything', {
      headers: { 'x-forwarded-for': '6.6.6.6', 'x-nf-client-connection-ip': '6.6.6.6' },
    })
    expect(await response.json()).toEqual({ ip: '10.1.2.3', hasId: true })
  })

  test.each(['/%61pi/anything', '//api/anything', '/API/anything', '/api'])('%s is no way to one', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('one that crashes says nothing of why', async () => {
    const response = await get('/crash')
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('Something went wrong.\n')
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY)
    expect(logged).toContain('function crashed')
  })
})
