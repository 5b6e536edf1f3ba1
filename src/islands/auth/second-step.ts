import type { SignInAnswer } from '#src/contract/factor.ts'
import type { ApiError } from '../call.ts'
import { finish, startOver } from './auth.ts'

/** The end of a sign-in: every tab hears that the second step was taken. (product 4) */
export function completeMfa(answer: SignInAnswer): void {
  finish(answer, 'mfa verified')
}

/** True for a sign-in that has waited too long: it starts again. */
export function isTooLate(refusal: ApiError): boolean {
  if (refusal.status !== 401) return false
  startOver(refusal.detail)
  return true
}
