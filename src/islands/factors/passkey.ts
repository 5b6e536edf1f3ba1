import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import {
  type CredentialResponse,
  FACTOR_SENTENCE,
  type FactorChallenge,
  type SignInAnswer,
} from '#src/contract/factor.ts'
import { ApiError, request } from '../call.ts'

/** False while the page is built, and in browsers without WebAuthn. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Lets the browser ask for a passkey; what it answered, for the server to check. Throws `ApiError`. */
export async function askPasskey({ webauthn }: FactorChallenge): Promise<CredentialResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = webauthn?.credential_options as PublicKeyCredentialRequestOptionsJSON | undefined
  if (!optionsJSON) throw passkeyFailed()
  // Whoever sends the browser's question away, or has no passkey, is told the same.
  return { ...(await startAuthentication({ optionsJSON }).catch(() => Promise.reject(passkeyFailed()))) }
}

/** A sign-in by passkey alone. Throws `ApiError`. */
export async function signInByPasskey(): Promise<SignInAnswer> {
  const challenge = await request('POST', '/api/auth/passkey/challenge')
  const webauthn = await askPasskey(challenge)
  return request('POST', '/api/auth/passkey/verify', { json: { challenge_id: challenge.id, webauthn } })
}

/** The browser brought no passkey, in the shape of any other refusal. */
export function passkeyFailed(detail: string = FACTOR_SENTENCE.passkeyFailed): ApiError {
  return new ApiError({ status: 400, code: 'invalid', detail })
}
