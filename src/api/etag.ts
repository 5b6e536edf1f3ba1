import { hash } from 'node:crypto'

/** The weak ETag of this text. */
export function weakEtag(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`
}

/** True if the caller already has the answer with this tag. Tags compare weakly. (RFC 9110 section 13.1.2) */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const given = ifNoneMatch?.trim() ?? ''
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return given === '*' || given.split(',').some((candidate) => bare(candidate) === bare(etag))
}
