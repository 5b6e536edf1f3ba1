import { createHash } from 'node:crypto'

/** Everything a page may load or run, beside its own hashed scripts and styles. (security HD2) */
export const RESOURCES = [
  "default-src 'none'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self' https://accounts.google.com",
  "base-uri 'none'",
  "object-src 'none'",
  "manifest-src 'self'",
] as const

/** Hashes of inline scripts and styles, each as `sha256-…`. */
export type InlineHashes = { scripts: Iterable<string>; styles: Iterable<string> }

function sources(hashes: Iterable<string>): string {
  return ["'self'", ...[...hashes].map((hash) => `'${hash}'`)].join(' ')
}

/** The policy as a header carries it: only there do browsers heed `frame-ancestors`. */
export function headerPolicy({ scripts, styles }: InlineHashes): string {
  const own = [`script-src ${sources(scripts)}`, `style-src ${sources(styles)}`]
  return [...RESOURCES, ...own, "frame-ancestors 'none'"].join('; ')
}

const known = new Map<string, `sha256-${string}`>()

/** The hash of an inline script or style, as a policy names it. */
export function toHash(content: string): `sha256-${string}` {
  let hash = known.get(content)
  if (hash === undefined) {
    hash = `sha256-${createHash('sha256').update(content).digest('base64')}`
    known.set(content, hash)
  }
  return hash
}
