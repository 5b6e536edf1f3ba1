import type { MiddlewareHandler } from 'hono'
import { withoutTokens } from '#src/domain/page-views/record-page-view.ts'
import type { PageEnv } from './env.ts'

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
