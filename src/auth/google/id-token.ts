import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { GooglePerson } from '#src/domain/accounts/google-account.ts'
import { isSame } from './attempt.ts'
import type { GoogleClient, Provider } from './provider.ts'
import { GoogleRefusal } from './refusal.ts'

/** Signatures that only the holder of a private key can make: no `none`, and no secret that a public key could pass for. */
const ALGORITHMS = ['RS256', 'ES256']
/** An ID token comes straight from the provider: one that is minutes old is somebody else's. In seconds. */
const LONGEST_AGE = 600
const CLOCK_DRIFT = 30

const GOOGLE = 'https://accounts.google.com'
/** Google signs as either of these. (developers.google.com/identity/openid-connect/openid-connect#validatinganidtoken) */
const GOOGLES_NAMES = [GOOGLE, 'accounts.google.com']

const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  email: z.string().max(1000),
  email_verified: z.literal(true),
  name: z.string().optional().catch(undefined),
})

/**
 * Who an ID token speaks of, after checking everything in it: signature, algorithm, issuer, audience, times, nonce, and that
 * Google has verified the address. Its times are held against the machine's clock, which is the provider's too, whatever
 * `CLOCK` says. Throws `GoogleRefusal`. (OpenID Connect Core 1.0 section 3.1.3.7, security AN10)
 */
export async function verifyIdToken(
  token: string,
  google: GoogleClient,
  { keys, nonce }: Pick<Provider, 'keys'> & { nonce: string },
): Promise<GooglePerson> {
  const payload = await verify(token, google, keys)
  const parsed = claims.safeParse(payload)
  if (!parsed.success) throw new GoogleRefusal(`ID token: ${parsed.error.issues[0]?.path.join('.')} is not right`)
  const { sub: subject, email, name, ...said } = parsed.data
  if (!isSame(nonce, said.nonce)) throw new GoogleRefusal('ID token: nonce is not ours')
  if (!isFor(google.clientId, payload.aud, said.azp)) throw new GoogleRefusal('ID token: azp is not ours')
  return { subject, email, name }
}

async function verify(token: string, { issuer, clientId }: GoogleClient, keys: Provider['keys']): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: issuer === GOOGLE ? GOOGLES_NAMES : issuer,
      audience: clientId,
      requiredClaims: ['exp'],
      maxTokenAge: LONGEST_AGE,
      clockTolerance: CLOCK_DRIFT,
    })
    return payload
  } catch (cause) {
    throw new GoogleRefusal(`ID token: ${nameOf(cause)}`, { cause })
  }
}

/** A token for several, or one that names who asked for it, must have been made for us. */
function isFor(clientId: string, audience: JWTPayload['aud'], azp: string | undefined): boolean {
  const isShared = Array.isArray(audience) && audience.length > 1
  return azp === undefined ? !isShared : azp === clientId
}

function nameOf(fault: unknown): string {
  if (fault instanceof errors.JWTClaimValidationFailed || fault instanceof errors.JWTExpired) {
    return `${fault.claim} ${fault.reason}`
  }
  return fault instanceof errors.JOSEError ? fault.code : 'keys cannot be read'
}
