import { Hono } from 'hono'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { analyticsApi } from '#src/api/analytics-api.ts'
import { contentApi } from '#src/api/content-api.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { type DeclaredRoute, declaredRoutes, requireRecentAuth } from '#src/api/routes.ts'
import { refundRoutes } from '#src/api/shop-payments.ts'
import { adminMediaApi } from '#src/api/uploads-api.ts'

/** Everything that answers under `/api/admin`, whichever function serves it. Tests walk it, so a new route is walked by itself. */
export const adminArea = new Hono<ApiEnv>()
  .route('/', adminApi)
  .route('/', analyticsApi)
  .route('/', contentApi)
  .route('/', adminMediaApi)
  .route(
    '/api/admin/order-refunds',
    refundRoutes(() => null),
  )

/** One route, by the name tests know it by: `PATCH /api/admin/vendors/:id`. */
export type AdminRoute = DeclaredRoute & { name: string; isFresh: boolean }

const fresh = new Set(
  adminArea.routes
    .filter(({ handler }) => handler === requireRecentAuth)
    .map(({ method, path }) => `${method} ${path}`),
)

export const ADMIN_ROUTES: readonly AdminRoute[] = declaredRoutes(adminArea).map((route) => ({
  ...route,
  path: route.path.replace(/\/$/, ''),
  name: `${route.method} ${route.path.replace(/\/$/, '')}`,
  isFresh: fresh.has(`${route.method} ${route.path}`),
}))
export const ADMIN_READS = ADMIN_ROUTES.filter(({ method }) => method === 'GET')
/** These have a body and write nothing: what they are asked about does not fit into an address. */
const READING_POSTS = [
  'POST /api/admin/mail-rules/preview',
  'POST /api/admin/mail-rules/:id/dry-run',
  'POST /api/admin/content-blocks/preview',
  'POST /api/admin/products/preview',
  'POST /api/admin/vendor-invites/preview',
]
export const ADMIN_QUESTIONS = ADMIN_ROUTES.filter(({ name }) => READING_POSTS.includes(name))
/** These note that somebody has a set open, and what the checks found in it: no change of anything that the audit log keeps. */
export const NOTES = ['POST /api/admin/change-sets/:id/presence', 'POST /api/admin/change-sets/:id/checks']
export const ADMIN_WRITES = ADMIN_ROUTES.filter(
  ({ method, name }) => method !== 'GET' && !NOTES.includes(name) && !READING_POSTS.includes(name),
)

/** An id that is nobody's. */
export const MISSING = '00000000-0000-4000-8000-000000000000'

/** The route's address with `values` in the places of its parameters, in order; an id that is nobody's where they run out. */
export function getAddress({ path }: Pick<AdminRoute, 'path'>, values: readonly string[] = []): string {
  const rest = [...values]
  return path.replace(/:\w+/g, () => encodeURIComponent(rest.shift() ?? MISSING))
}
