import * as crypto from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What the bytes of a kept file are recognized by. */
export function hashOf(bytes: Uint8Array | string): string {
  return crypto.hash('sha256', bytes, 'base64url')
}

const HASH_LENGTH = 43

/** What `writeHashed` wrote; undefined if there is nothing, or if it is cut short or not ours. */
export function readHashed(file: string): Buffer<ArrayBuffer> | undefined {
  try {
    const bytes = readFileSync(file)
    const [hash, rest] = [bytes.subarray(0, HASH_LENGTH).toString('latin1'), bytes.subarray(HASH_LENGTH)]
    return hash === hashOf(rest) ? rest : undefined
  } catch {
    return undefined
  }
}

/** Moved into place whole, and with its own hash before it: of two builds at once, the later one is remembered. */
export function writeHashed(file: string, bytes: Uint8Array): void {
  const draft = `${file}.${crypto.randomUUID()}`
  writeFileSync(draft, Buffer.concat([Buffer.from(hashOf(bytes)), bytes]))
  renameSync(draft, file)
}
