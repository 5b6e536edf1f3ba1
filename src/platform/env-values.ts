import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { type PrivateJwk, privateJwk } from '#src/contract/access-token.ts'
import type { HookSecrets } from './mail-hooks/open-hooks.ts'

const NOT_KEYS =
  'TOKEN_KEYS must be a JSON array of private keys (EC, P-256, with a kid), the signing one first; npm run keys -- make prints one'

/** `TOKEN_KEYS`: the first key signs access tokens, all of them verify. No fault tells anything of a key. (decision 0016) */
export const tokenKeys = z
  .string()
  .transform((text, context) => {
    const parsed = z.array(privateJwk).nonempty().safeParse(parseJsonText(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: NOT_KEYS })
    return z.NEVER
  })
  .refine(
    (keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length,
    'TOKEN_KEYS must give each key its own kid',
  )
  .refine((keys) => keys.every(isPair), 'TOKEN_KEYS holds a key whose private and public halves do not belong together')

function parseJsonText(text: string): unknown {
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

/** The origin of an http(s) address without a path; `name` is the variable. */
export const origin = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be an http(s) address` }).transform((value, context) => {
    const url = new URL(value)
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
      context.addIssue({
        code: 'custom',
        message: `${name} must be an origin such as https://example.org, without a path`,
      })
    }
    return url.origin
  })

const NOT_PROXIES =
  'TRUSTED_PROXIES must be addresses or networks of more than 0 bits, separated by commas, such as 10.0.0.2, fd00::/8'

/** `TRUSTED_PROXIES`: whose `X-Forwarded-For` is believed. A network of 0 bits would be everyone. (decision 0048) */
export const trustedProxies = z.string().transform((text, context) => {
  const list = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    const prefix = bits === undefined ? most : Number(bits)
    if (version === 0 || address.includes('%') || prefix < 1 || prefix > most) {
      context.addIssue({ code: 'custom', message: NOT_PROXIES })
      return z.NEVER
    }
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
  }
  return list
})

/** What the hooks of mail providers are checked with. A hook without its variable does not exist. */
export const hookValues = {
  SES_HOOK_TOPIC: z
    .string()
    .regex(/^arn:aws[\w-]*:sns:[a-z]{2}[a-z\d-]+:\d{12}:[\w.-]+$/, 'SES_HOOK_TOPIC must be the ARN of an SNS topic')
    .optional(),
  SENDGRID_HOOK_KEY: z
    .string()
    .refine(isP256Key, 'SENDGRID_HOOK_KEY must be the verification key of the signed event webhook')
    .optional(),
  POSTMARK_HOOK_LOGIN: z
    .string()
    .regex(/^[^:\s]+:\S{16,}$/, 'POSTMARK_HOOK_LOGIN must be user:password, with a password of at least 16 characters')
    .optional(),
  MAILGUN_HOOK_KEY: z.string().min(16, 'MAILGUN_HOOK_KEY must have at least 16 characters').optional(),
  RESEND_HOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=-]{32,}$/, 'RESEND_HOOK_SECRET must begin with whsec_')
    .optional(),
}

type HookValues = { [Name in keyof typeof hookValues]?: string | undefined }

/** The secrets of the hooks, by provider. */
export function toHookSecrets(env: HookValues): HookSecrets {
  const { SES_HOOK_TOPIC: ses, SENDGRID_HOOK_KEY: sendgrid, POSTMARK_HOOK_LOGIN: postmark } = env
  const { MAILGUN_HOOK_KEY: mailgun, RESEND_HOOK_SECRET: resend } = env
  return { ses, sendgrid, postmark, mailgun, resend }
}

/** A public key on the curve P-256, as SendGrid shows it: SPKI in base64. */
function isP256Key(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
