import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthAccounts } from '#db/schema/accounts.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import type { Claims } from '#tests/support/forging-provider.ts'
import { EVE, googleApi } from './google-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof googleApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await googleApi(opened)
})
afterAll(() => api.close())

const now = () => Math.floor(Date.now() / 1000)

/** Comes back with a token; where the browser ends. */
const comeWith = (changes: Claims, sign?: (claims: Claims) => Promise<string>) =>
  api.comeAs({ ...EVE, ...changes }, sign && { sign })

/** The same token with one letter of a part changed. */
const bend = (token: string, part: 0 | 1 | 2) => {
  const parts = token.split('.')
  const text = parts[part] ?? ''
  parts[part] = `${text.slice(0, 8)}${text[8] === 'A' ? 'B' : 'A'}${text.slice(9)}`
  return parts.join('.')
}

const byOurKey = (header: { alg: string; kid?: string }) => (claims: Claims) => api.provider.sign(claims, header)

const badClaims: [string, () => Claims, string][] = [
  ['another issuer', () => ({ iss: 'https://accounts.google.com' }), 'iss check_failed'],
  ['no issuer', () => ({ iss: undefined }), 'iss missing'],
  ['another audience', () => ({ aud: 'somebody-else.apps.example' }), 'aud check_failed'],
  ['no audience', () => ({ aud: undefined }), 'aud missing'],
  ['a list of other audiences', () => ({ aud: ['a.example', 'b.example'] }), 'aud check_failed'],
  ['several audiences and nobody who asked', () => ({ aud: [api.provider.clientId, 'b.example'] }), 'azp is not ours'],
  ['another who asked', () => ({ azp: 'somebody-else.apps.example' }), 'azp is not ours'],
  [
    'several audiences and another who asked',
    () => ({ aud: [api.provider.clientId, 'b'], azp: 'b' }),
    'azp is not ours',
  ],
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
      const secret = new TextEncoder().encode(await exportSPKI(api.provider.publicKey))
      return api.provider.sign(claims, { alg: 'HS256', kid: 'forge' }, secret)
    },
    'ERR_JOSE_ALG_NOT_ALLOWED',
  ],
  [
    'a key of one’s own',
    async (claims) => {
      const { privateKey } = await generateKeyPair('RS256')
      return api.provider.sign(claims, { alg: 'RS256', kid: 'forge' }, privateKey)
    },
    'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  ],
  [
    'a key of one’s own, sent along',
    async (claims) => {
      const { privateKey } = await generateKeyPair('RS256')
      const header = { alg: 'RS256', kid: 'forge', jwk: api.provider.jwk, jku: 'http://127.0.0.1:9/jwks' }
      return api.provider.sign(claims, header, privateKey)
    },
    'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  ],
  ['a key nobody knows', byOurKey({ alg: 'RS256', kid: 'other' }), 'ERR_JWKS_NO_MATCHING_KEY'],
  [
    'a bent signature',
    async (claims) => bend(await api.provider.sign(claims), 2),
    'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  ],
  ['a bent payload', async (claims) => bend(await api.provider.sign(claims), 1), 'ERR_J'],
  ['no token at all', async () => 'not.a.token', 'ERR_J'],
]

describe('an ID token with', () => {
  test.each(badClaims)('%s is refused, and nothing comes of it', async (_what, changes, reason) => {
    const before = await api.rows()
    const { ended, own } = await comeWith(changes())
    expect(ended).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    expect(await api.rows()).toEqual(before)
    expect(await api.lastReason()).toContain(reason)
  })

  test.each(badSignatures)('%s is refused, and nothing comes of it', async (_what, sign, reason) => {
    const before = await api.rows()
    const { ended, own } = await comeWith({}, sign)
    expect(ended).toBe('/auth#google-failed')
    expect([...own.jar]).toEqual([])
    expect(await api.rows()).toEqual(before)
    expect(await api.lastReason()).toContain(reason)
  })

  test('everything right is taken, also with several audiences and us as who asked', async () => {
    expect((await comeWith({})).ended).toBe('/forum')
    expect((await comeWith({ aud: [api.provider.clientId] })).ended).toBe('/forum')
    expect((await comeWith({ aud: [api.provider.clientId, 'b'], azp: api.provider.clientId })).ended).toBe('/forum')
    expect((await comeWith({ name: 42 })).ended).toBe('/forum')
    expect(await opened.db.$count(oauthAccounts)).toBe(1)
  })
})
