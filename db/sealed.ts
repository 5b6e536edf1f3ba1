import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto'
import { customType } from 'drizzle-orm/pg-core'

/** A key of 32 bytes, and the name under which what it sealed remembers it. */
export type SecretKey = { id: string; bytes: Buffer }

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'v1'

let keys: readonly SecretKey[] = []

/**
 * Says what seals secrets in the database and in backups from now on, for this whole process: the first key seals, all of
 * them open. Each is 32 bytes in base64url, as `makeSecretKey` makes them.
 */
export function provideSecretKeys(given: readonly string[]): void {
  keys = given.map((text) => ({ id: getKeyId(text), bytes: Buffer.from(text, 'base64url') }))
}

/** A new key for `SECRET_KEY`. */
export function makeSecretKey(): string {
  return randomBytes(32).toString('base64url')
}

/** Tells keys apart and says nothing about them. */
function getKeyId(key: string): string {
  return hash('sha256', `id of ${key}`, 'hex').slice(0, 12)
}

/** The key that seals now. Throws a sentence where there is none. */
function getSealingKey(): SecretKey {
  const [first] = keys
  if (!first) throw new Error('SECRET_KEY is not set. `npm run keys -- secret` prints a new one.')
  return first
}

/** The key of this name. Throws a sentence where this process does not have it. */
function findSecretKey(id: string): SecretKey {
  const found = keys.find((key) => key.id === id)
  if (!found) throw new Error(`A secret was sealed with the key ${id}, which SECRET_KEY does not contain.`)
  return found
}

/** What everything begins with that the first key has sealed. */
export function getSealedPrefix(): string {
  return `${PREFIX}.${getSealingKey().id}.`
}

/** Encrypts and signs `text` for this one `purpose`: opened for another one, it is refused. */
export function seal(text: string, purpose: string): string {
  const { id, bytes } = getSealingKey()
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${PREFIX}.${id}.${sealed.toString('base64url')}`
}

/** The text that was sealed for `purpose`. What was stored before there was a key comes back as it is. Throws for what was changed. */
export function open(stored: string, purpose: string): string {
  const [prefix, id, sealed] = stored.split('.')
  if (prefix !== PREFIX || id === undefined || sealed === undefined) return stored
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, findSecretKey(id).bytes, bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** A column of text that is sealed in the database and plain in the code. */
export const sealedText = (purpose: string) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (text) => seal(text, purpose),
    fromDriver: (stored) => open(stored, purpose),
  })()

/** The same for JSON. It is a string inside `jsonb` once it is sealed. */
export const sealedJson = (purpose: string) =>
  customType<{ data: unknown; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(seal(JSON.stringify(value), purpose)),
    fromDriver: (stored) => (typeof stored === 'string' ? JSON.parse(open(stored, purpose)) : stored),
  })()

/** A key for one other purpose, from which nobody can tell the key that it is derived from. */
export function deriveKey(purpose: string): string {
  return createHmac('sha256', getSealingKey().bytes).update(purpose).digest('base64url')
}

/** Encrypts a whole stream: what goes before it, and a cipher whose tag belongs behind it. */
export function sealStream() {
  const { id, bytes } = getSealingKey()
  const iv = randomBytes(IV_BYTES)
  return { head: Buffer.concat([Buffer.from(id, 'hex'), iv]), cipher: createCipheriv(CIPHER, bytes, iv) }
}

/** The number of bytes before and behind a sealed stream. */
export const SEALED_HEAD = 6 + IV_BYTES
export const SEALED_TAIL = TAG_BYTES

/** Opens what `sealStream` made, with its header and its trailer. Throws at the end if anything was changed. */
export function openStream(head: Buffer, tag: Buffer) {
  const { bytes } = findSecretKey(head.toString('hex', 0, 6))
  return createDecipheriv(CIPHER, bytes, head.subarray(6)).setAuthTag(tag)
}
