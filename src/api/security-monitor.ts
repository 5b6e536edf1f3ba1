import type { Context } from 'hono'
import {
  type SecurityMonitorAnswer,
  type SecurityMonitorInput,
  securityMonitorInput,
} from '#src/contract/security-check.ts'
import { predictCheck } from '#src/domain/security/security-check.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { withDeadline } from './deadline.ts'
import { isTrusted, turnForSignIn } from './known-caller.ts'
import { limitedReads } from './limits.ts'
import { routes } from './routes.ts'

/** Advice is worth this many milliseconds of waiting. */
const PATIENCE = 3_000

/**
 * Tells a form beforehand what the server will say. Advice alone: it counts nothing, goes by the address the call comes
 * from whatever its body names, and says yes when the database cannot be asked. The doors themselves check again and do
 * not fail open. (product 7, architecture 8, security RL6)
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
    const { allowed, banned, rateLimited, reason } = await withDeadline(PATIENCE, foresee(c, asked))
    return { allowed, banned, rate_limited: rateLimited, reason }
  } catch (fault) {
    log.warn('no advice on an attempt', { requestId }, fault)
    return { allowed: true, banned: false, rate_limited: false, reason: null }
  }
}

async function foresee(c: Context<ApiEnv>, { attempt_type: attemptType, email }: SecurityMonitorInput) {
  const { db, address, clock } = c.var
  const key = attemptType === 'signin' ? (await turnForSignIn(c, email ?? '')).whose : address
  return predictCheck(db, { address, key, attemptType, isTrusted: () => isTrusted(c), now: clock() })
}
