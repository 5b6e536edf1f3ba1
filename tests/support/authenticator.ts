import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** What a dishonest or faulty device, browser or page would do otherwise. */
export type Fault = {
  origin?: string
  rpId?: string
  /** The person was not asked for a finger or PIN. */
  isUnverified?: boolean
  /** The counter it signs, instead of the next one. */
  count?: number
  challenge?: string
  type?: string
  /** Asked inside a page of another site, which some browsers name. */
  isFramed?: boolean
  topOrigin?: string
  userHandle?: string
  credentialId?: string
}

type Options = Record<string, unknown>
type CborKey = number | string
type Cbor = number | string | Buffer | Map<CborKey, Cbor>

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/**
 * A device with one passkey: ES256, attestation `none`, as a browser on `origin` would hand its answers over.
 * (https://www.w3.org/TR/webauthn-3/) `counts` false is a synced passkey, whose counter stays 0.
 */
export function authenticator(origin: string, { counts = true, credentialId = randomBytes(16) } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let count = 0
  let userHandle = ''
  const id = credentialId.toString('base64url')
  const nextCount = (fault: Fault) => {
    if (counts) count += 1
    return fault.count ?? count
  }

  const clientData = (type: string, challenge: unknown, fault: Fault) => {
    const data = {
      type: fault.type ?? type,
      challenge: fault.challenge ?? challenge,
      origin: fault.origin ?? origin,
      crossOrigin: fault.isFramed ?? false,
      ...(fault.topOrigin !== undefined && { topOrigin: fault.topOrigin }),
    }
    return Buffer.from(JSON.stringify(data))
  }
  const authData = (fault: Fault, credential = Buffer.alloc(0)) => {
    const rpIdHash = sha256(fault.rpId ?? new URL(origin).hostname)
    const verified = fault.isUnverified ? 0 : USER_VERIFIED
    const flags = Buffer.from([USER_PRESENT | verified | (credential.length > 0 ? HAS_CREDENTIAL : 0)])
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(nextCount(fault))
    return Buffer.concat([rpIdHash, flags, counter, credential])
  }
  const shell = (fault: Fault) => {
    const shown = fault.credentialId ?? id
    return {
      id: shown,
      rawId: shown,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }

  /** What `navigator.credentials.create` answers. */
  const create = (options: Options, fault: Fault = {}) => {
    userHandle = getText(options.user, 'id')
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coordinate = (value: string) => Buffer.from(value, 'base64url')
    const key = new Map<CborKey, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)])
    const attestation = new Map<CborKey, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData(fault, credential)],
    ])
    const response = {
      clientDataJSON: encode(clientData('webauthn.create', options.challenge, fault)),
      attestationObject: encode(cbor(attestation)),
      transports: ['internal'],
    }
    return { ...shell(fault), response }
  }

  /** What `navigator.credentials.get` answers. */
  const get = (options: Options, fault: Fault = {}) => {
    const client = clientData('webauthn.get', options.challenge, fault)
    const data = authData(fault)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(privateKey)
    const response = {
      clientDataJSON: encode(client),
      authenticatorData: encode(data),
      signature: encode(signature),
      userHandle: fault.userHandle ?? userHandle,
    }
    return { ...shell(fault), response }
  }

  return { id, create, get }
}

function getText(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return ''
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url')
}

/** The few kinds of CBOR that WebAuthn needs. (RFC 8949) */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

function head(major: number, size: number): Buffer {
  const kind = major << 5
  if (size < 24) return Buffer.from([kind | size])
  if (size < 256) return Buffer.from([kind | 24, size])
  return Buffer.from([kind | 25, size >> 8, size & 255])
}
