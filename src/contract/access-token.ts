import { z } from 'zod'

/** Errors of an access token in a request. */
export const TOKEN_SENTENCE = {
  invalid: 'This access token is not valid.',
  expired: 'This access token has expired.',
  cookieOnly: 'An access token does not open anything that outlives it.',
} as const

/** How long an access token is good for, in seconds. (decision 0016) */
export const TOKEN_LIFE = 900

const coordinate = z.base64url().length(43)

/** The public half of a key that signs access tokens, as `/.well-known/jwks.json` lists it. (RFC 7517) */
export type PublicJwk = {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  use: 'sig'
  alg: 'ES256'
}

/** Answer of `GET /.well-known/jwks.json`. (product 7) */
export type JwksAnswer = { keys: PublicJwk[] }

/** A key that signs access tokens, the only kind we take: ECDSA on P-256. */
export const privateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: coordinate,
  kid: z.string().min(1).max(100),
})
export type PrivateJwk = z.output<typeof privateJwk>
