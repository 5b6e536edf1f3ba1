import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { signingKeys } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { loadFunctions } from '#netlify/local/functions.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { issueToken, verifyToken } from '#src/auth/access-token.ts'
import { makeSigningKey, openKeyring } from '#src/auth/signing-keys.ts'
import type { Visit } from '#src/auth/visit.ts'
import {
  pruneSigningKeys,
  readSigningKeys,
  replaceSigningKeys,
  rotateSigningKeys,
} from '#src/domain/signing-keys/signing-key.ts'
import { getVisit, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const MINUTE = 60_000
const cli = { id: 'cli' }
const ada: Visit = {
  ...getVisit({
    id: crypto.randomUUID(),
    email: 'ada@plant.example',
    username: 'ada',
    roles: [],
    isAdmin: false,
    approval: 'approved',
    aal: 1,
  }),
  handle: crypto.randomUUID(),
}

/** One process: its own memory of the keys, at a moment of the shared clock. */
function processOn(db: Db) {
  const keyring = openKeyring(db)
  const setting = (now: number) => ({ keyring, siteUrl: SITE_URL, now })
  return {
    issue: async (now: number) => (await issueToken({ ...ada, authenticatedAt: 0 }, setting(now))).access_token,
    accepts: (token: string, now: number) =>
      verifyToken(token, { ...setting(now), allowExpired: true }).then(
        () => true,
        () => false,
      ),
    kids: async (now: number) => (await keyring.published(now)).map(({ kid }) => kid),
  }
}
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

describe('the keys of access tokens', () => {
  let opened: TestDb
  let db: Db
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
  })
  afterAll(() => opened.close())
  const jwks = async (headers: Record<string, string> = {}) => {
    const api = await testApi({ db, area: authApi })
    return api.request('/.well-known/jwks.json', { headers })
  }

  test('are published for everybody, without anything that signs', async () => {
    const early = await testApi({ db, area: authApi })
    const empty = await early.request('/.well-known/jwks.json')
    expect(await empty.json()).toEqual({ keys: [] })
    expect(empty.headers.get('Cache-Control'), 'nobody keeps that there is none').toBe('no-store')
    expect(empty.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(await db.$count(signingKeys), 'reading makes no key').toBe(0)

    const token = await processOn(db).issue(NOON)
    const soon = await early.request('/.well-known/jwks.json')
    expect((await soon.json()).keys, 'in a process that has seen none').toHaveLength(1)
    expect(soon.headers.get('Cache-Control')).toBe('public, max-age=600')
    const answer = await jwks({ Origin: 'https://evil.example', Cookie: 'x=1', Authorization: 'Bearer x' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=600')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(answer.headers.get('Vary')).toBeNull()
    expect(answer.headers.getSetCookie()).toEqual([])
    const text = await answer.text()
    expect(text).not.toMatch(/"(?:d|k|p|q|dp|dq|qi|oth)"/)
    const { keys } = JSON.parse(text)
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const [stored] = await readSigningKeys(db, NOON)
    expect(text).not.toContain(stored?.jwk.d)

    const verified = await jwtVerify(token, createLocalJWKSet({ keys }), {
      issuer: SITE_URL,
      audience: SITE_URL,
      typ: 'at+jwt',
      currentDate: new Date(NOON),
    })
    expect(verified.payload.sub).toBe(ada.viewer.id)
  })

  test('change hands without a moment in which a good token is refused', async () => {
    const [old] = await readSigningKeys(db, NOON)
    const settled = [processOn(db), processOn(db)]
    for (const one of settled) await one.issue(NOON)
    const next = await makeSigningKey()
    const changesAt = await rotateSigningKeys(db, next, { actor: cli, now: NOON })
    expect(changesAt).toBe(NOON + 15 * MINUTE)
    let last = { token: '', at: 0 }
    for (let minute = 0; minute <= 75; minute += 0.5) {
      const now = NOON + minute * MINUTE
      for (const signs of [...settled, processOn(db)]) {
        const token = await signs.issue(now)
        expect([old?.jwk.kid, next.kid]).toContain(kidOf(token))
        if (kidOf(token) === old?.jwk.kid) last = { token, at: now }
        for (const reads of [...settled, processOn(db)]) expect(await reads.accepts(token, now), `${minute}`).toBe(true)
      }
      if (now <= last.at + 15 * MINUTE) expect(await settled[0]?.accepts(last.token, now)).toBe(true)
    }
    expect(last.at).toBe(changesAt - 0.5 * MINUTE)
  })

  test('verify 45 minutes longer than they sign, and are then left out and forgotten', async () => {
    const [old, current] = await db.select().from(signingKeys).orderBy(signingKeys.retiresAt)
    const retired = old?.retiresAt?.getTime() ?? 0
    const fresh = () => processOn(db)
    expect(await fresh().kids(retired + 45 * MINUTE - 1)).toEqual([old?.kid, current?.kid])
    expect(await fresh().kids(retired + 45 * MINUTE)).toEqual([current?.kid])
    const long = fresh()
    expect(await long.kids(retired + 45 * MINUTE - 1)).toContain(old?.kid)
    expect(await long.kids(retired + 45 * MINUTE), 'though it remembers').toEqual([current?.kid])
    expect(await pruneSigningKeys(db, retired + 45 * MINUTE - 1)).toBe(0)
    expect(await pruneSigningKeys(db, retired + 45 * MINUTE)).toBe(1)
    expect(await fresh().issue(retired + 45 * MINUTE)).not.toBe('')
  })

  test('are looked for again when an unknown one is named, but not for each call', async () => {
    let reads = 0
    const counting = new Proxy(db, {
      get: (target, name) => {
        if (name === 'select') reads += 1
        return Reflect.get(target, name)
      },
    })
    const now = NOON + 5 * 60 * MINUTE
    const reader = processOn(counting)
    await reader.kids(now)
    const stranger = await makeSigningKey()
    const strange = openKeyring(db, [stranger])
    const { access_token: forged } = await issueToken(ada, { keyring: strange, siteUrl: SITE_URL, now })
    for (let count = 0; count < 50; count += 1) expect(await reader.accepts(forged, now + count)).toBe(false)
    expect(reads).toBe(1)
    await replaceSigningKeys(db, await makeSigningKey(), { actor: cli, now })
    const token = await processOn(db).issue(now)
    expect(await reader.accepts(token, now + 30_000)).toBe(true)
    expect(reads).toBe(2)
  })

  test('that leaked are replaced: what they sign is good no longer than a process remembers', async () => {
    const now = NOON + 6 * 60 * MINUTE
    const reader = processOn(db)
    const token = await reader.issue(now)
    const next = await makeSigningKey()
    await replaceSigningKeys(db, next, { actor: cli, now })
    expect(await processOn(db).accepts(token, now)).toBe(false)
    expect(await reader.accepts(token, now + 5 * MINUTE)).toBe(false)
    expect(kidOf(await reader.issue(now + 5 * MINUTE))).toBe(next.kid)
  })

  test('leave an entry in the audit log when they change, and no secret', async () => {
    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'system signing-key.make',
      'cli signing-key.rotate',
      'cli signing-key.replace',
      'cli signing-key.replace',
    ])
    const [stored] = await readSigningKeys(db, NOON)
    expect(JSON.stringify(rows)).not.toContain(stored?.jwk.d)
  })
})

