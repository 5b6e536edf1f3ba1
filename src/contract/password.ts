import { z } from 'zod'
import type { Role } from './viewer.ts'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 256
export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN} characters.`
export const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_MAX} characters.`

/** Longest text that 256 code points can be in UTF-16. */
const isShortEnough = (password: string) => password.length <= PASSWORD_MAX * 2 && [...password].length <= PASSWORD_MAX

/** A password as it is sent to sign in: anything, so that a wrong one and an odd one get the same answer. */
export const givenPassword = z.string().refine(isShortEnough, PASSWORD_TOO_LONG)

/**
 * A new password: 6 to 256 code points of anything, taken exactly as typed — never trimmed, folded or cut.
 * (product 5, security AN5)
 */
export const newPassword = z
  .string()
  .refine((password) => [...password.slice(0, PASSWORD_MIN * 2)].length >= PASSWORD_MIN, PASSWORD_TOO_SHORT)
  .refine(isShortEnough, PASSWORD_TOO_LONG)

const ADMIN_MIN = 15
const ADMIN_MIN_WITH_FACTOR = 8

/** The number of code points that a password needs for these roles. (architecture 8: passwords) */
export function leastPasswordLength(roles: readonly Role[], hasVerifiedFactor: boolean): number {
  if (roles.length === 0) return PASSWORD_MIN
  return hasVerifiedFactor ? ADMIN_MIN_WITH_FACTOR : ADMIN_MIN
}
