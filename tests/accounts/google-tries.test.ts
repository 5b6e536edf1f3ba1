import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authAttempts } from '#db/schema/security.ts'
import { BROWSER, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import type { CustomAnswer } from '#tests/support/forging-provider.ts'
import { accountApi, SITE } from './account-api.ts'
import { EVE, envOf, googleApi } from './google-api.ts'
import { browser, forgedAnswer, target } from './google-browser.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof googleApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await googleApi(opened)
})
afterAll(() => api.close())

describe('an answer that belongs to no try of this browser', () => {
  const everything = async () => [...(await api.rows()), await opened.db.$count(authAttempts)]

  /** A try of one's own; what comes back for it, with the code and state to play with. */
  const started = async () => {
    const own = browser(api)
    const answer = await forgedAnswer(api.provider, await own.leave(), EVE)
    const url = new URL(answer, SITE_URL)
    return { own, url, params: url.searchParams }
  }

  test.each<[string, (parts: Awaited<ReturnType<typeof started>>) => Promise<string>]>([
    ['without a cookie', ({ own, url }) => own.at(url.pathname + url.search, { cookie: '' })],
    ['without a state', ({ own, params }) => own.at(`/api/auth/google/callback?code=${params.get('code')}`)],
    ['with an empty state', ({ own, params }) => own.at(`/api/auth/google/callback?state=&code=${params.get('code')}`)],
    ['with neither state nor cookie', ({ own }) => own.at('/api/auth/google/callback?code=x', { cookie: '' })],
    [
      'with an empty cookie',
      ({ own }) => own.at('/api/auth/google/callback?state=&code=x', { cookie: '__Host-google_attempt=' }),
    ],
    [
      'with empty values in the cookie',
      ({ own }) => own.at('/api/auth/google/callback?state=&code=x', { cookie: '__Host-google_attempt=...1' }),
    ],
    [
      'with another’s state',
      ({ own, params }) => own.at(`/api/auth/google/callback?state=${'A'.repeat(43)}&code=${params.get('code')}`),
    ],
    ['with two states', ({ own, url }) => own.at(`${url.pathname + url.search}&state=${'A'.repeat(43)}`)],
    [
      'with another browser’s cookie',
      async ({ url }) => {
        const other = browser(api)
        await other.leave()
        return other.at(url.pathname + url.search)
      },
    ],
    [
      'with the cookie under the name it has without https',
      ({ own, url }) => own.at(url.pathname + url.search, { cookie: own.cookies().replace('__Host-', '') }),
    ],
    ['that only says no', ({ own }) => own.at('/api/auth/google/callback?error=access_denied')],
  ])('%s changes nothing', async (_what, send) => {
    const parts = await started()
    const before = await everything()
    expect(await send(parts)).toBe('/auth#google-failed')
    expect(await everything()).toEqual(before)
  })

  test('ends the try even so', async () => {
    const { own, url } = await started()
    expect(await own.at('/api/auth/google/callback?state=x&code=y')).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    expect(await own.at(url.pathname + url.search)).toBe('/auth#google-failed')
  })

  test('of another issuer is not taken to the provider', async () => {
    const { own, url } = await started()
    expect(await own.at(`${url.pathname + url.search}&iss=https://evil.example`)).toBe('/auth#google-failed')
    expect(await api.lastReason()).toBe('another issuer answered')
  })

  test('leads nowhere else, whatever it asks for', async () => {
    const own = browser(api)
    for (const name of ['next', 'redirect', 'redirect_uri', 'return_to', 'continue']) {
      const start = await own.leave(`?${name}=https://evil.example`)
      expect(start.searchParams.get('redirect_uri')).toBe(`${SITE_URL}/api/auth/google/callback`)
      expect(await own.at(`${await forgedAnswer(api.provider, start, EVE)}&${name}=//evil.example`)).toBe('/forum')
    }
    const headers = { 'User-Agent': BROWSER, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    const answer = await api.request('https://evil.example/api/auth/google', { headers })
    expect(new URL(target(answer)).searchParams.get('redirect_uri')).toBe(`${SITE_URL}/api/auth/google/callback`)
  })
})

describe('a provider that', () => {
  const failing: [string, CustomAnswer, string][] = [
    ['breaks down', () => ({ status: 500, body: 'oops' }), 'token endpoint failed'],
    ['refuses the code', () => ({ status: 400, body: '{"error":"invalid_grant"}' }), 'code refused: invalid_grant'],
    ['says more than it should', () => ({ status: 400, body: '{"error":"<b>x</b>"}' }), 'code refused: 400'],
    [
      'sends no ID token',
      () => ({ status: 200, body: '{"access_token":"x","token_type":"Bearer"}' }),
      'without an ID token',
    ],
    ['sends a page', () => ({ status: 200, body: '<!doctype html>' }), 'token endpoint failed'],
    [
      'sends us elsewhere, where a token would be had',
      (path) => (path === '/token' ? { status: 307, body: '', headers: { Location: '/elsewhere' } } : undefined),
      'token endpoint failed',
    ],
  ]
  test.each(failing)('%s does not sign in', async (_what, answer, reason) => {
    api.provider.custom.answer = answer
    const { ended, own } = await api.comeAs(EVE)
    api.provider.custom.answer = undefined
    expect(ended).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    expect(await api.lastReason()).toContain(reason)
  })
})

test('without its database the site says that it failed, on a page', async () => {
  const dead = await testDb()
  const lame = await accountApi(dead.db, { env: envOf(api.provider) })
  const own = browser(lame)
  const way = await forgedAnswer(api.provider, await own.leave(), EVE)
  await dead.close()
  expect(await own.at(way)).toBe('/auth#google-failed')
  expect([...own.jar]).toEqual([])
  expect(lame.log().map((entry) => entry.event)).toContain('google sign-in failed')
})

describe('where Google is', () => {
  const withGoogle = async (google: { clientId: string; clientSecret: string; issuer: string } | undefined) =>
    accountApi(opened.db, { env: { ...SITE, google } })

  test('without a setup there is no button, and its route fails with a sentence', async () => {
    const bare = await withGoogle(undefined)
    expect(await (await bare.call('GET', 'providers')).json()).toEqual({ google: false })
    expect(await browser(bare).at('/api/auth/google')).toBe('/auth#google-failed')
    expect(await browser(bare).at('/api/auth/google/callback?code=x&state=y')).toBe('/auth#google-failed')
  })

  test('set up, there is one, and everybody may know', async () => {
    const answer = await api.call('GET', 'providers')
    expect(await answer.json()).toEqual({ google: true })
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    expect(answer.headers.get('Netlify-CDN-Cache-Control')).toContain('max-age=30')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('if it is unreachable or names another issuer, the browser is not redirected', async () => {
    const { clientId, clientSecret } = api.provider
    for (const issuer of ['http://127.0.0.1:9', `${api.provider.issuer}/`]) {
      const own = browser(await withGoogle({ clientId, clientSecret, issuer }))
      expect(await own.at('/api/auth/google')).toBe('/auth#google-failed')
      expect([...own.jar]).toEqual([])
    }
  })
})
