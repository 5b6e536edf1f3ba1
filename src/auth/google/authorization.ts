import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { z } from 'zod'
import type { Instant } from '#src/contract/instant.ts'
import type { Attempt } from './attempt.ts'
import { findProvider, type GoogleClient, GoogleRefusal, PATIENCE, type Provider } from './provider.ts'

const SCOPES = ['openid', 'email', 'profile']
const tokens = z.object({ id_token: z.string().max(20_000) })
const complaint = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) })

/** The address that Google sends people back to: from configuration, never from a request. (security TL7) */
function redirectUri(siteUrl: string): string {
  return `${siteUrl}/api/auth/google/callback`
}

/**
 * The address where a person chooses their Google account. Throws `GoogleRefusal` if the provider cannot be reached.
 */
export async function authorizationUrl(
  google: GoogleClient,
  attempt: Attempt,
  { siteUrl, now }: { siteUrl: string; now: Instant },
): Promise<string> {
  const { authorizationEndpoint } = await findProvider(google.issuer, now)
  const client = new OAuth2Client(google.clientId, google.clientSecret, redirectUri(siteUrl))
  const { state, nonce, verifier } = attempt
  const url = client.createAuthorizationURLWithPKCE(
    authorizationEndpoint,
    state,
    CodeChallengeMethod.S256,
    verifier,
    SCOPES,
  )
  url.searchParams.set('nonce', nonce)
  url.searchParams.set('prompt', 'select_account')
  return url.href
}

type Redeemed = { code: string; verifier: string; siteUrl: string }

/**
 * The ID token that a code is exchanged for, not verified yet. Throws `GoogleRefusal`. Not by arctic: its request has
 * no timeout and follows redirects, which would carry code, verifier and secret elsewhere.
 */
export async function redeemCode(google: GoogleClient, provider: Provider, redeemed: Redeemed): Promise<string> {
  const { status, body } = await ask(provider.tokenEndpoint, {
    grant_type: 'authorization_code',
    code: redeemed.code,
    code_verifier: redeemed.verifier,
    redirect_uri: redirectUri(redeemed.siteUrl),
    client_id: google.clientId,
    client_secret: google.clientSecret,
  })
  if (status !== 200) {
    const said = complaint.safeParse(body)
    throw new GoogleRefusal(`code refused: ${said.success ? said.data.error : status}`)
  }
  const parsed = tokens.safeParse(body)
  if (!parsed.success) throw new GoogleRefusal('answer without an ID token')
  return parsed.data.id_token
}

async function ask(address: string, form: Record<string, string>): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    return { status: response.status, body: await response.json() }
  } catch (cause) {
    throw new GoogleRefusal('token endpoint failed', { cause })
  }
}
