import { randomBytes } from 'node:crypto'
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'
import { renderSVG } from 'uqr'
import type { Instant } from '#src/contract/instant.ts'

const STEP_SECONDS = 30
const DIGITS = 6
/** Base32: five bits a character. (RFC 4648) */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 160 bits, the length RFC 4226 recommends. */
const SECRET_LENGTH = 32

/** A new shared secret, in Base32. */
export function newSecret(): string {
  return Array.from(randomBytes(SECRET_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

/** The address that an authenticator app scans, and an SVG image of it. */
export function enrollment(secret: string, { issuer, email }: { issuer: string; email: string }) {
  const uri = createTOTPKeyURI(issuer, email, getKey(secret), STEP_SECONDS, DIGITS)
  return { secret, uri, qr_code: renderSVG(uri, { border: 4, ecc: 'M' }) }
}

/** The time steps that a code is valid for, among the present one and its two neighbors, earliest first. (RFC 6238, security AN7) */
export function getSteps(secret: string, code: string, now: Instant): number[] {
  const present = Math.floor(now / (STEP_SECONDS * 1000))
  const key = getKey(secret)
  return [present - 1, present, present + 1].filter((step) => verifyHOTP(key, BigInt(step), DIGITS, code))
}

function getKey(secret: string): Uint8Array {
  const bits = Array.from(secret, (character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