test('keys of the environment sign and verify without the database', async () => {
  const noDb = new Proxy({}, { get: () => expect.unreachable('the database was asked') }) as Db
  const [first, second] = [await makeSigningKey(), await makeSigningKey()]
  const before = openKeyring(noDb, [first, second])
  const after = openKeyring(noDb, [second, first])
  const setting = { siteUrl: SITE_URL, now: NOON }
  const old = await issueToken(ada, { ...setting, keyring: before })
  const young = await issueToken(ada, { ...setting, keyring: after })
  expect([kidOf(old.access_token), kidOf(young.access_token)]).toEqual([first.kid, second.kid])
  for (const keyring of [before, after]) {
    await verifyToken(old.access_token, { ...setting, keyring })
    await verifyToken(young.access_token, { ...setting, keyring })
  }
})

test('their well-known address is served by the function of accounts, here as on Netlify, and by no other', async () => {
  const functions = await loadFunctions()
  const serving = (path: string) =>
    functions.filter(({ match }) => match(new Request(SITE_URL + path))).map(({ name }) => name)
  expect(serving('/.well-known/jwks.json')).toEqual(['auth'])
  expect(serving('/api/auth/token')).toEqual(['auth'])
  expect(serving('/.well-known/security.txt')).toEqual([])
  expect(serving('/xwell-known/jwks.json')).toEqual([])
})

describe('twenty processes at once', () => {
  test('that find no key sign with the same one', async () => {
    const { db, url, close } = await testDb()
    expect(url).toBeTruthy()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => processOn(db).issue(NOON)))
    expect(new Set(tokens.map(kidOf)).size).toBe(1)
    expect(await db.$count(signingKeys)).toBe(1)
    await close()
  })

  test('that rotate leave one key that signs next', async () => {
    const { db, close } = await testDb()
    await processOn(db).issue(NOON)
    const rotate = async () => rotateSigningKeys(db, await makeSigningKey(), { actor: cli, now: NOON })
    await Promise.all(Array.from({ length: 20 }, rotate))
    const keys = await readSigningKeys(db, NOON)
    expect(keys).toHaveLength(21)
    expect(keys.filter(({ retiresAt }) => retiresAt === null)).toHaveLength(1)
    await close()
  })
})
