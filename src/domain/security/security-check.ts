import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type AttemptType, BANNED } from '#src/contract/security-check.ts'
import { activeBan, noteRefusal, type Who } from './bans.ts'
import { LIMIT_OF_ATTEMPT, type Limit, waitSentence } from './limits.ts'
import { memoryOf } from './memory.ts'
import { isNeverBanned } from './refusals.ts'
import { type OnFault, peekAttempts, secondsToWait } from './take-attempt.ts'

/** Whether somebody may go on. `reason` is a sentence for people and `retryAfter` in seconds, where there is any. */
export type SecurityCheck = {
  allowed: boolean
  banned: boolean
  rateLimited: boolean
  reason: string | null
  retryAfter: number | null
}

type Caller = Who & {
  now: Instant
  /** True for the session of an admin: never banned by limits, though the limits themselves hold. (security RL7) */
  isAdmin?: boolean
  /** Hears of every query that failed. The check itself goes on without it. */
  onFault?: OnFault
}

const PASSED: SecurityCheck = { allowed: true, banned: false, rateLimited: false, reason: null, retryAfter: null }

/**
 * What sign-up, sign-in and reset ask first: is this address banned, and is this attempt within its limit? Counts the
 * attempt. Never throws and never fails open: without the database the bans and counters of this process hold. Give it
 * the pool, not a transaction: a refusal must not undo what was counted. (spec 5, design 8)
 */
export function securityCheck(db: Db, caller: Caller & { attemptType: AttemptType }): Promise<SecurityCheck> {
  return checkAttempt(db, { ...caller, key: caller.address, limit: LIMIT_OF_ATTEMPT[caller.attemptType] })
}

/** The same for anything else that has a limit. `key` is whose attempts are counted: an address key, or an account's id. */
export async function checkAttempt(db: Db, attempt: Caller & { key: string; limit: Limit }): Promise<SecurityCheck> {
  const { key, limit, now, onFault } = attempt
  if (await isBanned(db, attempt)) return { ...PASSED, allowed: false, banned: true, reason: BANNED }
  const wait = await secondsToWait(db, key, limit, now, onFault)
  if (wait === 0) return PASSED
  // Who is counted by account, as people who post are, must not shut out the room they sit in.
  if (key === attempt.address && !isExempt(attempt))
    await noteRefusal(db, attempt.address, now).catch((fault: unknown) => onFault?.(fault))
  return limited(limit, wait)
}

/** What `securityCheck` would say now. Counts nothing. Throws what the database throws. */
export async function foreseeCheck(
  db: Db,
  { attemptType, ...caller }: Caller & { attemptType: AttemptType },
): Promise<SecurityCheck> {
  const ban = await activeBan(db, { ...caller, manualOnly: isExempt(caller) }, caller.now)
  if (ban) return { ...PASSED, allowed: false, banned: true, reason: BANNED }
  const limit = LIMIT_OF_ATTEMPT[attemptType]
  const wait = await peekAttempts(db, caller.address, limit, caller.now)
  return wait === 0 ? PASSED : limited(limit, wait)
}

/** Throws the refusal a check stands for: `forbidden` for a ban, `rate_limited` past a limit. (spec 8) */
export function requirePassed({ allowed, banned, reason, retryAfter }: SecurityCheck): void {
  if (allowed) return
  if (banned) throw new Failure('forbidden', BANNED)
  throw new Failure('rate_limited', reason ?? BANNED, { retryAfter: retryAfter ?? 60 })
}

function limited(limit: Limit, wait: number): SecurityCheck {
  return { ...PASSED, allowed: false, rateLimited: true, reason: waitSentence(limit, wait), retryAfter: wait }
}

function isExempt({ address, isAdmin }: Caller): boolean {
  return isAdmin === true || isNeverBanned(address)
}

async function isBanned(db: Db, caller: Caller): Promise<boolean> {
  const { address, userId, now, onFault } = caller
  const { bans } = memoryOf(db)
  const name = `${isExempt(caller)} ${address} ${userId ?? ''}`
  try {
    const ban = await activeBan(db, { address, userId, manualOnly: isExempt(caller) }, now)
    if (ban) bans.set(name, ban.expiresAt ?? Number.POSITIVE_INFINITY)
    else bans.delete(name)
    return ban !== undefined
  } catch (fault) {
    onFault?.(fault)
    return (bans.get(name) ?? 0) > now
  }
}
