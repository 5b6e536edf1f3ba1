import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { media } from '#db/schema/site.ts'
import { unavailableApi } from '#src/api/app.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { routes } from '#src/api/routes.ts'
import { fromOurPage, problemOf, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { probeArea } from '#tests/support/probe-routes.ts'

const IMAGE = 'a'.repeat(64)
let api: Awaited<ReturnType<typeof testApi>>
let probe: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
  probe = await testApi({ area: probeArea, db: api.db })
  await storeEvent(api.db, { eventSlug: 'tulsa-2027' })
  await api.db
    .insert(media)
    .values({ id: IMAGE, contentType: 'image/png', width: 1, height: 1, bytes: new Uint8Array([137, 80, 78, 71]) })
})
afterAll(() => api.close())

const page = { method: 'POST', headers: fromOurPage }
const tooLong = JSON.stringify({ pagePath: 'x'.repeat(70_000) })

/** Every route and every way to end: the status, and how to get it. */
const answers: [number, 'api' | 'probe', string, RequestInit?][] = [
  [200, 'api', '/api/health'],
  [200, 'api', '/api/events'],
  [200, 'api', '/api/events?limit=5'],
  [200, 'api', '/api/events/featured'],
  [200, 'api', '/api/events/tulsa-2027'],
  [304, 'api', '/api/events', { headers: { 'If-None-Match': '*' } }],
  [200, 'api', '/api/navigation'],
  [204, 'api', '/api/page-views', { ...page, body: '{"pagePath":"/"}' }],
  [200, 'api', `/media/${IMAGE}`],
  [304, 'api', `/media/${IMAGE}`, { headers: { 'If-None-Match': `"${IMAGE}"` } }],
  [200, 'api', '/api/events', { method: 'HEAD' }],
  [200, 'probe', '/api/probe/text'],
  [400, 'api', '/api/events/'],
  [400, 'api', '/api/page-views', { ...page, body: '{' }],
  [401, 'probe', '/api/inner/admin'],
  [403, 'api', '/api/page-views', { method: 'POST', body: '{}' }],
  [404, 'api', '/api/events/nobody'],
  [404, 'api', '/api/nothing'],
  [404, 'api', '/api//events'],
  [404, 'api', `/media/${'b'.repeat(64)}`],
  [405, 'api', '/api/events', { method: 'DELETE' }],
  [409, 'probe', '/api/probe/failure/conflict'],
  [410, 'probe', '/api/probe/failure/gone'],
  [413, 'api', '/api/page-views', { ...page, body: tooLong }],
  [
    415,
    'api',
    '/api/page-views',
    { method: 'POST', headers: { ...fromOurPage, 'Content-Type': 'text/plain' }, body: '{}' },
  ],
  [429, 'probe', '/api/probe/wait'],
  [500, 'probe', '/api/probe/thrown/driver'],
  [503, 'probe', '/api/probe/failure/unavailable'],
]
const ask = (which: 'api' | 'probe', path: string, init?: RequestInit) =>
  (which === 'api' ? api : probe).request(path, init)

const EXPECTED = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
}

describe('every answer', () => {
  test.each(answers)('%i from %s %s carries the security headers', async (status, which, path, init) => {
    const { status: given, headers } = await ask(which, path, init)
    expect(given).toBe(status)
    expect(Object.fromEntries(headers)).toMatchObject(EXPECTED)
    expect(headers.get('Permissions-Policy')).toMatch(/camera=\(\), geolocation=\(\), microphone=\(\)/)
    expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{8,64}$/)
    for (const name of ['X-Powered-By', 'Server', 'Set-Cookie', 'Access-Control-Allow-Origin'])
      expect(headers.has(name), name).toBe(false)
  })

  test.each(answers)('%i from %s %s says what its body is, and who may keep it', async (status, which, path, init) => {
    const response = await ask(which, path, init)
    const body = await response.clone().text()
    const type = response.headers.get('Content-Type')
    if (status >= 400) await problemOf(response)
    else if (body === '') expect(['HEAD', undefined, 'POST']).toContain(init?.method)
    else expect(type).toMatch(/^(application\/json; charset=utf-8|text\/plain; ?charset=UTF-8|image\/png)$/)
    const cache = response.headers.get('Cache-Control') ?? ''
    if (status >= 400) expect(cache).toBe('no-store')
    else expect(cache).toMatch(/^(no-store|public, max-age=(0, must-revalidate|31536000, immutable))$/)
  })
})

/** What the CDN is told by the headers of an answer. */
const toldTheCdn = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('netlify-')))
const VARY = { 'netlify-vary': 'query=after|category|cursor|limit|q|sort' }
const TEXT = { ...VARY, 'netlify-cdn-cache-control': 'public, max-age=30, stale-while-revalidate=60' }
const PICTURE = { ...VARY, 'netlify-cdn-cache-control': 'public, durable, max-age=31536000, immutable' }

describe('the CDN', () => {
  test.each(answers)(
    '%i from %s %s: hears the same parameters from any answer, and nothing from a 304',
    async (status, which, path, init) => {
      const told = toldTheCdn((await ask(which, path, init)).headers)
      if (status === 304) expect(told).toEqual({})
      else expect(told).toMatchObject(VARY)
    },
  )

  test('keeps what may be shared, pictures for all of its servers at once', async () => {
    expect(toldTheCdn((await api.request('/api/events')).headers)).toEqual(TEXT)
    expect(toldTheCdn((await api.request(`/media/${IMAGE}`)).headers)).toEqual(PICTURE)
  })

  test('names the same parameters if the API could not be opened', async () => {
    const { status, headers } = await unavailableApi().request('/api/events')
    expect([status, toldTheCdn(headers)]).toEqual([503, VARY])
  })
})

test('no cache keeps an error, whatever its route said of it', async () => {
  const shared = { 'Cache-Control': 'public', 'Netlify-CDN-Cache-Control': 'public, max-age=30', ETag: '"x"' }
  const missing = routes('public').get('/', () => new Response(null, { status: 404, headers: shared }))
  const area = new Hono<ApiEnv>().route('/api/missing', missing)
  const { headers } = await (await testApi({ area, db: api.db })).request('/api/missing')
  expect(headers.get('Cache-Control')).toBe('no-store')
  for (const name of ['Netlify-CDN-Cache-Control', 'ETag']) expect(headers.has(name), name).toBe(false)
})

test('what depends on the time or the viewer is not cached', async () => {
  for (const path of ['/api/health', '/api/navigation']) {
    const { headers } = await api.request(path)
    expect(headers.get('Cache-Control'), path).toBe('no-store')
    expect(headers.has('Netlify-CDN-Cache-Control')).toBe(false)
  }
  expect((await api.request('/api/navigation')).headers.get('Vary')).toContain('Cookie')
})
