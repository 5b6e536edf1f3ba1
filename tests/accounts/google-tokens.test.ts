import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthAccounts, profiles, sessions, users } from '#db/schema/accounts.ts'
import { authAttempts, outbox } from '#db/schema/security.ts'
import { BROWSER, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type Claims, forgingProvider } from '#tests/support/forging-provider.ts'
import { accountApi } from './account-api.ts'
import { browser, forgedAnswer, target } from './google-browser.ts'

type Forger = Awaited<ReturnType<typeof forgingProvider>>

let opened: TestDb
let provider: Forger
let api: Awaited<ReturnType<typeof accountApi>>
beforeAll(async () => {
  opened = await testDb()
  provider = await forgingProvider()
  const { clientId, clientSecret, issuer } = provider
  const env = { siteUrl: SITE_URL, siteName: 'Uptime Workshops', google: { clientId, clientSecret, issuer } }
  api = await accountApi(opened.db, { env })
})
afterAll(async () => {
  await provider.close()
  await opened.close()
})

const EVE = { sub: 'g-eve', email: 'eve@gauge.example', name: 'Eve' }
const now = () => Math.floor(Date.now() / 1000)

/** How many rows everything has that a sign-in could make. */
async function rows() {
  const { db } = opened
  const tables = [users, profiles, sessions, oauthAccounts, outbox]
  return Promise.all(tables.map((table) => db.$count(table)))
}

async function lastReason() {
  const found = await opened.db.select().from(authAttempts).orderBy(authAttempts.id)
  return found.at(-1)?.reason
}

/** Comes back with a token; where the browser ends. */
async function comeWith(changes: Claims, sign?: (claims: Claims) => Promise<string>) {
  const own = browser(api)
  const answer = await forgedAnswer(provider, await own.leave(), { ...EVE, ...changes }, sign)
  const ended = await own.at(answer)
  return { ended, own }
}

/** The same token with one letter of a part changed. */
const bend = (token: string, part: 0 | 1 | 2) => {
  const parts = token.split('.')
  const text = parts[part] ?? ''
  parts[part] = `${text.slice(0, 8)}${text[8] === 'A' ? 'B' : 'A'}${text.slice(9)}`
  return parts.join('.')
}

const byOurKey = (header: { alg: string; kid?: string }) => (claims: Claims) => provider.sign(claims, header)

const badClaims: [string, () => Claims, string][] = [
  ['another issuer', () => ({ iss: 'https://accounts.google.com' }), 'iss check_failed'],
  ['no issuer', () => ({ iss: undefined }), 'iss missing'],
  ['another audience', () => ({ aud: 'somebody-else.apps.example' }), 'aud check_failed'],
  ['no audience', () => ({ aud: undefined }), 'aud missing'],
  ['a list of other audiences', () => ({ aud: ['a.example', 'b.example'] }), 'aud check_failed'],
  ['several audiences and nobody who asked', () => ({ aud: [provider.clientId, 'b.example'] }), 'azp is not ours'],
  ['another who asked', () => ({ azp: 'somebody-else.apps.example' }), 'azp is not ours'],
  ['several audiences and another who asked', () => ({ aud: [provider.clientId, 'b'], azp: 'b' }), 'azp is not ours'],
  ['an end in the past', () => ({ exp: now() - 60 }), 'exp check_failed'],
  ['no end', () => ({ exp: undefined }), 'exp missing'],
  ['an end that is text', () => ({ exp: String(now() + 600) }), 'exp invalid'],
  ['a beginning far ahead', () => ({ iat: now() + 86_400, exp: now() + 90_000 }), 'iat check_failed'],
  ['a beginning long ago', () => ({ iat: now() - 86_400 }), 'iat check_failed'],
  ['no beginning', () => ({ iat: undefined }), 'iat missing'],
  ['a validity that is still to come', () => ({ nbf: now() + 3600 }), 'nbf check_failed'],
  ['no nonce', () => ({ nonce: undefined }), 'nonce is not right'],
  ['an empty nonce', () => ({ nonce: '' }), 'nonce is not ours'],
  ['another’s nonce', () => ({ nonce: 'A'.repeat(43) }), 'nonce is not ours'],
  ['an address not verified', () => ({ email_verified: false }), 'email_verified is not right'],
  ['an address verified in text only', () => ({ email_verified: 'true' }), 'email_verified is not right'],
  ['nothing of the address', () => ({ email_verified: undefined }), 'email_verified is not right'],
  ['no address', () => ({ email: undefined }), 'email is not right'],
  ['no sub', () => ({ sub: undefined }), 'sub is not right'],
  ['an empty sub', () => ({ sub: '' }), 'sub is not right'],
  ['a sub that is a number', () => ({ sub: 7 }), 'sub is not right'],
]

