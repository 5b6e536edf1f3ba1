import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { maySignIn } from '#src/contract/site-mode.ts'
import { enterByGoogle, type GoogleAccount, type GooglePerson } from '#src/domain/accounts/google-account.ts'
import { readPerson } from '#src/domain/accounts/person.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { type Caller, completeSignIn, type SignInResult } from '../complete-sign-in.ts'
import { type Attempt, isSameSecret } from './attempt.ts'
import { redeemCode } from './authorization.ts'
import { findProvider, type GoogleClient, GoogleRefusal, type Provider } from './provider.ts'

const LONGEST_CODE = 2_000

/** True if the answer has one state, and it is that of the attempt that this browser began. (security AN10) */
export function isAnswerTo(attempt: Attempt, answer: URLSearchParams): boolean {
  const [state, ...more] = answer.getAll('state')
  return more.length === 0 && isSameSecret(attempt.state, state)
}

/** The person in Google's answer to an attempt of this browser. Throws `GoogleRefusal`. */
export async function identify(
  google: GoogleClient,
  { attempt, answer }: { attempt: Attempt; answer: URLSearchParams },
  { siteUrl, now }: { siteUrl: string; now: Instant },
): Promise<GooglePerson> {
  const code = readCode(answer, google.issuer)
  const provider = await findProvider(google.issuer, now)
  const token = await redeemCode(google, provider, { code, verifier: attempt.verifier, siteUrl })
  return verifyIdToken(token, google, { keys: provider.keys, nonce: attempt.nonce })
}

/**
 * Signs in a person whom Google vouches for, or asks for their second factor. Throws `GoogleRefusal` if they may not
 * sign in.
 */
export async function signInWithGoogle(
  db: Db,
  person: GooglePerson,
  { context, caller }: { context: CommandContext; caller: Caller },
): Promise<SignInResult> {
  return db.transaction(async (tx) => {
    const entrance = await enterByGoogle(tx, person, context)
    if ('refused' in entrance) {
      throw new GoogleRefusal(entrance.refused, { email: person.email, mayLink: entrance.mayLink })
    }
    if (!(await isAdmitted(tx, entrance, caller))) throw new GoogleRefusal('site closed', { email: person.email })
    return completeSignIn(tx, { userId: entrance.userId, email: person.email, method: 'google' }, caller)
  })
}

/** While the site is closed, nobody registers, and from level 2 on only owners come in. What was created is undone. */
async function isAdmitted(tx: Db, { userId, isNew }: GoogleAccount, { siteLevel, now }: Caller): Promise<boolean> {
  if (siteLevel === 0) return true
  if (isNew) return false
  const person = await readPerson(tx, userId, now)
  return person !== undefined && maySignIn(siteLevel, person.roles)
}

/** Google names itself in the answer, so that another provider's code is not sent to it. (RFC 9207) */
function readCode(answer: URLSearchParams, issuer: string): string {
  const error = answer.get('error')
  if (error !== null) throw new GoogleRefusal(`provider said: ${/^[a-z_]{1,40}$/.test(error) ? error : 'no'}`)
  const [code, ...more] = answer.getAll('code')
  if (!code || code.length > LONGEST_CODE || more.length > 0) throw new GoogleRefusal('no code')
  const named = answer.get('iss')
  if (named !== null && named !== issuer) throw new GoogleRefusal('another issuer answered')
  return code
}

/** Algorithms with a private key: neither `none` nor a shared secret, which a public key could be mistaken for. */
const ALGORITHMS = ['RS256', 'ES256']
/** In seconds. An ID token comes straight from the provider; one that is minutes old was stolen. */
const LONGEST_AGE = 600
const CLOCK_DRIFT = 30

const GOOGLE = 'https://accounts.google.com'
/** Both are Google's names as an issuer. (developers.google.com/identity/openid-connect/openid-connect#validatinganidtoken) */
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
 * The person in an ID token, after checking signature, algorithm, issuer, audience, times, nonce, and that
 * Google has verified the address. Its times are compared with the machine's clock, as at the provider, whatever
 * `CLOCK` says. Throws `GoogleRefusal`. (OpenID Connect Core 1.0 section 3.1.3.7, security AN10)
 */
async function verifyIdToken(
  token: string,
  google: GoogleClient,
  { keys, nonce }: Pick<Provider, 'keys'> & { nonce: string },
): Promise<GooglePerson> {
  const payload = await verify(token, google, keys)
  const parsed = claims.safeParse(payload)
  if (!parsed.success) throw new GoogleRefusal(`ID token: ${parsed.error.issues[0]?.path.join('.')} is not right`)
  const { sub: subject, email, name, ...said } = parsed.data
  if (!isSameSecret(nonce, said.nonce)) throw new GoogleRefusal('ID token: nonce is not ours')
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
    throw new GoogleRefusal(`ID token: ${getName(cause)}`, { cause })
  }
}

/** A token with several audiences, or with `azp`, must be meant for us. */
function isFor(clientId: string, audience: JWTPayload['aud'], azp: string | undefined): boolean {
  const isShared = Array.isArray(audience) && audience.length > 1
  return azp === undefined ? !isShared : azp === clientId
}

function getName(fault: unknown): string {
  if (fault instanceof errors.JWTClaimValidationFailed || fault instanceof errors.JWTExpired) {
    return `${fault.claim} ${fault.reason}`
  }
  return fault instanceof errors.JOSEError ? fault.code : 'keys cannot be read'
}
