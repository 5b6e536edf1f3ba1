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
import type { Wording } from '../forms/refusal.ts'
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

/** The calls of factors (product 7), and the browser's own question for a passkey. */
type FactorParts = {
  challenge: (factorId: string) => Promise<FactorChallenge>
  verify: (factorId: string, answer: VerifyFactorInput) => Promise<SignInAnswer>
  askPasskey: (challenge: FactorChallenge) => Promise<CredentialResponse>
}

type FactorStep = {
  /** Sends a code to the phone. */
  sendCode: (factor: FactorInfo) => Promise<void>
  /** Answers with a code. One from an app needs no question first: the step asks by itself, and anew when one is over. */
  verifyCode: (factor: FactorInfo, code: string) => Promise<SignInAnswer>
  verifyPasskey: (factor: FactorInfo) => Promise<SignInAnswer>
}

/** The second step of a sign-in with one of the factors that are known. Everything throws `ApiError`. */
export function createFactorStep({ challenge, verify, askPasskey }: FactorParts): FactorStep {
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
        if (!isOver(fault) || factor.factor_type !== 'totp') throw fault
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

/** The question was tried too often or has waited too long. */
function isOver(fault: unknown): boolean {
  return fault instanceof ApiError && fault.detail === FACTOR_SENTENCE.challengeOver
}
