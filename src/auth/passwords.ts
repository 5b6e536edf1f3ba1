import crypto, { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashQueue, type QueueTurn } from './hash-queue.ts'

/**
 * Argon2id with 28 MiB, two passes, one lane: half as much again as OWASP's minimum of 19 MiB, and below the size that exceeds the
 * caches of common machines. (security AN1)
 */
const TODAY = { memory: 28_672, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const KEY_BYTES = 32

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** A dummy hash: checking against it costs as much as checking a real one. (security AN2) */
const NOBODYS_HASH = `$argon2id$v=19$m=${TODAY.memory},t=${TODAY.passes},p=${TODAY.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

type Stored = { memory: number; passes: number; parallelism: number; salt: Buffer; key: Buffer }

/** Looked up at each call: in a Node without it, an import by name would fail before our own error message. */
const derive = async (parameters: Argon2Parameters) =>
  promisify<'argon2id', Argon2Parameters, Buffer>(crypto.argon2)('argon2id', parameters)

/**
 * Hashes once, at almost no cost. If that fails, it throws a sentence that says what to do, so that the failure is reported at the start,
 * not to the first person who signs in.
 */
export async function requireHashing(): Promise<void> {
  const smallest = { memory: 8, passes: 1, parallelism: 1, tagLength: 4 }
  try {
    await derive({ ...smallest, message: '', nonce: randomBytes(SALT_BYTES) })
  } catch (cause) {
    const sentence = `Passwords cannot be hashed: Argon2 does not work in Node ${process.versions.node}. Use Node 24.7 or later.`
    throw new Error(sentence, { cause })
  }
}

/** The queue of this process for all hashes. */
export const inTurn = hashQueue()
/** All callers that cannot be distinguished share one place in the queue. */
const ANYBODY: QueueTurn = { whose: '', isKnown: false }

/** The Argon2id hash of a password exactly as typed, in PHC format. Throws `unavailable` when too many wait. */
export async function hashPassword(password: string, place = ANYBODY): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await inTurn(place, () => getKey(password, { ...TODAY, salt }, KEY_BYTES))
  const { memory, passes, parallelism } = TODAY
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(key)}`
}

/**
 * True if the password is the one behind `hash`. Without a hash it takes as long and is false.
 * Throws `unavailable` when too many wait.
 */
export async function verifyPassword(hash: string | null, password: string, place = ANYBODY): Promise<boolean> {
  const stored = parseHash(hash ?? NOBODYS_HASH) ?? parseHash(NOBODYS_HASH)
  if (!stored) throw new Error('The dummy hash cannot be read')
  const key = await inTurn(place, () => getKey(password, stored, stored.key.length))
  return timingSafeEqual(key, stored.key) && hash !== null
}

/** True for a hash made with less than today's cost, which sign-in replaces. (security AN1) */
export function isWeaker(hash: string): boolean {
  const stored = parseHash(hash)
  if (!stored) return true
  const { memory, passes, parallelism, key } = stored
  return memory < TODAY.memory || passes < TODAY.passes || parallelism !== TODAY.parallelism || key.length < KEY_BYTES
}

function getKey(message: string, { memory, passes, parallelism, salt }: Omit<Stored, 'key'>, tagLength: number) {
  return derive({ message, nonce: salt, memory, passes, parallelism, tagLength })
}

function parseHash(hash: string): Stored | undefined {
  const [, memory, passes, parallelism, salt, key] = PHC.exec(hash) ?? []
  if (salt === undefined || key === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
