import { z } from 'zod'
import {
  type CredentialResponse,
  FACTOR_SENTENCE,
  type FactorChallenge,
  type FactorInfo,
  oneTimeCode,
  type SignInAnswer,
  type VerifyFactorInput,
} from '#src/contract/factor.ts'
import { ApiError, request } from '../call.ts'
import type { Wording } from '../forms/error-notice.ts'
import { requestPasskey } from './passkey.ts'

/** Starts a challenge for a factor: sends a text message, or returns the options for a passkey. Throws `ApiError`. */
export function challengeFactor(id: string): Promise<FactorChallenge> {
  return request('POST', '/api/auth/factors/:factorId/challenge', { param: { factorId: id } })
}

/** Answers the challenge of a factor. Throws `ApiError`. */
export function verifyFactor(id: string, answer: VerifyFactorInput): Promise<SignInAnswer> {
  return request('POST', '/api/auth/factors/:factorId/verify', { param: { factorId: id }, json: answer })
}

/** Verifies a factor: as the second step of a sign-in, to finish adding it, or for step-up verification. (product 7) */
export const { sendCode, verifyCode, verifyPasskey } = createFactorVerification({
  challenge: challengeFactor,
  verify: verifyFactor,
  askPasskey: requestPasskey,
})

export const CODE_WORDING: Wording = { failed: 'Failed to check the code. Please try again.' }

/** A code as it is typed or pasted. An empty field is refused here. */
export const codeInput = z.object({ code: oneTimeCode.refine((code) => code !== '', FACTOR_SENTENCE.code) })

/** The API calls for factors (product 7), and the browser's passkey dialog. */
type FactorParts = {
  challenge: (factorId: string) => Promise<FactorChallenge>
  verify: (factorId: string, answer: VerifyFactorInput) => Promise<SignInAnswer>
  askPasskey: (challenge: FactorChallenge) => Promise<CredentialResponse>
}

type FactorVerification = {
  /** Sends a code to the phone. */
  sendCode: (factor: FactorInfo) => Promise<void>
  /** Answers with a code. For a code from an app it starts the challenge itself, and a new one if that has expired. */
  verifyCode: (factor: FactorInfo, code: string) => Promise<SignInAnswer>
  verifyPasskey: (factor: FactorInfo) => Promise<SignInAnswer>
}

/** Verifies factors. Everything throws `ApiError`. */
export function createFactorVerification({ challenge, verify, askPasskey }: FactorParts): FactorVerification {
  const open = new Map<string, string>()
  const ask = async (factor: FactorInfo) => {
    const asked = await challenge(factor.id)
    open.set(factor.id, asked.id)
    return asked
  }
  const answer = async (factor: FactorInfo, code: string) => {
    const challenge_id = open.get(factor.id) ?? (await ask(factor)).id
    return verify(factor.id, { challenge_id, code })
  }
  return {
    sendCode: async (factor) => void (await ask(factor)),
    verifyCode: async (factor, code) => {
      try {
        return await answer(factor, code)
      } catch (fault) {
        if (!isChallengeOver(fault) || factor.factor_type !== 'totp') throw fault
        open.delete(factor.id)
        return answer(factor, code)
      }
    },
    verifyPasskey: async (factor) => {
      const asked = await ask(factor)
      return verify(factor.id, { challenge_id: asked.id, webauthn: await askPasskey(asked) })
    },
  }
}

/** True if the challenge was tried too often or has expired. */
function isChallengeOver(fault: unknown): boolean {
  return fault instanceof ApiError && fault.detail === FACTOR_SENTENCE.challengeOver
}
