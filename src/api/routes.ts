import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Visit } from '#src/auth/visit.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ApiEnv } from './context.ts'
import { changesNothing, isBearer, requireOwnOrigin } from './origin-check.ts'
import { admit, LONGEST_FRESH_AGE, type Policy, requireAuthWithin } from './policy.ts'
import { SENTENCE } from './sentences.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

type RouteOptions = {
  /** False only if every call authenticates with a bearer token or a hook secret and cookies are ignored. (security CS1) */
  checksOrigin?: boolean
}

type Guarded = { policy: Policy; checksOrigin: boolean }
const guarded = new WeakMap<object, Guarded>()

/**
 * A router whose every route is behind `policy` and the origin check. The guard is the first handler of each route
 * itself, not of a path prefix, so that no spelling of a path reaches a handler around it. (security HD5)
 */
export function routes(policy: Policy, { checksOrigin = true }: RouteOptions = {}): Hono<ApiEnv> {
  const router = new Hono<ApiEnv>()
  const guard = guardFor(policy, checksOrigin)
  for (const method of METHODS) {
    const add: unknown = router[method]
    if (typeof add !== 'function') throw new TypeError(`Hono has no ${method}`)
    const addGuarded = (path: unknown, ...handlers: unknown[]) => {
      if (typeof path !== 'string') throw new TypeError(`A route names its path: ${method}('/…', …)`)
      return Reflect.apply(add, router, [path, guard, ...handlers])
    }
    Reflect.set(router, method, addGuarded)
  }
  return router
}

/** Reads the viewer on a public route that depends on it. */
export const withViewer: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await see(c)
  await next()
  c.res.headers.append('Vary', 'Cookie')
}

/** Goes after the policy on dangerous routes: throws `step_up` if the caller has not authenticated recently. */
export const requireRecentAuth: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { visit, clock } = c.var
  if (!visit) throw new Failure('unauthenticated', SENTENCE.signIn)
  requireAuthWithin(visit, clock(), LONGEST_FRESH_AGE)
  await next()
}

async function see(c: Context<ApiEnv>): Promise<Visit | null> {
  const visit = await c.var.readVisit(c.req.raw)
  c.set('visit', visit)
  c.set('viewer', visit?.viewer ?? null)
  return visit
}

/** Throws `unauthenticated` without a session of the vendor portal. */
async function seeVendor(c: Context<ApiEnv>): Promise<void> {
  const vendor = await c.var.readVendor(c.req.raw)
  if (!vendor) throw new Failure('unauthenticated', SENTENCE.vendorSignIn)
  c.set('vendor', vendor)
}

/** `checksOrigin` is false, or absent as for almost every route. */
export type DeclaredRoute = { method: string; path: string; policy: Policy | undefined; checksOrigin?: false }

/** Every route of an area and the policy its first handler enforces; undefined means that it has no guard. */
export function declaredRoutes(area: Hono<ApiEnv>): DeclaredRoute[] {
  const declared = new Map<string, DeclaredRoute>()
  for (const { method, path, handler } of area.routes) {
    const key = `${method} ${path}`
    const guard = guarded.get(handler)
    const route = { method, path, policy: guard?.policy }
    if (!declared.has(key)) declared.set(key, guard?.checksOrigin === false ? { ...route, checksOrigin: false } : route)
  }
  return [...declared.values()]
}

function guardFor(policy: Policy, checksOrigin: boolean): MiddlewareHandler<ApiEnv> {
  const guard: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const isJudged = checksOrigin && isBearer(c.req.raw) && !changesNothing(c.req.raw)
    if (checksOrigin && !isJudged) requireOwnOrigin(c.req.raw, c.get('env').siteUrl)
    if (policy === 'public' && !isJudged) return next()
    if (policy === 'vendor') await seeVendor(c)
    else admit(policy, await see(c), c.var.clock())
    await next()
    c.res.headers.append('Vary', 'Cookie')
  }
  guarded.set(guard, { policy, checksOrigin })
  return guard
}
