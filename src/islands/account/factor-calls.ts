import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { z } from 'zod'
import {
  type EnrolledFactor,
  type EnrollFactorInput,
  FACTOR_SENTENCE,
  type FactorChallenge,
  oneTimeCode,
  type SignInAnswer,
} from '#src/contract/factor.ts'
import { createFactorStep } from '../auth/factor-step.ts'
import { askPasskey } from '../auth/passkey.ts'
import { ApiError, send } from '../call.ts'
import type { Wording } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { announce } from '../viewer/viewer.ts'
import { account, confirmed, sessions } from './account.ts'

const FACTORS = '/api/auth/factors'

const challenge = (id: string) => send<FactorChallenge>('POST', `${FACTORS}/${id}/challenge`)
const verify = (id: string, answer: object) => send<SignInAnswer>('POST', `${FACTORS}/${id}/verify`, answer)

/** Answering for a factor: a new one, to finish it, or a known one, to show who is there. (spec 7) */
export const { sendCode, verifyCode, verifyPasskey } = createFactorStep({ challenge, verify, askPasskey })

export const CODE_WORDING: Wording = { failed: 'Failed to check the code. Please try again.' }
export const ADD_WORDING: Wording = { failed: 'Failed to add it. Please try again.' }

/** A code as it is typed or pasted; an empty field is told so here. */
export const codeInput = z.object({ code: oneTimeCode.refine((code) => code !== '', FACTOR_SENTENCE.code) })

/** Begins a factor: it counts once its first challenge is met. */
export function enroll(input: EnrollFactorInput): Promise<EnrolledFactor> {
  return confirmed(() => send<EnrolledFactor>('POST', FACTORS, input))
}

export function removeFactor(id: string): Promise<void> {
  return send('DELETE', `${FACTORS}/${id}`)
}

/** Takes back what was begun and not finished. Should that fail, the list shows it, with a button that removes it. */
export async function forget(id: string): Promise<void> {
  await removeFactor(id).catch(() => {})
  void account.load()
}

/** Has the browser make a passkey and the server check it. Throws `ApiError`. */
export async function registerPasskey(id: string): Promise<SignInAnswer> {
  const asked = await challenge(id)
  const optionsJSON = asked.webauthn?.credential_options as PublicKeyCredentialCreationOptionsJSON | undefined
  const { startRegistration } = await import('@simplewebauthn/browser')
  if (!optionsJSON) throw passkeyFailed(FACTOR_SENTENCE.passkeyFailed)
  const webauthn = await startRegistration({ optionsJSON }).catch((fault: unknown) => Promise.reject(refused(fault)))
  return verify(id, { challenge_id: asked.id, webauthn })
}

/** A new factor counts: this session rose to its level, and every other one ended. */
export function added(answer: SignInAnswer): void {
  if ('message' in answer) notify({ kind: 'success', message: answer.message })
  announce('mfa verified')
  void account.load()
  void sessions.load()
}

/** The browser knows that this very device holds one already. (WebAuthn: InvalidStateError) */
function refused(fault: unknown): ApiError {
  const isKnown = fault instanceof Error && fault.name === 'InvalidStateError'
  return passkeyFailed(isKnown ? FACTOR_SENTENCE.passkeyKnown : FACTOR_SENTENCE.passkeyFailed)
}

function passkeyFailed(detail: string): ApiError {
  return new ApiError({ status: 400, code: 'invalid', detail })
}
