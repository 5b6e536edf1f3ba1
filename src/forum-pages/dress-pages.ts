import type { MiddlewareHandler } from 'hono'
import { securityHeaders } from '#src/api/security-headers.ts'
import type { PageEnv } from './env.ts'

const POLICY = 'Content-Security-Policy'

/** What every answer of a function wears, but with the policy of the page where one is sent. (security HD1, HD2) */
export const dressPages: MiddlewareHandler<PageEnv> = async (c, next) => {
  await securityHeaders(c, next)
  const { policy } = c.var
  if (policy === null) c.res.headers.delete(POLICY)
  else if (policy !== undefined) c.res.headers.set(POLICY, policy)
}
