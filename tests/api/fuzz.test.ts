import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromOurPage, NOON, problemOf, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'

let api: Awaited<ReturnType<typeof testApi>>
/** A second further at each look: these tests send more than a caller may in one. */
let now = NOON
const clock = () => {
  now += 1000
  return now
}
beforeAll(async () => {
  api = await testApi({ clock })
  await storeEvent(api.db, { eventSlug: 'tulsa-2027' })
})
afterAll(() => api.close())

const path = '/api/page-views'
const send = (body: BodyInit) => api.request(path, { method: 'POST', body, headers: fromOurPage })

async function isTakenOrRefused(response: Response): Promise<void> {
  if (response.status === 204) return
  const problem = await problemOf(response)
  expect(problem.status).toBeGreaterThanOrEqual(400)
  expect(problem.status).toBeLessThan(500)
}

const anyText = fc.string({ unit: 'binary', maxLength: 300 })
const anyField = fc.oneof(anyText, fc.jsonValue(), fc.constantFrom(null, '', '\u0000', '\ud800', '__proto__', '/a?b#c'))

describe('whatever is sent', () => {
  test('bytes are refused, never an error of ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) =>
        isTakenOrRefused(await send(new Uint8Array(bytes))),
      ),
      { numRuns: 300 },
    )
  })

  test('JSON of any shape is taken or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) =>
        isTakenOrRefused(await send(JSON.stringify(value))),
      ),
      { numRuns: 300 },
    )
  })

  test('a body with the right names and any values is taken or refused', async () => {
    const body = fc.record(
      { pagePath: anyField, eventSlug: anyField, sessionId: anyField, referrer: anyField },
      { requiredKeys: ['pagePath'] },
    )
    await fc.assert(
      fc.asyncProperty(body, async (value) => isTakenOrRefused(await send(JSON.stringify(value)))),
      { numRuns: 500 },
    )
  })

  test('a good body with any further name is refused', async () => {
    const known = new Set(['pagePath', 'eventSlug', 'sessionId', 'referrer'])
    const name = fc.string({ minLength: 1 }).filter((text) => !known.has(text))
    await fc.assert(
      fc.asyncProperty(name, fc.jsonValue(), async (key, value) => {
        const body = `{"pagePath":"/",${JSON.stringify(key)}:${JSON.stringify(value)}}`
        expect((await send(body)).status).toBe(400)
      }),
      { numRuns: 200 },
    )
  })

  test('JSON with one character changed is taken or refused', async () => {
    const good = '{"pagePath":"/event/tulsa-2027","sessionId":"a1b2c3d4e5","referrer":"https://x.example/"}'
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.string({ unit: 'binary', maxLength: 3 }), async (at, text) =>
        isTakenOrRefused(await send(good.slice(0, at) + text + good.slice(at + 1))),
      ),
      { numRuns: 500 },
    )
  })

  test('any slug and any query string get an answer, never an error of ours', async () => {
    const piece = fc.oneof(anyText.map(encodeURIComponentOf), fc.stringMatching(/^[%a-f0-9./;\\]{0,20}$/))
    await fc.assert(
      fc.asyncProperty(piece, piece, async (slug, query) => {
        for (const url of [
          `/api/events/${slug}`,
          `/api/events?limit=${query}`,
          `/api/events?cursor=${query}`,
          `/media/${slug}`,
        ])
          expect((await api.request(url)).status, url).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })

  test('hostile headers are no error of ours', async () => {
    const value = fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,200}$/)
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const headers = {
          ...fromOurPage,
          'User-Agent': text,
          'If-None-Match': text,
          Cookie: text,
          'Accept-Language': text,
        }
        expect((await api.request('/api/events', { headers })).status).toBeLessThan(400)
        expect((await api.post(path, { pagePath: '/' }, headers)).status).toBe(204)
      }),
      { numRuns: 200 },
    )
  })
})

/** Like encodeURIComponent, for text with halves of surrogate pairs as well. */
function encodeURIComponentOf(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
