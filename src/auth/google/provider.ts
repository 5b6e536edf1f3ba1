import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Instant } from '#src/contract/instant.ts'

/** Milliseconds that one call to the provider may take. */
export const PATIENCE = 5_000
/** Addresses are asked for again after this many milliseconds. */
const KEPT_FOR = 3_600_000

/** Our site as a client of Google, or of another OpenID provider in its place. */
export type GoogleClient = { clientId: string; clientSecret: string; issuer: string }

/** The addresses of an OpenID provider for people, codes and keys. */
export type Provider = { authorizationEndpoint: string; tokenEndpoint: string; keys: JWTVerifyGetKey }

const endpoint = z.url({ protocol: /^https?$/ })
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
})

type Known = { provider: Promise<Provider>; until: Instant }
const known = new Map<string, Known>()

/**
 * The provider behind an issuer, by its discovery document; asked at most once an hour. Throws `GoogleRefusal` for one that
 * does not answer in time or answers for another issuer. (OpenID Connect Discovery 1.0 section 4)
 */
export async function findProvider(issuer: string, now: Instant): Promise<Provider> {
  const cached = known.get(issuer)
  if (cached && now < cached.until && now >= cached.until - KEPT_FOR) return cached.provider
  const entry = { provider: discover(issuer), until: now + KEPT_FOR }
  known.set(issuer, entry)
  try {
    return await entry.provider
  } catch (fault) {
    if (known.get(issuer) === entry) known.delete(issuer)
    throw fault
  }
}

async function discover(issuer: string): Promise<Provider> {
  const document = await readMetadata(issuer)
  if (document.issuer !== issuer) throw new GoogleRefusal('discovery names another issuer')
  const { authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint, jwks_uri: keys } = document
  const isWeaker = [authorizationEndpoint, tokenEndpoint, keys].some(
    (address) => issuer.startsWith('https:') && !address.startsWith('https:'),
  )
  if (isWeaker) throw new GoogleRefusal('discovery leaves https')
  return {
    authorizationEndpoint,
    tokenEndpoint,
    keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: PATIENCE }),
  }
}

async function readMetadata(issuer: string): Promise<z.output<typeof metadata>> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) })
    if (response.status !== 200) throw new Error(`discovery answered ${response.status}`)
    return metadata.parse(await response.json())
  } catch (cause) {
    throw new GoogleRefusal('discovery failed', { cause })
  }
}

type RefusalDetails = { email?: string | undefined; mayLink?: boolean | undefined; cause?: unknown }

/** Why a sign-in with Google failed, in our words: for the log and the security screen, never for the browser. */
export class GoogleRefusal extends Error {
  readonly reason: string
  /** The address that Google confirmed, if it got that far. */
  readonly email: string | undefined
  /** True where the address has an account that its owner may link. */
  readonly mayLink: boolean

  constructor(reason: string, { email, mayLink = false, cause }: RefusalDetails = {}) {
    super(reason, cause === undefined ? undefined : { cause })
    this.name = 'GoogleRefusal'
    this.reason = reason
    this.email = email
    this.mayLink = mayLink
  }
}
