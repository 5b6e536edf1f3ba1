import {
  type CredentialResponse,
  FACTOR_SENTENCE,
  type FactorChallenge,
  type FactorInfo,
  type SignInAnswer,
  type VerifyFactorInput,
} from '#src/contract/factor.ts'
import { ApiError } from '../call.ts'

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
