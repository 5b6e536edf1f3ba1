import type { MiddlewareHandler } from 'hono'
import { securityHeaders } from '#src/api/security-headers.ts'
import type { PageEnv } from './env.ts'
import { cacheHeaders } from './send.ts'

const POLICY = 'Content-Security-Policy'

/**
 * What every answer of a function wears, but with the policy of the page where one is sent, and kept for a while where a
 * purge will tell that there is a page now. (security HD1, HD2)
 */
export const pageHeaders: MiddlewareHandler<PageEnv> = async (c, next) => {
  await securityHeaders(c, next)
  const { policy, absent } = c.var
  if (policy === null) c.res.headers.delete(POLICY)
  else if (policy !== undefined) c.res.headers.set(POLICY, policy)
  if (c.res.status !== 404 || !absent) return
  for (const [name, value] of Object.entries(cacheHeaders(absent))) c.res.headers.set(name, value)
}
