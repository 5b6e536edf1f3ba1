import { createHash, timingSafeEqual } from 'node:crypto'
import type { BounceNote } from '#src/contract/bounce-note.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isUuid } from '#src/contract/uuid.ts'

/** A report as it came over the wire: nothing of it is believed before its signature was checked. */
type HookCall = { headers: Headers; body: Buffer }

/** What a genuine report says. `once` is what may be used for one call only, where a signature does not cover the body. */
export type HookReading = { notes: BounceNote[]; once?: string }

/**
 * Reads the reports of one provider. Resolves with undefined for a call that the provider has not signed, and throws
 * `SyntaxError` for a body that is signed and not JSON. Reports of other events are left out. (security MD3)
 */
export type MailHook = (call: HookCall, now: Instant) => Promise<HookReading | undefined>

/** How far the time of a signature may be from ours, in milliseconds. */
const SIGNED_WITHIN = 10 * 60_000

/** True for a time in seconds since 1970, as a provider writes it, that is at most ten minutes from now. */
export function isRecent(seconds: string, now: Instant): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - now) <= SIGNED_WITHIN
}

/** Compares two secrets without telling by the time it takes how much of them is the same. */
export function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const digest = (value: string | Buffer) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** The JSON value in a body, or undefined. */
export function parseOrNothing(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Our id of a message out of what a provider gave back: the id alone, or a Message-ID that begins with it. */
export function ownId(...given: (string | null | undefined)[]): string | null {
  const ids = given.map((one) => /^<?([^@>]+)/.exec(one ?? '')?.[1] ?? '')
  return ids.find(isUuid) ?? null
}

/** The first enhanced status code in a text: `5.1.1`. */
export function findCode(text: string | null | undefined): string | null {
  return /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(text ?? '')?.[1] ?? null
}
