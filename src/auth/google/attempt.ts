import { hash, timingSafeEqual } from 'node:crypto'
import { generateCodeVerifier, generateState } from 'arctic'
import type { Instant } from '#src/contract/instant.ts'
import { UUID_PATTERN } from '#src/contract/uuid.ts'
import { cookieAttributes, cookiesNamed, hostCookieName, readCookie } from '../cookie.ts'

/** How long an attempt may take, in milliseconds. (security AN10) */
const ATTEMPT_LIFE = 10 * 60_000

/** What a browser keeps of an attempt: Google's answer must match it. (security AN10) */
export type Attempt = {
  /** Comes back in the address. */
  state: string
  /** Comes back inside the signed ID token. */
  nonce: string
  /** Redeems the code; Google has seen its hash. */
  verifier: string
  startedAt: Instant
  /** The handle of the session that asked to be linked to Google; null for a sign-in. */
  linkTo: string | null
}

const SECRET = '[\\w-]{43}'
const VALUE = new RegExp(`^(${SECRET})\\.(${SECRET})\\.(${SECRET})\\.(\\d{1,15})(?:\\.(${UUID_PATTERN}))?$`)

/** A new attempt; each of its values is 256 random bits. */
export function newAttempt(startedAt: Instant, linkTo: string | null): Attempt {
  return { state: generateState(), nonce: generateState(), verifier: generateCodeVerifier(), startedAt, linkTo }
}

/** Names the provider, so that another provider's answer is never mistaken for Google's. (security P-9) */
const attemptCookieName = (siteUrl: string) => hostCookieName('google_attempt', siteUrl)

/** The `Set-Cookie` for a browser that leaves for Google. Lax, or the cookie would not be sent when it comes back. */
export function attemptCookie(attempt: Attempt, siteUrl: string): string {
  const { state, nonce, verifier, startedAt, linkTo } = attempt
  const value = [state, nonce, verifier, startedAt, ...(linkTo === null ? [] : [linkTo])].join('.')
  return cookie(value, ATTEMPT_LIFE / 1000, siteUrl)
}

/** The `Set-Cookie` that removes it when the browser is back, whatever the answer. */
export function blankAttemptCookie(siteUrl: string): string {
  return cookie('', 0, siteUrl)
}

/** The attempt that a request belongs to; null if there is none, it is too old or malformed. */
export function readAttempt(headers: Headers, siteUrl: string, now: Instant): Attempt | null {
  const value = readCookie(headers, attemptCookieName(siteUrl))
  const [, state, nonce, verifier, startedAt, linkTo = null] = VALUE.exec(value ?? '') ?? []
  if (state === undefined || nonce === undefined || verifier === undefined) return null
  const attempt = { state, nonce, verifier, startedAt: Number(startedAt), linkTo }
  const age = now - attempt.startedAt
  return age >= 0 && age < ATTEMPT_LIFE ? attempt : null
}

/** True if the browser has the cookie, valid or not. */
export function hasAttempt(headers: Headers, siteUrl: string): boolean {
  return cookiesNamed(headers, attemptCookieName(siteUrl)).length > 0
}

/** True if both are the same text, compared in constant time. Undefined never equals undefined. (security P-9) */
export function isSameSecret(expected: string, given: string | undefined): boolean {
  if (given === undefined || given === '' || expected === '') return false
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given, 'buffer'))
}

function cookie(value: string, seconds: number, siteUrl: string): string {
  return `${attemptCookieName(siteUrl)}=${value}; ${cookieAttributes(seconds, siteUrl)}; HttpOnly`
}
