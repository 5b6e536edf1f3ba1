import type { Db } from '#db/client.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import type { PendingSignIn } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { maySignIn, type SiteLevel } from '#src/contract/site-mode.ts'
import { noticeNewDevice } from '#src/domain/accounts/accept-sign-in.ts'
import { readPerson } from '#src/domain/accounts/person.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { readPendingFactors } from '#src/domain/factors/list-factors.ts'
import type { LetterSite } from '#src/domain/outbox/letter.ts'
import { deviceLabel, recordAttempt } from '#src/domain/security/attempts.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import type { QueueTurn } from './hash-queue.ts'
import { openPending } from './pending-sign-in.ts'
import { openSession } from './sessions.ts'

/** Where a sign-in comes from, and the site that sends its mails. */
export type Caller = {
  address: string
  requestId: string
  userAgent: string | undefined
  /** Its place in the queue for hashes. */
  place?: QueueTurn | undefined
  site: LetterSite
  /** How far the site is closed: from level 2 on, only owners come in. */
  siteLevel: SiteLevel
  now: Instant
}

/** The result of a sign-in: a token for a session, or one that waits for a second factor. */
export type SignInResult = { token: string } | { pendingToken: string; pending: PendingSignIn }

/** How a person proved their identity. */
type SignInMethod = 'password' | 'google' | 'passkey' | 'totp' | 'phone' | 'webauthn' | 'recovery code'

/** A person who proved their identity, and how. */
type Step = { userId: string; email: string; method: SignInMethod }

const ATTEMPT_TYPE: Partial<Record<SignInMethod, string>> = { password: 'signin', 'recovery code': 'recovery_code' }

/**
 * Ends the first step of a sign-in: opens a session, or only a pending sign-in if the account has a verified factor.
 * Every sign-in by password or Google ends here. Throws `rate_limited` past the limit of the account. (security SE9,
 * AN13)
 */
export async function completeSignIn(
  tx: Db,
  who: { userId: string; email: string; method: 'password' | 'google' },
  caller: Caller,
): Promise<SignInResult> {
  await requireAdmitted(tx, who.userId, caller)
  await takeOwnSignIn(tx, who.userId, caller)
  const pending = await readPendingFactors(tx, who.userId)
  if (!pending) return { token: await openFor(tx, { ...who, aal: 1 }, caller) }
  await noteSignIn(tx, { ...who, reason: 'second factor owed' }, caller)
  return { pendingToken: await openPending(tx, who, caller.now), pending }
}

/**
 * Counts a sign-in whose password, passkey or Google was right. By account and address: anyone who knows another's password must not
 * use up their sign-ins. Throws `rate_limited`.
 */
export async function takeOwnSignIn(tx: Db, userId: string, { address, now }: Caller): Promise<void> {
  await takeAttempt(tx, `${userId} ${address}`, LIMITS.ownSignIns, now)
}

/**
 * Throws `unauthenticated` for somebody who may not sign in while the site is closed. Each way of signing in refuses them
 * before, in its own words for a wrong answer; this holds should one forget. (decision 0050)
 */
async function requireAdmitted(tx: Db, userId: string, { siteLevel, now }: Caller): Promise<void> {
  if (siteLevel < 2) return
  const person = await readPerson(tx, userId, now)
  if (!person || !maySignIn(siteLevel, person.roles))
    throw new Failure('unauthenticated', ACCOUNT_SENTENCE.signInFailed)
}

/** Opens the session of a complete sign-in and returns its token. Records the attempt, and mails the owner about a new device. */
export async function openFor(
  tx: Db,
  { userId, email, method, aal }: Step & { aal: 1 | 2 },
  caller: Caller,
): Promise<string> {
  const { address, requestId, userAgent, now } = caller
  await requireAdmitted(tx, userId, caller)
  const device = deviceLabel(userAgent)
  await noticeNewDevice(tx, { userId, device }, caller)
  const token = await openSession(tx, { userId, device, aal }, now)
  await noteSignIn(tx, { userId, email, method }, caller)
  const entry = { action: 'session.open', subjectType: 'account', subjectId: userId, after: { device, method, aal } }
  await recordAudit(tx, { id: userId, address, requestId }, entry)
  return token
}

async function noteSignIn(tx: Db, { method, ...who }: Step & { reason?: string }, caller: Caller): Promise<void> {
  const { address, userAgent, now } = caller
  await recordAttempt(tx, {
    ...who,
    address,
    attemptType: ATTEMPT_TYPE[method] ?? method,
    isSuccess: true,
    userAgent,
    now,
  })
}
