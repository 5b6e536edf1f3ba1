import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** What stands in a new link. Nobody can guess it, and it is stored nowhere. (security TL1) */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token: its SHA-256 in hex. */
export function hashOf(token: string): string {
  return hash('sha256', token, 'hex')
}
