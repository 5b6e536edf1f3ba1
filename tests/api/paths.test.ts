import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicApi } from '#src/api/public-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { NOON, testApi } from '#tests/support/api.ts'
import { disguised } from '#tests/support/disguised-path.ts'
import { probeArea } from '#tests/support/probe-routes.ts'

let api: Awaited<ReturnType<typeof testApi>>
let probe: Awaited<ReturnType<typeof testApi>>
/** A second further at each look: these tests send more than a caller may in one. */
let now = NOON
const clock = () => {
  now += 1000
  return now
}
beforeAll(async () => {
  api = await testApi({ clock })
  probe = await testApi({ area: probeArea, db: api.db })
})
afterAll(() => api.close())

describe('a path in disguise', () => {
  const guarded = declaredRoutes(probeArea).filter((route) => route.policy !== 'public')

  test('never reaches a handler around its policy', async () => {
    expect(guarded.map((route) => route.policy)).toEqual(['signedIn', 'approved', 'admin', 'owner'])
    const path = fc.constantFrom(...guarded.map((route) => route.path)).chain(disguised)
    await fc.assert(
      fc.asyncProperty(path, async (text) => {
        const response = await probe.request(text)
        expect([401, 404]).toContain(response.status)
        expect(await response.text()).not.toContain('secret')
      }),
      { numRuns: 1000 },
    )
  })

  test('never is a state change that the origin check did not see', async () => {
    await fc.assert(
      fc.asyncProperty(disguised('/api/page-views'), async (text) => {
        const init = { method: 'POST', body: '{"pagePath":"/"}', headers: { 'Content-Type': 'application/json' } }
        expect([403, 404, 405]).toContain((await api.request(text, init)).status)
      }),
      { numRuns: 300 },
    )
  })

  test('of a public route answers as the plain path does, or not at all, and never breaks', async () => {
    const plain = declaredRoutes(publicApi)
      .filter((route) => route.method === 'GET')
      .map((route) => route.path.replace(/:\w+$/, 'tulsa-2027'))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...plain).chain(disguised), async (text) => {
        expect([200, 400, 404, 405]).toContain((await api.request(text)).status)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '/api/%65vents',
    '/api/%2565vents',
    '/api//events',
    '//api/events',
    '/api/events//featured',
    '/api/health/',
    '/api/health;x',
    '/api;x/health',
    '/API/health',
    '/api/Health',
    '/api%2fhealth',
    '/api/events%2ffeatured',
    '/api/events/%5c',
    '/api/events/a%00',
    '/api/health%20',
  ])('%s is not found', async (path) => {
    expect((await api.request(path)).status).toBe(404)
  })
})
