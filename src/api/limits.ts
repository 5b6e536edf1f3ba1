import type { Context, Input, MiddlewareHandler } from 'hono'
import type { QueueTurn } from '#src/auth/hash-queue.ts'
import { Failure, type FailureKind } from '#src/contract/failure.ts'
import { recordRefusal } from '#src/domain/security/attempts.ts'
import { noteFailureAt } from '#src/domain/security/bans.ts'
import type { Hold } from '#src/domain/security/hold-attempt.ts'
import { LIMITS, type Limit, waitSentence } from '#src/domain/security/limits.ts'
import { getMemory, takeInMemory } from '#src/domain/security/memory.ts'
import { beginAttempt, checkAttempt, requirePassed } from '#src/domain/security/security-check.ts'
import { InvalidInput } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { isKnownCaller, ownTurn } from './known-caller.ts'

/** Limits that only soften floods of reads: counted in this process, at no cost to the database. (decision 0013) */
type FloodLimit = 'publicApi' | 'linkReads' | 'pageViews' | 'pageActs' | 'previews' | 'mailHooks' | 'paymentNotices'
/** Limits that protect people: counted in the database, after the ban check. */
type ActionLimit =
  | 'report'
  | 'vendorSignIn'
  | 'passkeyAsk'
  | 'verifyToken'
  | 'posts'
  | 'forumChanges'
  | 'forumUploads'
  | 'passwordChange'
  | 'profileChange'
  | 'emailChange'
  | 'taskAnswers'
  | 'logistics'
  | 'logisticsLink'
  | 'orders'
  | 'orderChanges'
  | 'orderLinks'
  | 'vendorChanges'

/** Refuses requests of one address beyond a flood limit, with 429 and `Retry-After`. Never touches the database. */
export function limitedReads(name: FloodLimit): MiddlewareHandler<ApiEnv> {
  const limit: Limit = LIMITS[name]
  return async (c, next) => {
    const wait = secondsToWait(c, limit)
    if (wait > 0) throw new Failure('rate_limited', waitSentence(limit, wait), { retryAfter: wait })
    await next()
  }
}

/** True while one address stays within a flood limit; counts the call. For requests that are dropped silently. */
export function isWithin(c: Context<ApiEnv>, name: FloodLimit): boolean {
  return secondsToWait(c, LIMITS[name]) === 0
}

/**
 * Refuses a banned caller with 403 and one beyond the limit with 429. Counts per account if the route knows one, so
 * that a room behind one address can post, else per address. Put it after the policy, which reads the visit.
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
      isTrusted: () => isKnownCaller(c),
      now: clock(),
      onFault: (fault) => log.error('limits counted in memory', { requestId }, fault),
    })
    requirePassed(check)
    await next()
  }
}

function secondsToWait(c: Context<ApiEnv>, limit: Limit): number {
  return takeInMemory(getMemory(c.get('db')), c.get('address'), limit, c.get('clock')())
}

/** Limits that count only failures. */
type FailureLimit = 'signIn' | 'verifyToken'

type Options<I extends Input> = {
  /** Whose attempts are counted; by default the caller's own. */
  place?: (c: Context<ApiEnv, string, I>) => Promise<QueueTurn>
  /** The statuses that answer a wrong password, code or link here. */
  wrong?: readonly FailureKind[]
}

const WRONG: readonly FailureKind[] = ['unauthenticated', 'not_found', 'gone']
/** Failures of a wrong code or password, which are shown in its field. */
export const WRONG_IN_FIELD: readonly FailureKind[] = [...WRONG, 'invalid']

/**
 * Refuses a banned caller with 403, and one with too many failures with 429. Successes and attempts that were
 * never checked do not count. A failure also counts toward a ban of its address, unless the caller is known. Use it after `accept`: a
 * body that arrives slowly must not hold a place. (security RL1, RL3, RL7, decision 0013)
 */
export function limitedFailures<I extends Input>(
  name: FailureLimit,
  { place = ownTurn, wrong = WRONG }: Options<I> = {},
): MiddlewareHandler<ApiEnv, string, I> {
  return async (c, next) => {
    const { settle } = await beginLimited(c, name, await place(c))
    await next()
    const isFailure = isWrong(c.error, wrong)
    await settle(isFailure)
    if (isFailure && !(await isKnownCaller(c))) await noteWrong(c)
  }
}

/** The same for a handler that reports the result of an attempt itself. Nothing counts toward a ban. */
export async function beginLimited<I extends Input>(
  c: Context<ApiEnv, string, I>,
  name: FailureLimit,
  place: QueueTurn,
): Promise<Hold> {
  const { db, address, clock, log, requestId } = c.var
  const now = clock()
  const onFault = (fault: unknown) => log.error('limits counted in memory', { requestId }, fault)
  const own = { address, key: place.whose, isTrusted: () => isKnownCaller(c) }
  const begun = await beginAttempt(db, { ...own, limit: LIMITS[name], now, onFault })
  if ('refused' in begun) {
    const reason = begun.refused.banned ? 'banned' : 'rate limited'
    const refusal = { address, attemptType: 'signin', reason, userAgent: c.req.header('User-Agent'), now } as const
    if (name === 'signIn') await recordRefusal(db, refusal).catch(onFault)
    requirePassed(begun.refused)
    throw new Error('An attempt was refused and passed')
  }
  c.set('place', place)
  return begun.hold
}

async function noteWrong({ var: { db, address, clock, log, requestId } }: Pick<Context<ApiEnv>, 'var'>): Promise<void> {
  await noteFailureAt(db, address, clock()).catch((fault: unknown) => {
    log.error('failure not counted', { requestId }, fault)
  })
}

function isWrong(error: Error | undefined, wrong: readonly FailureKind[]): boolean {
  return error instanceof Failure && !(error instanceof InvalidInput) && wrong.includes(error.kind)
}
