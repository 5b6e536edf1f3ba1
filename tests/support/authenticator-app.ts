import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits an authenticator app shows at an instant, computed on its own from RFC 6238. */
export function appCode(secret: string, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Six digits that are wrong at an instant, in its neighbors too. */
export function wrongCode(secret: string, now: number): string {
  const right = [-30_000, 0, 30_000].map((shift) => appCode(secret, now + shift))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

function fromBase32(text: string): Buffer {
  let value = 0n
  for (const character of text) value = value * 32n + BigInt(ALPHABET.indexOf(character))
  return Buffer.from(value.toString(16).padStart((text.length * 5) / 4, '0'), 'hex')
}
