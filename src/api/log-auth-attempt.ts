import type { Context } from 'hono'
import { type LogAuthAttemptInput, logAuthAttemptInput } from '#src/contract/security-check.ts'
import { recordClientReport } from '#src/domain/security/attempts.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { withDeadline } from './deadline.ts'
import { isWithin } from './limits.ts'
import { routes } from './routes.ts'

/** A claim is worth this many milliseconds of waiting. */
const PATIENCE = 3_000

/**
 * Takes what a browser says of an attempt, and thanks it whatever becomes of that. The server's own record is written by
 * the doors themselves; this one is kept as a claim. (product 7)
 */
export const logAuthAttemptRoutes = routes('public').post('/', accept(logAuthAttemptInput), async (c) => {
  if (isWithin(c, 'publicApi')) await keep(c, c.req.valid('json'))
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
