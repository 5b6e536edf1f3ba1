import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { SessionAnswer } from '#src/contract/account.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { ApiError, call, request, toApiError } from './call.ts'

const problem = (status: number, body: object, headers = {}) =>
  Promise.resolve(Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json', ...headers } }))

async function failureOf(asked: Promise<Response>): Promise<ApiError> {
  const fault = await call(asked).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(fault instanceof ApiError)) throw new Error('The call did not fail with an ApiError')
  return fault
}

describe('a request', () => {
  const asked = vi.fn<typeof fetch>()
  beforeEach(() => {
    asked.mockReset().mockImplementation(async () => Response.json({ items: [] }))
    vi.stubGlobal('fetch', asked)
  })
  afterEach(() => vi.unstubAllGlobals())
  const sent = () => {
    const [path, { method, headers, body, keepalive } = {}] = asked.mock.lastCall ?? []
    return { path, method, headers, body, keepalive }
  }

  test('fills in its address and says what it sends', async () => {
    const param = { id: 'a/b' }
    await request('POST', '/api/forum/topics/:id/posts', { param, json: { source: 'Words' }, key: 'once' })
    expect(sent()).toEqual({
      path: '/api/forum/topics/a%2Fb/posts',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
      body: '{"source":"Words"}',
      keepalive: false,
    })
  })

  test('asks a question in its address, and sends nothing where there is nothing to send', async () => {
    await request('GET', '/api/forum/members', { query: { q: 'a&b' } })
    expect(sent()).toMatchObject({ path: '/api/forum/members?q=a%26b', headers: {}, body: undefined })
    await request('GET', '/api/auth/session')
    expect(sent().path).toBe('/api/auth/session')
  })

  test('outlives its page where it takes something back', async () => {
    await request('DELETE', '/api/auth/factors/:factorId', { param: { factorId: '1' } })
    expect(sent()).toMatchObject({ path: '/api/auth/factors/1', keepalive: true })
  })

  test('takes and answers what the router declares', () => {
    expectTypeOf(request<'GET', '/api/auth/session'>).returns.resolves.toExtend<SessionAnswer>()
    // @ts-expect-error there is no such address
    void (() => request('GET', '/api/nothing'))
    // @ts-expect-error a topic is followed or not
    void (() => request('PUT', '/api/forum/topics/:id/follow', { param: { id: '1' }, json: {} }))
  })
})

describe('a call', () => {
  test('answers with the value', async () => {
    expect(await call(Promise.resolve(Response.json({ viewer: null })))).toEqual({ viewer: null })
  })

  test('answers an empty answer with nothing', async () => {
    expect(await call(Promise.resolve(new Response(null, { status: 204 })))).toBeUndefined()
  })

  test('fails with what the server says', async () => {
    const errors = [{ field: 'username', message: 'Username must be between 3 and 30 characters.' }]
    const body = { type: 'about:blank', title: 'Bad Request', status: 400, code: 'invalid', detail: 'No.', errors }
    expect(await failureOf(problem(400, body))).toMatchObject({
      status: 400,
      code: 'invalid',
      detail: 'No.',
      errors,
      retryAfter: undefined,
    })
  })

  test('says how long to wait', async () => {
    const body = { code: 'rate_limited', detail: 'Too many.' }
    expect((await failureOf(problem(429, body, { 'Retry-After': '30' }))).retryAfter).toBe(30)
  })

  test('is offline when no answer comes, and says when it took too long', async () => {
    const offline = await failureOf(Promise.reject(new TypeError('Failed to fetch')))
    const slow = await failureOf(Promise.reject(new DOMException('signal timed out', 'TimeoutError')))
    expect([offline.code, offline.status, slow.code]).toEqual(['offline', 0, 'offline'])
    expect(offline.detail).not.toBe(slow.detail)
  })

  test('is offline when the answer breaks off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
    expect((await failureOf(Promise.resolve(new Response(body)))).code).toBe('offline')
  })

  test.each([
    ['a page of somebody else', '<h1>Bad Gateway</h1>'],
    ['JSON that is no problem', '{"ok":false}'],
  ])('fails in our own words over %s', async (_name, text) => {
    const failure = await failureOf(Promise.resolve(new Response(text, { status: 502 })))
    expect([failure.code, failure.status]).toEqual(['internal', 502])
    expect(failure.detail).toMatch(/^Something went wrong/)
  })
})

test('any other error is reported as our own fault', () => {
  expect(toApiError(new Error('x')).code).toBe('internal')
  const known = new ApiError({ status: 403, code: 'step_up', detail: FACTOR_SENTENCE.stepUp })
  expect(toApiError(known)).toBe(known)
})
