import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { CompactSign, exportJWK, generateKeyPair, importJWK } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import type { PrivateJwk } from '#src/contract/access-token.ts'
import { issueToken, verifyToken } from './access-token.ts'
import { makeSigningKey, openKeyring } from './signing-keys.ts'
import type { Visit } from './visit.ts'

const SITE = 'https://workshops.example'
const NOW = Date.parse('2026-11-20T18:00:00.400Z')
const MINUTE = 60_000
/** Keys from the environment need no database. */
const noDb = new Proxy({}, { get: () => expect.unreachable('the database was asked') }) as Db

const [key, other, stranger] = await Promise.all([makeSigningKey(), makeSigningKey(), makeSigningKey()])
const keyring = openKeyring(noDb, [key, other])
const setting = { keyring, siteUrl: SITE, now: NOW }
const viewer = {
  id: randomUUID(),
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 2,
} as const
const visit: Visit = { viewer: { ...viewer, roles: [] }, sessionId: 'x', handle: randomUUID(), authenticatedAt: NOW }
const { access_token: good } = await issueToken(visit, setting)
const [header, claims] = good.split('.').slice(0, 2).map(decoded) as [Record<string, unknown>, Record<string, unknown>]

const verify = (token: string, more: { now?: number; allowExpired?: boolean } = {}) =>
  verifyToken(token, { ...setting, ...more })
const refused = async (token: string, more = {}): Promise<void> => {
  await expect(verify(token, more), token).rejects.toMatchObject({ name: 'Failure', kind: 'unauthenticated' })
}

/** Signs anything at all with one of our own keys, as if the code that issues were at fault. */
async function signed(payload: unknown, head: object = header, jwk: PrivateJwk = key): Promise<string> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const sign = new CompactSign(Buffer.from(text)).setProtectedHeader({ alg: 'ES256', ...head })
  return sign.sign(await importJWK({ ...jwk }, 'ES256'), { crit: { 'x-y': true } })
}

test('a good token contains what was put into it, and neither identity nor permissions', async () => {
  const told = await verify(good)
  expect(told).toEqual({ ...claims })
  expect(told).toMatchObject({ sub: viewer.id, sid: visit.handle, aal: 2, iss: SITE, aud: SITE })
  expect(good).not.toContain(Buffer.from(viewer.email).toString('base64url').slice(0, 8))
  expect(Object.keys(told).sort()).toEqual(['aal', 'aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'])
})

test('each token has an id of its own', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => issueToken(visit, setting)))
  const ids = await Promise.all(tokens.map(async (token) => (await verify(token.access_token)).jti))
  expect(new Set(ids).size).toBe(20)
})

test('any of the keys verifies, a strange one does not', async () => {
  await verify(await signed(claims, { ...header, kid: other.kid }, other))
  await refused(await signed(claims, { ...header, kid: stranger.kid }, stranger))
  await refused(await signed(claims, header, stranger))
  await refused(await signed(claims, { ...header, kid: other.kid }, key))
})

describe('an expired token', () => {
  test('is refused from the second it expires', async () => {
    const expires = Number(claims.exp) * 1000
    await verify(good, { now: expires - 1 })
    for (const now of [expires, expires + 1, expires + 365 * 24 * 60 * MINUTE]) await refused(good, { now })
  })

  test('passes where expired ones are allowed, with everything else still checked', async () => {
    const now = NOW + 20 * MINUTE
    expect(await verify(good, { now, allowExpired: true })).toEqual({ ...claims })
    await refused(await signed({ ...claims, iss: 'https://evil.example' }), { now, allowExpired: true })
    await refused(await signed({ ...claims, exp: undefined }), { now, allowExpired: true })
    await refused(`${good.slice(0, -8)}AAAAAAAA`, { now, allowExpired: true })
  })
})

