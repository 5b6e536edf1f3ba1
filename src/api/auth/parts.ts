import type { Context, MiddlewareHandler } from 'hono'
import type { AttemptType } from '#src/contract/security-check.ts'
import type { Doing } from '#src/domain/accounts/account.ts'
import { recordAttempt, requirePassed, securityCheck } from '#src/domain/security/security.ts'
import type { ApiEnv } from '../context.ts'

/** What a write of this request is done for, by whom and when. */
export function doing(c: Context<ApiEnv>): Doing {
  const { address, requestId, viewer, env, clock } = c.var
  return { actor: { id: viewer?.id ?? 'anonymous', address, requestId }, site: env, now: clock() }
}

/** Says of an answer that it depends on who asks, so that nobody else ever gets it. (security SE10) */
export const personal: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
  if (!c.res.headers.get('Vary')?.includes('Cookie')) c.res.headers.append('Vary', 'Cookie')
}

/** The check that sign-up, sign-in and reset begin with. A refusal is written down. (spec 5) */
export function guarded(attemptType: AttemptType): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { db, address, clock, log, requestId } = c.var
    const now = clock()
    const onFault = (fault: unknown) => log.error('limits counted in memory', { requestId }, fault)
    const check = await securityCheck(db, { address, attemptType, now, onFault })
    if (!check.allowed) {
      const reason = check.banned ? 'banned' : 'rate limited'
      const userAgent = c.req.header('User-Agent')
      await recordAttempt(db, { address, attemptType, isSuccess: false, reason, userAgent, now }).catch(onFault)
    }
    requirePassed(check)
    await next()
  }
}

/** Writes down an attempt that went through, for the security page. */
export async function noteAttempt(c: Context<ApiEnv>, attemptType: AttemptType, email: string): Promise<void> {
  const { db, address, clock } = c.var
  const userAgent = c.req.header('User-Agent')
  await recordAttempt(db, { address, attemptType, email, isSuccess: true, userAgent, now: clock() })
}
