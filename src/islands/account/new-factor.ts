import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import {
  type EnrolledFactor,
  type EnrollFactorInput,
  FACTOR_SENTENCE,
  type SignInAnswer,
} from '#src/contract/factor.ts'
import { type ApiError, request } from '../call.ts'
import { challengeFactor, verifyFactor } from '../factors/factor-calls.ts'
import { passkeyFailed } from '../factors/passkey.ts'
import type { Wording } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { announce } from '../viewer/viewer.ts'
import { account, sessions } from './account.ts'

export const ADD_WORDING: Wording = { failed: 'Failed to add the verification method. Please try again.' }

/** Begins a factor: it counts once its first challenge is met. Throws `ApiError`. */
export function enroll(input: EnrollFactorInput): Promise<EnrolledFactor> {
  return request('POST', '/api/auth/factors', { json: input })
}

export function removeFactor(id: string): Promise<void> {
  return request('DELETE', '/api/auth/factors/:factorId', { param: { factorId: id } })
}

/** Takes back what was begun and not finished. Should that fail, the list shows it, with a button that removes it. */
export async function forget(id: string): Promise<void> {
  await removeFactor(id).catch(() => {})
  void account.load()
}

/** Has the browser make a passkey and the server check it. Throws `ApiError`. */
export async function registerPasskey(id: string): Promise<SignInAnswer> {
  const asked = await challengeFactor(id)
  const optionsJSON = asked.webauthn?.credential_options as PublicKeyCredentialCreationOptionsJSON | undefined
  const { startRegistration } = await import('@simplewebauthn/browser')
  if (!optionsJSON) throw passkeyFailed()
  const webauthn = await startRegistration({ optionsJSON }).catch((fault: unknown) => Promise.reject(refused(fault)))
  return verifyFactor(id, { challenge_id: asked.id, webauthn: { ...webauthn } })
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
  return passkeyFailed(isKnown ? FACTOR_SENTENCE.passkeyKnown : undefined)
}
