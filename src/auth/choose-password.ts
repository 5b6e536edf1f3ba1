import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import { leastPasswordLength } from '#src/contract/password.ts'
import type { PasswordOwner } from '#src/domain/accounts/read-person.ts'
import { isCommonPassword, type PasswordContext } from './password-blocklist.ts'

/** Throws `invalid` for a password that is guessed first. (security AN6) */
export function refuseCommon(password: string, context: PasswordContext): void {
  if (isCommonPassword(password, context)) {
    throw new Failure('invalid', ACCOUNT_SENTENCE.commonPassword, { field: 'password' })
  }
}

type Trusted = Parameters<typeof leastPasswordLength>

/** Throws `invalid` for one too short for what the account may do. (architecture 8: passwords) */
function refuseTooShort(password: string, ...[roles, hasVerifiedFactor]: Trusted): void {
  const least = leastPasswordLength(roles, hasVerifiedFactor)
  if ([...password].length < least) {
    throw new Failure('invalid', ACCOUNT_SENTENCE.adminPassword(least), { field: 'password' })
  }
}

/** Throws `invalid` for a password that this person may not choose, as a new one or as another one. (security AN6) */
export function requireStrongPassword(password: string, owner: PasswordOwner, siteName: string): void {
  const { email, username, roles, hasVerifiedFactor } = owner
  refuseTooShort(password, roles, hasVerifiedFactor)
  refuseCommon(password, { siteName, email, username })
}
