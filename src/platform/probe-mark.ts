import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '#src/contract/instant.ts'

/** The header that marks calls of the probe. It gives them rate limits of their own, and nothing else. */
export const PROBE_HEADER = 'X-Site-Probe'

/** What the key that signs it is derived for. */
export const PROBE_PURPOSE = 'mark calls of the probe'

/** In milliseconds. */
const SIGNED_FOR = 60_000

/** The value of the header: until when it is good, whose calls it marks, and a signature of both. */
export function signProbe(secret: string, bucket: string, now: Instant): string {
  const claim = `${now + SIGNED_FOR}.${bucket}`
  return `${claim}.${signatureOf(secret, claim)}`
}

/** The bucket that a header of ours names; null for any other header. */
export function readProbeMark(secret: string, header: string, now: Instant): string | null {
  const [, until = '', bucket = '', signature = ''] = /^(\d{1,15})\.([\w:.-]{1,100})\.([\w-]{43})$/.exec(header) ?? []
  if (signature === '') return null
  const expected = Buffer.from(signatureOf(secret, `${until}.${bucket}`))
  const isOurs = timingSafeEqual(expected, Buffer.from(signature))
  const left = Number(until) - now
  return isOurs && left > 0 && left <= SIGNED_FOR ? bucket : null
}

function signatureOf(secret: string, claim: string): string {
  return createHmac('sha256', secret).update(`probe ${claim}`).digest('base64url')
}
