import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { canonicalPath } from './canonical-path.ts'
import type { ApiDeps, ApiEnv } from './context.ts'
import { readDeadline } from './deadline.ts'
import { gate } from './gate.ts'
import { onError, problemResponse } from './on-error.ts'
import { requestContext, requestLog } from './request-log.ts'
import { declaredRoutes } from './routes.ts'
import { securityHeaders } from './security-headers.ts'
import { SENTENCE } from './sentences.ts'

/**
 * An area's routes with everything around them: log, headers, path hygiene, deadlines, the gate, problem answers, 404 and 405.
 * Throws if a route has no policy. (architecture 7)
 */
export function createApi(area: Hono<ApiEnv>, deps: ApiDeps): Hono<ApiEnv> {
  requirePolicies(area)
  const app = new Hono<ApiEnv>()
  app.use(requestContext(deps), requestLog, securityHeaders, canonicalPath, readDeadline, gate)
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_c, methods) =>
        problemResponse(
          { status: 405, code: 'method_not_allowed', detail: SENTENCE.methodNotAllowed },
          { Allow: methods.join(', ') },
        ),
    }),
  )
  app.route('/', area)
  app.notFound(() => problemResponse({ status: 404, code: 'not_found', detail: SENTENCE.notFound }))
  app.onError(onError)
  return app
}

/** Replaces an API whose parts could not be opened: every call is answered with 503 and the usual headers. */
export function unavailableApi(): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>().use(securityHeaders)
  const problem = { status: 503, code: 'unavailable', detail: SENTENCE.unavailable }
  return app.all('*', () => problemResponse(problem, { 'Retry-After': '60' }))
}

function requirePolicies(area: Hono<ApiEnv>): void {
  const open = declaredRoutes(area).filter((route) => route.policy === undefined)
  if (open.length === 0) return
  const names = open.map(({ method, path }) => `${method} ${path}`)
  throw new Error(`These routes declare no policy: ${names.join(', ')}`)
}
