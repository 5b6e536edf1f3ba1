import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { normalizeEmail } from '#src/contract/email.ts'
import { leastPasswordLength, PASSWORD_MAX } from '#src/contract/password.ts'
import { hookValues, origin, toHookSecrets, tokenKeys, trustedProxies } from './env-values.ts'

const MAIL_FROM = /^(?:[^\p{Cc}<>"@,;:]+ <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u

/** Whether the user and password of an address can be read. */
function hasPlainUser(value: string): boolean {
  try {
    const { hostname, username, password } = new URL(value)
    decodeURIComponent(username + password)
    return hostname !== ''
  } catch {
    return false
  }
}

const OWNER_MIN = leastPasswordLength(['owner'], false)

function isOwnersLength(password: string): boolean {
  const { length } = [...password]
  return length >= OWNER_MIN && length <= PASSWORD_MAX
}

const envSchema = z
  .object({
    PORT: z.coerce
      .number('PORT must be a number')
      .int('PORT must be a whole number')
      .min(1, 'PORT must be between 1 and 65535')
      .max(65_535, 'PORT must be between 1 and 65535')
      .default(8888),
    HOST: z
      .string()
      .refine((host) => isIP(host) !== 0, 'HOST must be an IP address of this machine, or 0.0.0.0 for all of them')
      .optional(),
    TRUSTED_PROXIES: trustedProxies.optional(),
    DATA_DIR: z.string().min(1, 'DATA_DIR must name a folder').default('.data'),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must be a postgres:// address' })
      .optional(),
    SEED: z.enum(['demo', 'none'], 'SEED must be demo or none').default('demo'),
    CHECKS: z.enum(['automatic', 'asked'], 'CHECKS must be automatic or asked').default('automatic'),
    SITE_URL: origin('SITE_URL').optional(),
    SITE_NAME: z
      .string()
      .min(1, 'SITE_NAME must not be empty')
      .max(60, 'SITE_NAME must be at most 60 characters')
      .default('Uptime Workshops'),
    REGISTRATION_ORIGIN: origin('REGISTRATION_ORIGIN').default('https://register.uptime-workshops.example'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'SMTP_URL must be an smtp:// or smtps:// address' })
      .refine(hasPlainUser, 'SMTP_URL must name a host, and its user and password must be URL-encoded')
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(MAIL_FROM, 'MAIL_FROM must be an address, such as info@example.org or Workshops <info@example.org>')
      .optional(),
    ...hookValues,
    DKIM_SELECTOR: z
      .string()
      .regex(/^[a-z\d](?:[a-z\d._-]{0,61}[a-z\d])?$/i, 'DKIM_SELECTOR must be a selector, such as mail2027')
      .optional(),
    MAIL_INBOUND_SECRET: z
      .string()
      .regex(/^[\w-]{32,128}$/, 'MAIL_INBOUND_SECRET must have 32 to 128 letters, digits, dashes or underscores')
      .optional(),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[sr]k_\w{1,250}$/, 'STRIPE_SECRET_KEY must be a secret or restricted key: sk_… or rk_…')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\w{1,250}$/, 'STRIPE_WEBHOOK_SECRET must be the signing secret of the endpoint: whsec_…')
      .optional(),
    STRIPE_URL: origin('STRIPE_URL').optional(),
    SHOP: z.enum(['card-demo'], 'SHOP must be card-demo or nothing').optional(),
    SMS_URL: z.url({ protocol: /^https?$/, error: 'SMS_URL must be an http(s) address' }).optional(),
    GOOGLE_CLIENT_ID: z.string().max(300, 'GOOGLE_CLIENT_ID must be at most 300 characters').optional(),
    GOOGLE_CLIENT_SECRET: z.string().max(300, 'GOOGLE_CLIENT_SECRET must be at most 300 characters').optional(),
    GOOGLE_ISSUER: z
      .url({ protocol: /^https?$/, error: 'GOOGLE_ISSUER must be an http(s) address' })
      .refine(isSafeIssuer, 'GOOGLE_ISSUER must be an https address; http is for this machine alone')
      .default('https://accounts.google.com'),
    TOKEN_KEYS: tokenKeys.optional(),
    SECRET_KEY: z
      .string()
      .transform((text) => text.split(',').map((key) => key.trim()))
      .refine(
        (keys) => keys.every((key) => /^[\w-]{43}$/.test(key)),
        'SECRET_KEY must be keys of 32 bytes in base64url, separated by commas; `npm run keys -- secret` prints one',
      )
      .optional(),
    OWNER_EMAIL: z
      .string()
      .transform((written) => normalizeEmail(written) ?? '')
      .refine((address) => address !== '', 'OWNER_EMAIL must be an email address')
      .optional(),
    OWNER_PASSWORD: z
      .string()
      .refine(isOwnersLength, `OWNER_PASSWORD must have ${OWNER_MIN} to ${PASSWORD_MAX} characters`)
      .optional(),
    BUILD_HOOK_URL: z.url({ protocol: /^https?$/, error: 'BUILD_HOOK_URL must be an http(s) address' }).optional(),
    NETLIFY_API_TOKEN: z.string().optional(),
    SITE_ID: z.string().optional(),
    BUILD_EVERY: z.coerce
      .number('BUILD_EVERY must be a number of seconds')
      .int('BUILD_EVERY must be a whole number of seconds')
      .min(0, 'BUILD_EVERY must be between 0 and 3600')
      .max(3600, 'BUILD_EVERY must be between 0 and 3600')
      .optional(),
    CLOCK: z.iso.datetime({ offset: true, error: 'CLOCK must be an instant such as 2027-01-21T14:00:00Z' }).optional(),
    BUILD_NOW: z.iso
      .datetime({ offset: true, error: 'BUILD_NOW must be an instant such as 2027-01-21T14:00:00Z' })
      .optional(),
  })
  .refine((env) => (env.GOOGLE_CLIENT_ID === undefined) === (env.GOOGLE_CLIENT_SECRET === undefined), {
    error: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
    path: ['GOOGLE_CLIENT_ID'],
  })
  .refine((env) => (env.STRIPE_SECRET_KEY === undefined) === (env.STRIPE_WEBHOOK_SECRET === undefined), {
    error: 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together',
    path: ['STRIPE_SECRET_KEY'],
  })
  .transform((env) => ({
    port: env.PORT,
    /** Local server only: where it listens besides loopback. */
    host: env.HOST,
    /** Local server only: the proxies whose `X-Forwarded-For` is believed. */
    trustedProxies: env.TRUSTED_PROXIES ?? new BlockList(),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    seed: env.SEED,
    /** Whether checks of the live site run daily and after each build, or only when an owner asks. */
    checks: env.CHECKS,
    siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    siteName: env.SITE_NAME,
    registrationOrigin: env.REGISTRATION_ORIGIN,
    smtpUrl: env.SMTP_URL,
    /** The sender of every mail. */
    mailFrom: env.MAIL_FROM ?? defaultSender(env.SITE_NAME, env.SITE_URL),
    /** The name under which the mail server's DKIM key is published, for the checks of the sending domain. */
    dkimSelector: env.DKIM_SELECTOR,
    /** Part of the address to which a provider posts mails of round trips; there is no such address where absent. */
    mailInboundSecret: env.MAIL_INBOUND_SECRET,
    smsUrl: env.SMS_URL,
    /** What the reports of mail providers are checked with. */
    mailHooks: toHookSecrets(env),
    /** Absent if the shop takes no cards. */
    stripe: stripeSettings(env),
    /** Local server only: cards are taken by a stand-in for the payment provider. */
    isCardDemo: env.SHOP === 'card-demo',
    /** Absent if Google sign-in is not set up. */
    google: googleClient(env),
    /** What signs access tokens; where absent, keys of the database do. */
    tokenKeys: env.TOKEN_KEYS,
    /** What seals secrets in the database and backups: the first seals, all open. */
    secretKeys: env.SECRET_KEY,
    /** The owner that seeding makes; made up where absent. */
    ownerEmail: env.OWNER_EMAIL,
    ownerPassword: env.OWNER_PASSWORD,
    buildHookUrl: env.BUILD_HOOK_URL,
    /** Lets owners put an older deploy back from the admin area; both or neither. The host provides the id. */
    netlifyToken: env.NETLIFY_API_TOKEN,
    netlifySiteId: env.SITE_ID,
    /** Milliseconds in which the host is asked for at most one build of changed content; absent for what suits the host. */
    buildEvery: env.BUILD_EVERY === undefined ? undefined : env.BUILD_EVERY * 1000,
    /** Local server only: the instant its clock starts at, in milliseconds. */
    clockStart: env.CLOCK === undefined ? undefined : Date.parse(env.CLOCK),
    /**
     * Set by the process that starts a build: the instant its pages are made for. Absent means the machine's own time.
     */
    buildNow: env.BUILD_NOW === undefined ? undefined : Date.parse(env.BUILD_NOW),
  }))

type StripeVariables = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_URL?: string | undefined
}

function stripeSettings({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_URL: url,
}: StripeVariables) {
  return secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret, url }
}

type GoogleVariables = {
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  GOOGLE_ISSUER: string
}

function googleClient({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
}: GoogleVariables): { clientId: string; clientSecret: string; issuer: string } | undefined {
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret, issuer }
}

/** An ID token is worth what the way to its keys is worth. */
function isSafeIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function defaultSender(name: string, siteUrl: string | undefined): string {
  const address = `no-reply@${siteUrl === undefined ? 'localhost' : new URL(siteUrl).hostname}`
  const plain = name.replace(/[^\p{L}\p{N} .'&-]/gu, '').trim()
  return plain === '' ? address : `${plain} <${address}>`
}

/** Everything the environment decides. Read once; nothing else looks at `process.env`. */
export type Env = z.output<typeof envSchema>

/**
 * The environment, checked. An empty variable counts as absent.
 * Throws one Error whose message lists every fault as a sentence and names the variable.
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = envSchema.safeParse(given)
  if (!parsed.success) throw new Error(`The environment is not usable:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
