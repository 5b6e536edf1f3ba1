import { randomUUID } from 'node:crypto'
import { compactVerify, errors, SignJWT } from 'jose'
import { z } from 'zod'
import { TOKEN_LIFE, TOKEN_SENTENCE } from '#src/contract/access-token.ts'
import type { TokenAnswer } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { ALGORITHM, type Keyring } from './signing-keys.ts'

/** RFC 9068: so that no other kind of token is accepted as an access token. */
const TYPE = 'at+jwt'
const LONGEST_TOKEN = 4_096
/** The library ignores blanks. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** The largest difference between the clocks of our machines, in seconds. */
const CLOCK_SKEW = 60

/**
 * Exactly the header that we write. A token with anything else in it (`jku`, `jwk`, `x5u`, `crit`) is not ours. (security
 * SE6)
 */
const headerSchema = z.strictObject({
  alg: z.literal(ALGORITHM),
  typ: z.literal(TYPE),
  kid: z.string().max(100),
})

const claimsSchema = z
  .strictObject({
    iss: z.string(),
    aud: z.string(),
    /** The user's id. */
    sub: z.uuid(),
    /** The session's public handle. */
    sid: z.uuid(),
    aal: z.union([z.literal(1), z.literal(2)]),
    iat: z.int(),
    exp: z.int(),
    jti: z.uuid(),
  })
  .refine(({ iat, exp }) => exp === iat + TOKEN_LIFE)

/** The claims of a token that we signed; times in seconds. The database decides, whatever they say. (security SE8) */
export type TokenClaims = z.output<typeof claimsSchema>

/** The session of a token. */
type TokenSession = { viewer: Pick<Viewer, 'id' | 'aal'>; handle: string; authenticatedAt: Instant }
type Setting = { keyring: Keyring; siteUrl: string; now: Instant }

/**
 * A token for the session of a visit, valid for 15 minutes. Never older than the session, even if a clock is slow.
 * (decision 0016)
 */
export async function issueToken(
  { viewer, handle, authenticatedAt }: TokenSession,
  { keyring, siteUrl, now }: Setting,
): Promise<TokenAnswer> {
  const { kid, key } = await keyring.signer(now)
  const issuedAt = Math.floor(Math.max(now, authenticatedAt) / 1000)
  const token = await new SignJWT({ sid: handle, aal: viewer.aal })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(siteUrl)
    .setAudience(siteUrl)
    .setSubject(viewer.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFE)
    .setJti(randomUUID())
    .sign(key)
  return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE }
}

/**
 * The claims of a token, if one of our keys signed it for this site and it has not expired; an expired one is accepted only if
 * `allowExpired` says so. Throws `unauthenticated` for everything else. (product 5, product 8)
 */
export async function verifyToken(
  token: string,
  { keyring, siteUrl, now, allowExpired = false }: Setting & { allowExpired?: boolean },
): Promise<TokenClaims> {
  const { success, data: claims } = claimsSchema.safeParse(await readSigned(token, keyring, now))
  if (!success || claims.iss !== siteUrl || claims.aud !== siteUrl) throw invalid()
  if ((claims.iat - CLOCK_SKEW) * 1000 > now) throw invalid()
  if (claims.exp * 1000 <= now && !allowExpired) throw new Failure('unauthenticated', TOKEN_SENTENCE.expired)
  return claims
}

/** The JSON of a token with a valid signature. A database error is thrown as it is. */
async function readSigned(token: string, keyring: Keyring, now: Instant): Promise<unknown> {
  if (token.length > LONGEST_TOKEN || !SHAPE.test(token)) throw invalid()
  try {
    const { payload } = await compactVerify(token, keyFor, { algorithms: [ALGORITHM] })
    return JSON.parse(Buffer.from(payload).toString())
  } catch (cause) {
    if (cause instanceof errors.JOSEError || cause instanceof SyntaxError) throw invalid(cause)
    throw cause
  }

  async function keyFor(given: unknown) {
    const header = headerSchema.safeParse(given)
    const key = header.success ? await keyring.verifier(header.data.kid, now) : undefined
    if (!key) throw invalid()
    return key
  }
}

function invalid(cause?: unknown): Failure {
  return new Failure('unauthenticated', TOKEN_SENTENCE.invalid, { cause })
}