const badSignatures: [string, (claims: Claims) => Promise<string>, string][] = [
  ['no signature', async (claims) => new UnsecuredJWT(claims).encode(), 'ERR_JOSE_ALG_NOT_ALLOWED'],
  [
    'no signature, under the key’s name',
    async (claims) => {
      const header = Buffer.from(JSON.stringify({ alg: 'none', kid: 'forge' })).toString('base64url')
      return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    },
    'ERR_JOSE_ALG_NOT_ALLOWED',
  ],
  [
    'the public key as a secret',
    async (claims) => {
      const secret = new TextEncoder().encode(await exportSPKI(provider.publicKey))
      return provider.sign(claims, { alg: 'HS256', kid: 'forge' }, secret)
    },
    'ERR_JOSE_ALG_NOT_ALLOWED',
  ],
  [
    'a key of one’s own',
    async (claims) => {
      const { privateKey } = await generateKeyPair('RS256')
      return provider.sign(claims, { alg: 'RS256', kid: 'forge' }, privateKey)
    },
    'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  ],
  [
    'a key of one’s own, sent along',
    async (claims) => {
      const { privateKey } = await generateKeyPair('RS256')
      const header = { alg: 'RS256', kid: 'forge', jwk: provider.jwk, jku: 'http://127.0.0.1:9/jwks' }
      return provider.sign(claims, header, privateKey)
    },
    'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  ],
  ['a key nobody knows', byOurKey({ alg: 'RS256', kid: 'other' }), 'ERR_JWKS_NO_MATCHING_KEY'],
  ['a bent signature', async (claims) => bend(await provider.sign(claims), 2), 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
  ['a bent payload', async (claims) => bend(await provider.sign(claims), 1), 'ERR_J'],
  ['no token at all', async () => 'not.a.token', 'ERR_J'],
]

describe('an ID token with', () => {
  test.each(badClaims)('%s is refused, and nothing comes of it', async (_what, changes, reason) => {
    const before = await rows()
    const { ended, own } = await comeWith(changes())
    expect(ended).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    expect(await rows()).toEqual(before)
    expect(await lastReason()).toContain(reason)
  })

  test.each(badSignatures)('%s is refused, and nothing comes of it', async (_what, sign, reason) => {
    const before = await rows()
    const { ended, own } = await comeWith({}, sign)
    expect(ended).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    expect(await rows()).toEqual(before)
    expect(await lastReason()).toContain(reason)
  })

  test('everything right is taken, also with several audiences and us as who asked', async () => {
    expect((await comeWith({})).ended).toBe('/forum')
    expect((await comeWith({ aud: [provider.clientId] })).ended).toBe('/forum')
    expect((await comeWith({ aud: [provider.clientId, 'b'], azp: provider.clientId })).ended).toBe('/forum')
    expect((await comeWith({ name: 42 })).ended).toBe('/forum')
    expect(await opened.db.$count(oauthAccounts)).toBe(1)
  })
})

describe('an answer that belongs to no try of this browser', () => {
  const everything = async () => [...(await rows()), await opened.db.$count(authAttempts)]

  /** A try of one's own; what comes back for it, with the code and state to play with. */
  const started = async () => {
    const own = browser(api)
    const answer = await forgedAnswer(provider, await own.leave(), EVE)
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
    expect(await lastReason()).toBe('another issuer answered')
  })

  test('leads nowhere else, whatever it asks for', async () => {
    const own = browser(api)
    for (const name of ['next', 'redirect', 'redirect_uri', 'return_to', 'continue']) {
      const start = await own.leave(`?${name}=https://evil.example`)
      expect(start.searchParams.get('redirect_uri')).toBe(`${SITE_URL}/api/auth/google/callback`)
      expect(await own.at(`${await forgedAnswer(provider, start, EVE)}&${name}=//evil.example`)).toBe('/forum')
    }
    const headers = { 'User-Agent': BROWSER, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    const answer = await api.request('https://evil.example/api/auth/google', { headers })
    expect(new URL(target(answer)).searchParams.get('redirect_uri')).toBe(`${SITE_URL}/api/auth/google/callback`)
  })
})

describe('a provider that', () => {
  const failing: [string, () => { status: number; body: string; headers?: Record<string, string> }, string][] = [
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
      'sends us elsewhere',
      () => ({ status: 307, body: '', headers: { Location: 'http://127.0.0.1:9/token' } }),
      'token endpoint failed',
    ],
  ]
  test.each(failing)('%s lets nobody in', async (_what, answer, reason) => {
    provider.custom.answer = answer
    const { ended, own } = await comeWith({})
    provider.custom.answer = undefined
    expect(ended).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    expect(await lastReason()).toContain(reason)
  })
})

test('without its database the site says that it failed, on a page', async () => {
  const dead = await testDb()
  const { clientId, clientSecret, issuer } = provider
  const env = { siteUrl: SITE_URL, siteName: 'Uptime Workshops', google: { clientId, clientSecret, issuer } }
  const lame = await accountApi(dead.db, { env })
  const own = browser(lame)
  const way = await forgedAnswer(provider, await own.leave(), EVE)
  await dead.close()
  expect(await own.at(way)).toBe('/auth#google-failed')
  expect([...own.jar]).toEqual([])
  expect(lame.log().map((entry) => entry.event)).toContain('google sign-in failed')
})

describe('where Google is', () => {
  const withGoogle = async (google: { clientId: string; clientSecret: string; issuer: string } | undefined) =>
    accountApi(opened.db, { env: { siteUrl: SITE_URL, siteName: 'Uptime Workshops', google } })

  test('not set up, there is no button, and the way to it fails in words', async () => {
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

  test('out of reach, or somebody else than it should be, the browser is not sent anywhere', async () => {
    const { clientId, clientSecret } = provider
    for (const issuer of ['http://127.0.0.1:9', `${provider.issuer}/`]) {
      const own = browser(await withGoogle({ clientId, clientSecret, issuer }))
      expect(await own.at('/api/auth/google')).toBe('/auth#google-failed')
      expect([...own.jar]).toEqual([])
    }
  })
})
