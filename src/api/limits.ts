import type { Context, MiddlewareHandler } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import { LIMITS, type Limit, waitSentence } from '#src/domain/security/limits.ts'
import { memoryOf, takeInMemory } from '#src/domain/security/memory.ts'
import { checkAttempt, requirePassed } from '#src/domain/security/security-check.ts'
import type { ApiEnv } from './context.ts'
import { isTrusted } from './known-caller.ts'

/** Limits that only soften floods of reads: counted in this process, at no cost to the database. (decision 0013) */
type FloodLimit = 'publicApi' | 'linkReads' | 'pageViews' | 'previews'
/** Limits that protect somebody: counted in the database, behind the ban check. */
type ActionLimit =
  | 'report'
  | 'passkeyAsk'
  | 'verifyToken'
  | 'posts'
  | 'forumChanges'
  | 'forumUploads'
  | 'passwordChange'
  | 'profileChange'
  | 'emailChange'

/** Refuses what one address asks beyond a flood limit, with 429 and `Retry-After`. Never touches the database. */
export function limitedReads(name: FloodLimit): MiddlewareHandler<ApiEnv> {
  const limit: Limit = LIMITS[name]
  return async (c, next) => {
    const wait = secondsToWait(c, limit)
    if (wait > 0) throw new Failure('rate_limited', waitSentence(limit, wait), { retryAfter: wait })
    await next()
  }
}

/** True while one address stays within a flood limit; counts the call. For what is dropped without a word. */
export function isWithin(c: Context<ApiEnv>, name: FloodLimit): boolean {
  return secondsToWait(c, LIMITS[name]) === 0
}

/**
 * Refuses a banned caller with 403 and one beyond the limit with 429. Counts per account where the route knows one, so
 * that a room behind one address can post, else per address. Stands after the policy, which reads who is there.
 */
export function limitedActions(
  name: ActionLimit,
  ownKey: (c: Context<ApiEnv>) => Promise<string> = async (c) => c.var.viewer?.id ?? c.var.address,
): MiddlewareHandler<ApiEnv> {
  const limit: Limit = LIMITS[name]
  return async (c, next) => {
    const { db, address, clock, viewer, log, requestId } = c.var
    const check = await checkAttempt(db, {
      key: await ownKey(c),
      limit,
      address,
      userId: viewer?.id,
      isTrusted: () => isTrusted(c),
      now: clock(),
      onFault: (fault) => log.error('limits counted in memory', { requestId }, fault),
    })
    requirePassed(check)
    await next()
  }
}

function secondsToWait(c: Context<ApiEnv>, limit: Limit): number {
  return takeInMemory(memoryOf(c.get('db')), c.get('address'), limit, c.get('clock')())
}
