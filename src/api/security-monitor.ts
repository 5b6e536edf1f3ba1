import type { Context } from 'hono'
import { type SecurityMonitorAnswer, securityMonitorInput } from '#src/contract/security-check.ts'
import { foreseeCheck } from '#src/domain/security/security.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { withDeadline } from './deadline.ts'
import { limitedReads } from './limits.ts'
import { routes } from './routes.ts'

/** Advice is worth this many milliseconds of waiting. */
const PATIENCE = 3_000

/**
 * Tells a form beforehand what the server will say. Advice alone: it counts nothing, goes by the address the call comes
 * from whatever its body names, and says yes when the database cannot be asked. The doors themselves check again and do
 * not fail open. (spec 7, design 8, security RL6)
 */
export const securityMonitorRoutes = routes('public').post(
  '/',
  limitedReads('publicApi'),
  accept(securityMonitorInput),
  async (c) => c.json(await advise(c, c.req.valid('json').attempt_type)),
)

type Foreseen = Parameters<typeof foreseeCheck>[1]['attemptType']

async function advise(c: Context<ApiEnv>, attemptType: Foreseen): Promise<SecurityMonitorAnswer> {
  const { db, address, clock, log, requestId } = c.var
  try {
    const check = await withDeadline(PATIENCE, foreseeCheck(db, { address, attemptType, now: clock() }))
    const { allowed, banned, rateLimited, reason } = check
    return { allowed, banned, rate_limited: rateLimited, reason }
  } catch (fault) {
    log.warn('no advice on an attempt', { requestId }, fault)
    return { allowed: true, banned: false, rate_limited: false, reason: null }
  }
}
