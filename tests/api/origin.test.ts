import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { probeArea } from '#tests/support/probe-routes.ts'

let api: Awaited<ReturnType<typeof testApi>>
let probe: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
  probe = await testApi({ area: probeArea, db: api.db })
})
afterAll(() => api.close())

const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
const OWN = SITE_URL
const EVIL = 'https://evil.example'

/** Sec-Fetch-Site, Origin, and whether the two together may pass. */
const headers: [string | undefined, string | undefined, boolean][] = [
  ['same-origin', OWN, true],
  ['same-origin', undefined, true],
  [undefined, OWN, true],
  ['cross-site', EVIL, false],
  ['cross-site', OWN, false],
  ['same-site', OWN, false],
  ['none', OWN, false],
  ['Same-Origin, cross-site', OWN, false],
  ['', OWN, false],
  [undefined, EVIL, false],
  [undefined, 'null', false],
  [undefined, `${OWN}.evil.example`, false],
  [undefined, `${OWN}:8443`, false],
  [undefined, OWN.replace('https', 'http'), false],
  [undefined, undefined, false],
]
const matrix = types.flatMap((type) => headers.map(([site, origin, passes]) => ({ type, site, origin, passes })))

function getHeaders({ type, site, origin }: (typeof matrix)[number]): Headers {
  const given = { 'Content-Type': type, 'Sec-Fetch-Site': site, Origin: origin }
  return new Headers(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

describe('a state-changing request', () => {
  test.each(matrix)('$type, Sec-Fetch-Site $site, Origin $origin: passes $passes', async (given) => {
    const init = { method: 'POST', body: '{"pagePath":"/"}', headers: getHeaders(given) }
    const response = await api.request('/api/page-views', init)
    if (!given.passes) expect(await problemOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
    else expect(response.status).toBe(given.type === 'application/json' ? 204 : 415)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is checked, with or without a body', async (method) => {
    expect((await probe.request('/api/probe', { method, headers: { Origin: EVIL } })).status).toBe(403)
    expect((await probe.request('/api/probe', { method })).status).toBe(403)
    expect((await probe.request('/api/probe', { method, headers: { Origin: OWN } })).status).not.toBe(403)
  })

  test('Host and forwarding headers change nothing', async () => {
    const spoofed = {
      Origin: EVIL,
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    }
    expect((await probe.request(`${EVIL}/api/probe`, { method: 'DELETE', headers: spoofed })).status).toBe(403)
    expect((await probe.request(`${EVIL}/api/probe`, { method: 'DELETE', headers: { Origin: OWN } })).status).toBe(204)
  })

  test('only an endpoint that says it is called with a secret goes without', async () => {
    expect((await probe.request('/api/hook', { method: 'POST' })).status).toBe(204)
    expect((await probe.request('/api/hook', { method: 'POST', headers: { Origin: EVIL } })).status).toBe(204)
  })
})

describe('other sites', () => {
  test.each([OWN, EVIL, 'null'])('get no CORS header for Origin %s', async (origin) => {
    const asked = { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-a' }
    for (const [method, path] of [
      ['GET', '/api/events'],
      ['GET', '/api/navigation'],
      ['OPTIONS', '/api/page-views'],
      ['POST', '/api/page-views'],
      ['GET', '/api/nothing'],
    ] as const) {
      const response = await api.request(path, { method, headers: asked })
      const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect(names, `${method} ${path}`).toEqual([])
    }
  })

  test('may read, because reading changes nothing', async () => {
    const response = await api.request('/api/events', { headers: { Origin: EVIL, 'Sec-Fetch-Site': 'cross-site' } })
    expect(response.status).toBe(200)
  })
})
