import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { fromOurPage, problemOf, testApi } from '#tests/support/api.ts'
import { DRIVER_TEXT, probeArea } from '#tests/support/probe-routes.ts'

let probe: Awaited<ReturnType<typeof testApi>>
let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
  probe = await testApi({ area: probeArea, db: api.db })
})
afterAll(() => api.close())

describe('errors', () => {
  test.each([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['conflict', 409],
    ['gone', 410],
    ['too_large', 413],
    ['unsupported_media_type', 415],
    ['rate_limited', 429],
    ['unavailable', 503],
  ])('a failure %s is a problem with status %i and its own sentence', async (kind, status) => {
    const problem = await problemOf(await probe.request(`/api/probe/failure/${kind}`))
    expect(problem).toMatchObject({ status, code: kind, detail: 'A sentence for people.' })
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'code', 'detail'])
  })

  test('a refused caller learns how long to wait', async () => {
    const retryAfter = async (path: string) => (await probe.request(path)).headers.get('Retry-After')
    expect(await retryAfter('/api/probe/wait')).toBe('42')
    expect(await retryAfter('/api/probe/failure/rate_limited')).toBe('60')
    expect(await retryAfter('/api/probe/failure/unavailable')).toBe('5')
    expect(await retryAfter('/api/probe/thrown/full-disk')).toBe('5')
    expect(await retryAfter('/api/probe/failure/invalid')).toBeNull()
  })

  test.each([
    ['driver', 500, 'internal'],
    ['statement-timeout', 503, 'unavailable'],
    ['lock-timeout', 503, 'unavailable'],
    ['full-disk', 503, 'unavailable'],
    ['http-400', 400, 'invalid'],
    ['http-401', 401, 'unauthenticated'],
    ['http-418', 400, 'invalid'],
    ['http-500', 500, 'internal'],
    ['http-504', 503, 'unavailable'],
    ['with-response', 403, 'forbidden'],
  ])('what a library says of %s stays inside', async (what, status, code) => {
    const response = await probe.request(`/api/probe/thrown/${what}`)
    expect(response.headers.has('X-Powered-By')).toBe(false)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status, code })
    expect(JSON.stringify(problem)).not.toMatch(/canary|relation|\.ts/)
    expect(probe.lines.join()).not.toContain(DRIVER_TEXT)
  })

  test('an error before an answer was cached is not cached itself', async () => {
    const { headers } = await probe.request('/api/probe/cached-then-broken')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.has('Netlify-CDN-Cache-Control')).toBe(false)
  })

  test('an unexpected error is in the log with its request id, codes and frames', async () => {
    const response = await probe.request('/api/probe/thrown/driver')
    const entry = probe.log().findLast((line) => line.level === 'error')
    expect(entry).toMatchObject({ event: 'unexpected error', error: 'Error 42P01' })
    expect(entry?.requestId).toBe(response.headers.get('X-Request-Id'))
  })
})

describe('unknown addresses and methods', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/health/x', '/media', '/media/', '/', '/api/Events'])(
    '%s is 404',
    async (path) => {
      expect(await problemOf(await api.request(path))).toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  test.each([
    ['POST', '/api/health', 'GET, HEAD'],
    ['DELETE', '/api/events', 'GET, HEAD'],
    ['PATCH', '/api/events/featured', 'GET, HEAD'],
    ['PUT', '/api/events/tulsa', 'GET, HEAD'],
    ['OPTIONS', '/api/navigation', 'GET, HEAD'],
    ['PROPFIND', '/api/navigation', 'GET, HEAD'],
    ['GET', '/api/page-views', 'POST'],
    ['HEAD', '/api/page-views', 'POST'],
    ['POST', `/media/${'a'.repeat(64)}`, 'GET, HEAD'],
  ])('%s %s is 405 and names what is allowed', async (method, path, allow) => {
    const response = await api.request(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe(allow)
    if (method !== 'HEAD') expect(await problemOf(response)).toMatchObject({ code: 'method_not_allowed' })
  })

  test('HEAD answers like GET without a body', async () => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => api.request('/api/events', { method })))
    expect(head?.status).toBe(200)
    expect(await head?.text()).toBe('')
    expect(head?.headers.get('ETag')).toBe(get?.headers.get('ETag'))
  })
})

