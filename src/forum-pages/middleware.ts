import type { MiddlewareHandler } from 'hono'
import { closed } from '#src/api/gate.ts'
import { securityHeaders } from '#src/api/security-headers.ts'
import { readLevel } from '#src/api/site-level.ts'
import { withoutTokens } from '#src/domain/analytics/clean-path.ts'
import type { PageEnv } from './env.ts'
import { cacheHeaders } from './send.ts'

const READING = ['GET', 'HEAD']

/** One entry for each page that was made, so that it shows how often caches ask. */
export const logPages: MiddlewareHandler<PageEnv> = async (c, next) => {
  const startedAt = performance.now()
  await next()
  c.var.log.info('forum page', {
    requestId: c.env?.requestId,
    method: c.req.method.slice(0, 20),
    path: withoutTokens(new URL(c.req.url).pathname),
    status: c.res.status,
    milliseconds: Math.round(performance.now() - startedAt),
  })
}

/** Pages are read and nothing else. */
export const onlyRead: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (READING.includes(c.req.method)) return next()
  return new Response('This address is read-only.\n', {
    status: 405,
    headers: { Allow: READING.join(', '), 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** One address for each page: `/forum/` leads to `/forum`. */
export const withoutSlash: MiddlewareHandler<PageEnv> = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  if (!/[^/]\/$/.test(pathname)) return next()
  return new Response(null, { status: 301, headers: { Location: pathname.slice(0, -1) + search } })
}

/** In milliseconds. */
const PATIENCE = 2_500

/** The forum is closed at level 3. A page that caches hold stays there, as the static pages do. (decision 0050) */
export const openToReaders: MiddlewareHandler<PageEnv> = async (c, next) => {
  const { level, until } = await readLevel(c.var, PATIENCE)
  if (level === 3) throw closed(level, c.var.clock(), until)
  await next()
}

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
