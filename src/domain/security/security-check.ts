import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type AttemptType, BANNED } from '#src/contract/security-check.ts'
import { activeBan, BY_LIMITS, type Requester } from './bans.ts'
import { type Hold, holdAttempt } from './hold-attempt.ts'
import { LIMIT_OF_ATTEMPT, type Limit, waitSentence } from './limits.ts'
import { isNeverBanned } from './lock.ts'
import { getMemory } from './memory.ts'
import { forShared, isShared } from './shared-address.ts'
import { type OnFault, peekAttempts, secondsToWait } from './take-attempt.ts'

/** Whether the caller may go on. `reason` is a sentence for people and `retryAfter` in seconds, where there is any. */
type SecurityCheck = {
  allowed: boolean
  banned: boolean
  rateLimited: boolean
  reason: string | null
  retryAfter: number | null
}

type Caller = Requester & {
  now: Instant
  /**
   * Whether the request has an open session, or comes from a device that was used to sign in before: then no ban made
   * by the limits applies to it, though the limits themselves do. Asked only while there is such a ban. (security RL7,
   * P-30)
   */
  isTrusted?: () => Promise<boolean>
  /** Hears of every query that failed. The check itself goes on without it. */
  onFault?: OnFault
}

const PASSED: SecurityCheck = { allowed: true, banned: false, rateLimited: false, reason: null, retryAfter: null }

/**
 * What sign-up and reset ask first: is this address banned, and is this attempt within its limit? Counts the attempt. Never
 * throws and never fails open: without the database the bans and counters of this process hold. Give it the pool, not a
 * transaction: a refusal must not undo what was counted. (product 5, architecture 8)
 */
export function securityCheck(
  db: Db,
  caller: Caller & { attemptType: Exclude<AttemptType, 'signin'> },
): Promise<SecurityCheck> {
  return checkAttempt(db, { ...caller, key: caller.address, limit: LIMIT_OF_ATTEMPT[caller.attemptType] })
}

type Attempt = Caller & {
  /** Whose attempts are counted: an address key, a device, or an account's id. */
  key: string
  limit: Limit
}

/** The same for anything else that has a limit. */
export async function checkAttempt(db: Db, attempt: Attempt): Promise<SecurityCheck> {
  const { key, limit, now, onFault } = attempt
  if (await isBanned(db, attempt)) return { ...PASSED, allowed: false, banned: true, reason: BANNED }
  const wait = await secondsToWait(db, key, limit, now, onFault)
  return wait === 0 ? PASSED : limited(limit, wait)
}

/**
 * The same where only failures count, as at sign-in: with the hold to settle once it is known what came of the attempt. Ten
 * times as many may fail at a shared address.
 */
export async function beginAttempt(db: Db, attempt: Attempt): Promise<{ hold: Hold } | { refused: SecurityCheck }> {
  const { key, address, limit, now, onFault } = attempt
  if (await isBanned(db, attempt)) return { refused: { ...PASSED, allowed: false, banned: true, reason: BANNED } }
  const held = await holdAttempt(db, {
    key,
    limit,
    isShared: async () => key === address && (await isShared(db, address, now)),
    now,
    onFault,
  })
  return 'wait' in held ? { refused: limited(limit, held.wait) } : { hold: held }
}

/** What the checks would say now. Counts nothing. Throws what the database throws. */
export async function predictCheck(
  db: Db,
  { attemptType, key, ...caller }: Caller & { attemptType: AttemptType; key: string },
): Promise<SecurityCheck> {
  const { address, now } = caller
  if (await findBan(db, caller)) return { ...PASSED, allowed: false, banned: true, reason: BANNED }
  const limit: Limit = LIMIT_OF_ATTEMPT[attemptType]
  const wait = await peekAttempts(db, key, limit, now)
  const mayBeMore = wait > 0 && attemptType === 'signin' && key === address && (await isShared(db, address, now))
  const sharedWait = mayBeMore ? await peekAttempts(db, key, forShared(limit), now) : wait
  return sharedWait === 0 ? PASSED : limited(limit, sharedWait)
}

/** Throws the refusal that belongs to a check: `forbidden` for a ban, `rate_limited` past a limit. (product 8) */
export function requirePassed({ allowed, banned, reason, retryAfter }: SecurityCheck): void {
  if (allowed) return
  if (banned) throw new Failure('forbidden', BANNED)
  throw new Failure('rate_limited', reason ?? BANNED, { retryAfter: retryAfter ?? 60 })
}

function limited(limit: Limit, wait: number): SecurityCheck {
  return { ...PASSED, allowed: false, rateLimited: true, reason: waitSentence(limit, wait), retryAfter: wait }
}

async function isBanned(db: Db, caller: Caller): Promise<boolean> {
  const { address, userId, now, onFault } = caller
  const { bans } = getMemory(db)
  const name = `${address} ${userId ?? ''}`
  try {
    const ban = await findBan(db, caller)
    if (ban) bans.set(name, ban.expiresAt ?? Number.POSITIVE_INFINITY)
    else bans.delete(name)
    return ban !== undefined
  } catch (fault) {
    onFault?.(fault)
    return (bans.get(name) ?? 0) > now
  }
}

/** The ban that concerns this caller. */
async function findBan(db: Db, { address, userId, now, isTrusted }: Caller) {
  const ban = await activeBan(db, { address, userId, manualOnly: isNeverBanned(address) }, now)
  if (ban?.actor !== BY_LIMITS || !(await isTrusted?.())) return ban
  return activeBan(db, { address, userId, manualOnly: true }, now)
}
