import type { Context } from 'hono'
import {
  type LogAuthAttemptInput,
  logAuthAttemptInput,
  type SecurityMonitorAnswer,
  type SecurityMonitorInput,
  securityMonitorInput,
} from '#src/contract/security-check.ts'
import { recordClientReport } from '#src/domain/security/attempts.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { predictCheck } from '#src/domain/security/security-check.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { withDeadline } from './deadline.ts'
import { isClosed } from './gate.ts'
import { isKnownCaller, turnForSignIn } from './known-caller.ts'
import { isWithin, limitedReads } from './limits.ts'
import { routes } from './routes.ts'

/** The longest time that the advice and the report may take, in milliseconds. */
const PATIENCE = 3_000

/**
 * Tells a form in advance what the server will answer. This is advice only: it counts nothing, uses the address of the
 * connection whatever the body says, and allows the attempt if the database cannot be reached. Signing in and registering
 * check again and do not fail open. (product 7, architecture 8, security RL6)
 */
export const securityMonitorRoutes = routes('public').post(
  '/',
  limitedReads('publicApi'),
  accept(securityMonitorInput),
  async (c) => c.json(await advise(c, c.req.valid('json'))),
)

async function advise(c: Context<ApiEnv>, asked: SecurityMonitorInput): Promise<SecurityMonitorAnswer> {
  const { log, requestId } = c.var
  try {
    const { allowed, banned, rateLimited, reason } = await withDeadline(PATIENCE, predict(c, asked))
    return { allowed, banned, rate_limited: rateLimited, reason }
  } catch (fault) {
    log.warn('no advice on an attempt', { requestId }, fault)
    return { allowed: true, banned: false, rate_limited: false, reason: null }
  }
}

async function predict(c: Context<ApiEnv>, { attempt_type: attemptType, email }: SecurityMonitorInput) {
  const { db, address, clock } = c.var
  const key = attemptType === 'signin' ? (await turnForSignIn(c, email ?? '')).whose : address
  return predictCheck(db, { address, key, attemptType, isTrusted: () => isKnownCaller(c), now: clock() })
}

/**
 * Accepts a browser's report of an attempt, and answers with success in any case. The server writes its own record when it
 * handles the attempt; this one is stored as a claim. (product 7)
 */
export const logAuthAttemptRoutes = routes('public').post('/', accept(logAuthAttemptInput), async (c) => {
  if (!isClosed(c) && isWithin(c, 'publicApi')) await keep(c, c.req.valid('json'))
  return c.body(null, 204)
})

async function keep(c: Context<ApiEnv>, claim: LogAuthAttemptInput): Promise<void> {
  const { db, address, clock, log, requestId } = c.var
  const facts = { address, userAgent: c.req.header('User-Agent'), now: clock() }
  try {
    await withDeadline(PATIENCE, takeAttempt(db, address, LIMITS.clientReports, facts.now))
    await withDeadline(PATIENCE, recordClientReport(db, claim, facts))
  } catch (fault) {
    log.warn('report of an attempt dropped', { requestId }, fault)
  }
}
