import { hash } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authAttempts } from '#db/schema/security.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { LogAuthAttemptInput } from '#src/contract/security-check.ts'
import { countWindow, momentsOf } from './take-attempt.ts'

/** Characters of a reason at most. */
const LONGEST_REASON = 200
const LONGEST_TYPE = 40
const CONTROLS = /\p{C}+/gu

/** The claims of browsers have their own names, so that none is counted with what the server saw. */
const CLAIM = 'client'

type Attempt = {
  /** The caller's address key. */
  address: string
  /** `signin`, `signup`, `password_reset`, or what else was tried: `totp`, `passkey`, `google`. */
  attemptType: string
  email?: string | null | undefined
  userId?: string | null | undefined
  isSuccess: boolean
  /** Why it failed, in a few words of ours. */
  reason?: string | null | undefined
  userAgent?: string | null | undefined
  now: Instant
}

/** Records an attempt that the server saw. The email address is stored as a hash, the browser as a label. (decision 0013) */
export async function recordAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { address, attemptType, email, userId, isSuccess, reason, userAgent, now } = attempt
  await db.insert(authAttempts).values({
    at: new Date(now),
    address,
    attemptType: attemptType.slice(0, LONGEST_TYPE),
    emailHash: email ? emailHash(email) : null,
    userId: userId ?? null,
    isSuccess,
    reason: reason ? oneLine(reason) : null,
    device: deviceLabel(userAgent),
  })
}

/** Why a caller was refused before anything was checked. */
type Refusal = 'banned' | 'rate limited'
const REFUSALS = ['banned', 'rate limited'] satisfies Refusal[]

/** One row for so many seconds shows that an address continues; more would only fill the table. */
const NOTED = { most: 1, seconds: 60 } as const

/**
 * Records that an address was refused, at most once a minute. One statement, so that a
 * burst makes one row; while there is one, nothing is written.
 */
export async function recordRefusal(
  db: Db,
  {
    address,
    attemptType,
    reason,
    userAgent,
    now,
  }: Omit<Attempt, 'isSuccess' | 'email' | 'userId'> & { reason: Refusal },
): Promise<void> {
  const moments = momentsOf(NOTED, now)
  const moment = sql`${moments.now}::timestamptz`
  const isNoted = and(
    eq(authAttempts.address, address),
    gt(authAttempts.at, sql`${moment} - ${NOTED.seconds} * interval '1 second'`),
    eq(authAttempts.isSuccess, false),
    inArray(authAttempts.reason, REFUSALS),
  )
  const unlessNoted = sql`where not exists (select 1 from ${authAttempts} where ${isNoted})`
  await db.execute(sql`with noted as (${countWindow(`refusal-noted:${NOTED.seconds}:${address}`, moments, unlessNoted)})
    insert into auth_attempts (at, address, attempt_type, is_success, reason, device)
    select ${moment}, ${address}, ${attemptType}, false, ${reason}, ${deviceLabel(userAgent)}
    from noted where count <= ${NOTED.most}`)
}

/**
 * Records what a browser reports of an attempt, as a claim: under `client:…`, never as a success, with the address that the
 * call came from and the browser it was sent by, whatever its body names. (product 7, security RL6)
 */
export async function recordClientReport(
  db: Db,
  claim: LogAuthAttemptInput,
  facts: Pick<Attempt, 'address' | 'userAgent' | 'now'>,
): Promise<void> {
  const outcome = claim.success ? 'Reported a success' : 'Reported a failure'
  await recordAttempt(db, {
    ...facts,
    attemptType: `${CLAIM}:${claim.attempt_type}`,
    email: claim.email_attempted,
    isSuccess: false,
    reason: claim.error_message ? `${outcome}: ${claim.error_message}` : outcome,
  })
}

/** SHA-256 of an address in the one spelling we compare by, in hex. */
function emailHash(email: string): string {
  return hash('sha256', emailKey(normalizeEmail(email) ?? email.trim()), 'hex')
}

/** Without control characters, so that a log or a table shows one line. */
function oneLine(text: string): string {
  const line = text.replace(CONTROLS, ' ').trim()
  return [...line].slice(0, LONGEST_REASON).join('')
}

/** The first that fits counts: Edge and Opera also say Chrome, and Chrome says Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgi?A?(OS)?\//i, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox on Windows`: enough to recognize one's own device, too little to recognize a person. */
export function deviceLabel(userAgent: string | null | undefined): string {
  const text = userAgent?.slice(0, 1000) ?? ''
  const nameIn = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