describe('bodies', () => {
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    probe.request('/api/probe', {
      method: 'POST',
      body,
      headers: { ...fromOurPage, ...headers },
      duplex: 'half',
    } as never)

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    '%s is taken',
    async (type) => {
      const response = await send('{"name":"Ada"}', { 'Content-Type': type })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ name: 'Ada' })
    },
  )

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/json; charset=latin1',
    'application/jsonx',
    'text/plain; application/json',
    '',
  ])('%o is 415', async (type) => {
    expect(await problemOf(await send('{"name":"Ada"}', { 'Content-Type': type }))).toMatchObject({ status: 415 })
  })

  test('a compressed body is 415', async () => {
    expect((await send('{"name":"Ada"}', { 'Content-Encoding': 'gzip' })).status).toBe(415)
  })

  const ofBytes = (size: number) => `{"name":"${'x'.repeat(size - 11)}"}`

  test('64 KB are taken, one byte more is 413', async () => {
    expect((await send(ofBytes(65_536))).status).toBe(200)
    expect(await problemOf(await send(ofBytes(65_537)))).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('a chunked body is counted as it comes, whatever Content-Length says', async () => {
    let sent = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1
          controller.enqueue(new Uint8Array(8192).fill(0x20))
        },
      })
    expect((await send(endless())).status).toBe(413)
    expect(sent).toBeLessThan(20)
    expect((await send(endless(), { 'Content-Length': '10' })).status).toBe(413)
  })

  test('a declared size beyond the limit is refused before a byte is read', async () => {
    expect((await send('{"name":"Ada"}', { 'Content-Length': '65537' })).status).toBe(413)
  })

  test('a body that breaks off is 400', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error(DRIVER_TEXT)) })
    expect(await problemOf(await send(broken))).toMatchObject({ status: 400, code: 'invalid' })
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{name}'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['a name twice', '{"name":"Ada","name":"Eve"}'],
    ['__proto__', '{"name":"Ada","__proto__":{"isAdmin":true}}'],
    ['constructor', '{"name":"Ada","nested":{"constructor":{}}}'],
    ['NUL', '{"name":"A\\u0000da"}'],
    ['half a surrogate pair', '{"name":"\\ud800da"}'],
    ['deep nesting', `{"name":"Ada","nested":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('%s is 400', async (_what, body) => {
    expect(await problemOf(await send(body))).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('an unknown name is refused, and so are wrong shapes; the first fault is the detail', async () => {
    const problem = await problemOf(await send('{"name":"A","colour":"red"}'))
    expect(problem.detail).toBe('Name is too short')
    expect(problem.errors).toEqual([
      { field: 'name', message: 'Name is too short' },
      { field: 'colour', message: UNKNOWN_FIELD },
    ])
    for (const body of ['[]', 'null', '"x"', '7', '{}', '{"name":["Ada"]}', '{"name":{"x":1}}', '{"name":null}']) {
      expect((await problemOf(await send(body))).errors?.length, body).toBeGreaterThan(0)
    }
  })

  test('a caller\u2019s own text comes back short or not at all', async () => {
    const name = 'x'.repeat(5000)
    const problem = await problemOf(await send(JSON.stringify({ name: 'Ada', [name]: 1 })))
    expect(problem.errors?.[0]?.field).toHaveLength(60)
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 1]))
    expect((await problemOf(await send(JSON.stringify(many)))).errors).toHaveLength(20)
  })
})

describe('the log', () => {
  test('logs who, what and how it ended, without query, tokens or a raw IPv6 address', async () => {
    const token = 'Zx9-canary_Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk0LzXc'
    const headers = { Cookie: 'session=canary', Authorization: 'Bearer canary', 'X-Forwarded-For': '198.51.100.9' }
    await api.request(`/api/events/${token}?reset=canary`, { headers }, { ip: '2001:db8:1:2:3:4:5:6' })
    const entry = api.log().at(-1)
    expect(entry).toMatchObject({ event: 'request', method: 'GET', status: 404, address: '2001:db8:1:2::/64' })
    expect(entry?.path).toBe('/api/events/:token')
    expect(api.lines.join()).not.toMatch(/canary|198\.51|3:4:5:6/)
  })

  test('a request has the host\u2019s id, never the caller\u2019s', async () => {
    const headers = { 'X-Request-Id': 'forged-by-caller' }
    const own = await api.request('/api/health', { headers }, { ip: '203.0.113.7', requestId: '01HV3KQ4ZZ' })
    expect(own.headers.get('X-Request-Id')).toBe('01HV3KQ4ZZ')
    const made = await api.request('/api/health', { headers }, { requestId: 'no\nid' })
    expect(made.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
