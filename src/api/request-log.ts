import type { MiddlewareHandler } from 'hono'
import { withoutTokens } from '#src/domain/analytics/clean-path.ts'
import { PROBE_KEY } from '#src/domain/security/lock.ts'
import { addressKey } from './address.ts'
import type { ApiDeps, ApiEnv } from './context.ts'

const SAFE_ID = /^[\w-]{8,64}$/

/** Gives handlers their context and the request its id: the host's id if there is one, never the caller's. */
export function requestContext(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  const tools = Object.entries(deps) as [keyof ApiDeps, never][]
  return async (c, next) => {
    for (const [name, tool] of tools) c.set(name, tool)
    const hostId = c.env?.requestId
    c.set('requestId', hostId && SAFE_ID.test(hostId) ? hostId : crypto.randomUUID())
    const probe = deps.readProbe(c.req.raw)
    c.set('address', probe === null ? addressKey(c.env?.ip) : `${PROBE_KEY}${probe}`)
    c.set('viewer', null)
    c.set('visit', null)
    c.set('siteLevel', null)
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
  }
}

/**
 * One entry per request: who, what, how it ended. The path is logged without its query and without tokens. (security OV1,
 * TL6)
 */
export const requestLog: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const startedAt = performance.now()
  await next()
  // `c.var` builds an object of everything each time it is read.
  const { log, requestId, address, viewer } = c.var
  log.info('request', {
    requestId,
    method: c.req.method.slice(0, 20),
    path: withoutTokens(new URL(c.req.url).pathname),
    status: c.res.status,
    milliseconds: Math.round(performance.now() - startedAt),
    address,
    viewer: viewer?.id,
  })
}
