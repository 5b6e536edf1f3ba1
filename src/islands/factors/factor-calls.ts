import { z } from 'zod'
import {
  FACTOR_SENTENCE,
  type FactorChallenge,
  oneTimeCode,
  type SignInAnswer,
  type VerifyFactorInput,
} from '#src/contract/factor.ts'
import { request } from '../call.ts'
import type { Wording } from '../forms/refusal.ts'
import { createFactorStep } from './factor-step.ts'
import { askPasskey } from './passkey.ts'

/** Asks the question of one factor: a text message leaves, or options for a passkey come. Throws `ApiError`. */
export function challengeFactor(id: string): Promise<FactorChallenge> {
  return request('POST', '/api/auth/factors/:factorId/challenge', { param: { factorId: id } })
}

/** Answers the question of one factor. Throws `ApiError`. */
export function verifyFactor(id: string, answer: VerifyFactorInput): Promise<SignInAnswer> {
  return request('POST', '/api/auth/factors/:factorId/verify', { param: { factorId: id }, json: answer })
}

/** Answering for a factor: as the second step of a sign-in, to finish a new one, or to show once more who is there. (product 7) */
export const { sendCode, verifyCode, verifyPasskey } = createFactorStep({
  challenge: challengeFactor,
  verify: verifyFactor,
  askPasskey,
})

export const CODE_WORDING: Wording = { failed: 'Failed to check the code. Please try again.' }

/** A code as it is typed or pasted; an empty field is told so here. */
export const codeInput = z.object({ code: oneTimeCode.refine((code) => code !== '', FACTOR_SENTENCE.code) })
