import { describe, expect, test } from 'vitest'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { ApiError, call, toApiError } from './call.ts'

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

  test('tells how long to wait', async () => {
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

test('whatever else is thrown is told as a fault of ours', () => {
  expect(toApiError(new Error('x')).code).toBe('internal')
  const known = new ApiError({ status: 403, code: 'step_up', detail: FACTOR_SENTENCE.stepUp })
  expect(toApiError(known)).toBe(known)
})
