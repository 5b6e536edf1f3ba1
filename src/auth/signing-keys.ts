import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Db } from '#db/client.ts'
import { type PrivateJwk, type PublicJwk, privateJwk } from '#src/contract/access-token.ts'
import type { Instant } from '#src/contract/instant.ts'
import { keepFirstKey, readSigningKeys, type StoredKey, VERIFIES_AFTER } from '#src/domain/signing-keys/signing-key.ts'

/** The only algorithm. The header of a token cannot choose another. (security SE6) */
export const ALGORITHM = 'ES256'

/** How long a process keeps the keys that it has read, in milliseconds. */
const KEPT_FOR = 5 * 60_000
/** How often it looks for an unknown key at most, in milliseconds. */
const COOL_DOWN = 30_000

type Key = Awaited<ReturnType<typeof importJWK>>
type LoadedKey = { kid: string; retiresAt: Instant | null; privateKey: Key; publicKey: Key; publicJwk: PublicJwk }

/** The keys of access tokens, cached in one process. */
export type Keyring = {
  /** The key that signs now. If there is none yet, one is made and stored. */
  signer: (now: Instant) => Promise<{ kid: string; key: Key }>
  /** The public key with this id, while it is valid. */
  verifier: (kid: string, now: Instant) => Promise<Key | undefined>
  /** The public keys of all that sign or verify. */
  published: (now: Instant) => Promise<PublicJwk[]>
}

/** The keys that were `given` by the environment, of which the first signs; else those of the database. (decision 0016) */
export function openKeyring(db: Db, given?: readonly PrivateJwk[]): Keyring {
  const read = async (now: Instant): Promise<StoredKey[]> =>
    given ? given.map((jwk) => ({ jwk, retiresAt: null })) : readSigningKeys(db, now)
  const { load, reload } = keptKeys(read)
  const goodKeys = async (now: Instant, age: number) => (await load(now, age)).filter((key) => isGood(key, now))
  return {
    signer: async (now) => {
      const known = signerAmong(await load(now, KEPT_FOR), now)
      if (known) return known
      await keepFirstKey(db, await makeSigningKey(), now)
      const made = signerAmong(await reload(now), now)
      if (!made) throw new Error('A signing key was made and is not there')
      return made
    },
    verifier: async (kid, now) => {
      const find = (keys: LoadedKey[]) => keys.find((key) => key.kid === kid && isGood(key, now))?.publicKey
      return find(await load(now, KEPT_FOR)) ?? find(await load(now, COOL_DOWN))
    },
    published: async (now) => {
      const known = await goodKeys(now, KEPT_FOR)
      // Another process may have made the first key since.
      const keys = known.length > 0 ? known : await goodKeys(now, 0)
      return keys.map(({ publicJwk }) => publicJwk)
    },
  }
}

/** A new key pair, named by its thumbprint. (RFC 7638) */
export async function makeSigningKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return privateJwk.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) })
}

/** Reads once for all simultaneous callers, and not again while the result is fresh enough. */
function keptKeys(read: (now: Instant) => Promise<StoredKey[]>) {
  let kept: { at: Instant; keys: Promise<LoadedKey[]> } | undefined
  const reload = (now: Instant): Promise<LoadedKey[]> => {
    const reading = { at: now, keys: read(now).then((stored) => Promise.all(stored.map(loadKey))) }
    kept = reading
    reading.keys.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.keys
  }
  const load = (now: Instant, age: number) => (kept && now >= kept.at && now < kept.at + age ? kept.keys : reload(now))
  return { load, reload }
}

async function loadKey({ jwk, retiresAt }: StoredKey): Promise<LoadedKey> {
  const { d, ...open } = jwk
  const publicJwk: PublicJwk = { ...open, use: 'sig', alg: ALGORITHM }
  const [privateKey, publicKey] = await Promise.all([importJWK({ ...open, d }, ALGORITHM), importJWK(open, ALGORITHM)])
  return { kid: jwk.kid, retiresAt, privateKey, publicKey, publicJwk }
}

/** The first of those that have not retired: the one that retires next, so that a new one is known before it signs. */
function signerAmong(keys: LoadedKey[], now: Instant): { kid: string; key: Key } | undefined {
  const signing = keys.find(({ retiresAt }) => retiresAt === null || retiresAt > now)
  return signing && { kid: signing.kid, key: signing.privateKey }
}

function isGood({ retiresAt }: LoadedKey, now: Instant): boolean {
  return retiresAt === null || now < retiresAt + VERIFIES_AFTER
}
