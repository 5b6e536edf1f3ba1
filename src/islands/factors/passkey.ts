import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import {
  type CredentialResponse,
  FACTOR_SENTENCE,
  type FactorChallenge,
  type SignInAnswer,
} from '#src/contract/factor.ts'
import { ApiError, request } from '../call.ts'

/** The label of a button while the browser's passkey dialog is open. */
export const PASSKEY_BUSY = 'Waiting for your passkey...'

/** False while the page is built, and in browsers without WebAuthn. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Opens the browser's passkey dialog and returns its answer for the server to check. Throws `ApiError`. */
export async function requestPasskey({ webauthn }: FactorChallenge): Promise<CredentialResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = webauthn?.credential_options as PublicKeyCredentialRequestOptionsJSON | undefined
  if (!optionsJSON) throw passkeyFailed()
  // The error is the same if the dialog was cancelled and if there is no passkey.
  return { ...(await startAuthentication({ optionsJSON }).catch(() => Promise.reject(passkeyFailed()))) }
}

/** Signs in with a passkey alone. Throws `ApiError`. */
export async function signInByPasskey(): Promise<SignInAnswer> {
  const challenge = await request('POST', '/api/auth/passkey/challenge')
  const webauthn = await requestPasskey(challenge)
  return request('POST', '/api/auth/passkey/verify', { json: { challenge_id: challenge.id, webauthn } })
}

/** The error if the browser returned no passkey. */
export function passkeyFailed(detail: string = FACTOR_SENTENCE.passkeyFailed): ApiError {
  return new ApiError({ status: 400, code: 'invalid', detail })
}
