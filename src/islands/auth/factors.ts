import { z } from 'zod'
import { FACTOR_SENTENCE, type FactorChallenge, oneTimeCode, type SignInAnswer } from '#src/contract/factor.ts'
import { type ApiError, send } from '../call.ts'
import type { Wording } from '../forms/refusal.ts'
import { finish, startOver } from './auth.ts'
import { createFactorStep } from './factor-step.ts'
import { askPasskey } from './passkey.ts'

/** The second step of the sign-in that waits in this browser. */
export const { sendCode, verifyCode, verifyPasskey } = createFactorStep({
  challenge: (id) => send<FactorChallenge>('POST', `/api/auth/factors/${id}/challenge`),
  verify: (id, answer) => send<SignInAnswer>('POST', `/api/auth/factors/${id}/verify`, answer),
  askPasskey,
})

export const WORDING: Wording = { failed: 'Failed to check the code. Please try again.' }

/** A code as it is typed or pasted; an empty field is told so here. */
export const codeInput = z.object({ code: oneTimeCode.refine((code) => code !== '', FACTOR_SENTENCE.code) })

/** The end of a sign-in: every tab hears that the second step was taken. (spec 4) */
export function proven(answer: SignInAnswer): void {
  finish(answer, 'mfa verified')
}

/** True for a sign-in that has waited too long: it starts again. */
export function isTooLate(refusal: ApiError): boolean {
  if (refusal.status !== 401) return false
  startOver(refusal.detail)
  return true
}