describe('a token is refused', () => {
  test('with any claim changed, missing or more, even if our own key signed it', async () => {
    const elsewhere = fc.oneof(fc.jsonValue(), fc.string(), fc.integer(), fc.constantFrom('', null, true, SITE, [SITE]))
    const claim = fc.constantFrom('iss', 'aud', 'sub', 'sid', 'aal', 'iat', 'exp', 'jti', 'nbf', 'roles', '__proto__')
    await fc.assert(
      fc.asyncProperty(claim, fc.option(elsewhere, { nil: undefined }), async (name, value) => {
        const { [name]: held, ...rest } = claims
        fc.pre(JSON.stringify(held) !== JSON.stringify(value) && !(value === undefined && !(name in claims)))
        const entries = value === undefined ? Object.entries(rest) : [...Object.entries(rest), [name, value]]
        const payload = Object.fromEntries(entries)
        fc.pre(name !== '__proto__' || Object.hasOwn(payload, '__proto__'))
        fc.pre(!(name === 'aal' && value === 1))
        await refused(await signed(payload))
      }),
      { numRuns: 300 },
    )
  })

  test('with an expiry that is missing, a text, a fraction, endless, or farther off than 15 minutes', async () => {
    const { exp, ...rest } = claims
    const later = Number(exp)
    for (const value of [undefined, null, `${later}`, later + 0.5, later + 1, later * 1000, 9e15, -1, [later], {}]) {
      await refused(await signed({ ...rest, exp: value }))
    }
    await refused(await signed(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999')))
    const iat = Number(claims.iat) + 3600
    await refused(await signed({ ...claims, iat, exp: iat + 900 }))
  })

  test('with any header but ours, even if our own key signed it', async () => {
    const publicKey = { kty: 'EC', crv: 'P-256', x: stranger.x, y: stranger.y }
    const tricks: object[] = [
      { typ: 'JWT' },
      { typ: 'at+JWT' },
      { typ: 'application/at+jwt' },
      { typ: undefined },
      { kid: undefined },
      { kid: 7 },
      { kid: [key.kid] },
      { kid: `../${key.kid}` },
      { kid: "' or 1=1 --" },
      { kid: 'x'.repeat(5000) },
      { jku: 'https://evil.example/jwks.json' },
      { jwk: publicKey },
      { x5u: 'https://evil.example/x.pem' },
      { x5c: ['MIIB'] },
      { x5t: 'x' },
      { cty: 'JWT' },
      { crit: ['x-y'], 'x-y': 1 },
      { zip: 'DEF' },
    ]
    for (const trick of tricks) await refused(await signed(claims, { ...header, ...trick }))
    await refused(await signed(claims, { ...header, kid: stranger.kid, jwk: publicKey }, stranger))
    await refused(await signed(claims, { ...header, kid: key.kid, jwk: publicKey }, stranger))
  })

  test('with a header changed after signing', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('none', 'None', 'HS256', 'RS256', 'EdDSA', 'ES384', other.kid),
    )
    const name = fc.constantFrom('alg', 'typ', 'kid', 'crit', 'b64', 'jwk')
    await fc.assert(
      fc.asyncProperty(name, value, async (member, held) => {
        const [, payload, signature] = good.split('.')
        await refused(`${encoded({ ...header, [member]: held })}.${payload}.${signature}`)
      }),
    )
  })

  test('without a signature, or signed as HS256 with what everybody knows of the key', async () => {
    const { d: _, ...publicJwk } = key
    const shared = [JSON.stringify(publicJwk), publicJwk.x, publicJwk.y, '', key.kid, await spkiOf(key)]
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', undefined, null, 'HS256', 'hs256', 'ES256']) {
      const body = `${encoded({ ...header, alg })}.${encoded(claims)}`
      for (const secret of shared) {
        await refused(`${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`)
      }
      await refused(`${body}.`)
      await refused(body)
    }
  })

  test('signed by another algorithm with a key of its own', async () => {
    for (const alg of ['ES384', 'EdDSA', 'RS256']) {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
      const text = Buffer.from(JSON.stringify(claims))
      await refused(await new CompactSign(text).setProtectedHeader({ ...header, alg }).sign(privateKey))
      const jwk = await exportJWK(publicKey)
      await refused(await new CompactSign(text).setProtectedHeader({ ...header, alg, jwk }).sign(privateKey))
    }
  })

  test('with any byte of it flipped', async () => {
    const parts = good.split('.')
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 2 }), fc.nat(), fc.integer({ min: 1, max: 255 }), async (which, at, flip) => {
        const bytes = Buffer.from(parts[which] ?? '', 'base64url')
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ flip
        await refused(parts.map((part, index) => (index === which ? bytes.toString('base64url') : part)).join('.'))
      }),
      { numRuns: 300 },
    )
  })

  test('whatever else it is', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => refused(text)))
    for (const text of [
      '',
      '.',
      '..',
      '...',
      'a.b.c',
      `${good}.`,
      `.${good}`,
      `${good}.x`,
      good.slice(1),
      `${good} `,
    ]) {
      await refused(text)
    }
    for (const payload of ['', '[]', 'null', '"x"', '{', '{}', '\ud800']) await refused(await signed(payload))
    await refused(`${good.split('.')[0]}.${'A'.repeat(100_000)}.${good.split('.')[2]}`)
  })
})

test('a token of another site is none of ours', async () => {
  const theirs = await issueToken(visit, { ...setting, siteUrl: 'https://preview.example' })
  await refused(theirs.access_token)
})

test('a fault of the database is not taken for a bad token', async () => {
  const broken = { ...keyring, verifier: () => Promise.reject(new Error('away')) }
  await expect(verifyToken(good, { ...setting, keyring: broken })).rejects.toThrow('away')
})

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

async function spkiOf({ x, y }: PrivateJwk): Promise<Buffer> {
  const publicKey = await crypto.subtle.importKey(
    'jwk',
    { kty: 'EC', crv: 'P-256', x, y },
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['verify'],
  )
  return Buffer.from(await crypto.subtle.exportKey('spki', publicKey))
}
