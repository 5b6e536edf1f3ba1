import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { type PrivateJwk, privateJwk } from '#src/contract/access-token.ts'

const NOT_KEYS =
  'TOKEN_KEYS must be a JSON array of private keys (EC, P-256, with a kid), the signing one first; npm run keys -- make prints one'

/** `TOKEN_KEYS`: the first key signs access tokens, all of them verify. No fault tells anything of a key. (decision 0016) */
export const tokenKeys = z
  .string()
  .transform((text, context) => {
    const parsed = z.array(privateJwk).nonempty().safeParse(jsonOf(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: NOT_KEYS })
    return z.NEVER
  })
  .refine(
    (keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length,
    'TOKEN_KEYS must give each key its own kid',
  )
  .refine((keys) => keys.every(isPair), 'TOKEN_KEYS holds a key whose private and public halves do not belong together')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True if what the private half signs, the public half verifies. */
function isPair({ kty, crv, x, y, d }: PrivateJwk): boolean {
  try {
    const proof = sign('sha256', Buffer.from('pair'), createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' }))
    return verify('sha256', Buffer.from('pair'), createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }), proof)
  } catch {
    return false
  }
}
