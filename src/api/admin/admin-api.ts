import { Hono } from 'hono'
import type { ApiEnv } from '../context.ts'
import { buildRetryRoutes, buildRoutes } from './builds.ts'

/** Everything the admin area asks for and changes. One line for each noun. */
export const adminApi = new Hono<ApiEnv>()
  .route('/api/admin/builds', buildRoutes)
  .route('/api/admin/builds', buildRetryRoutes)

/** For `hc<AdminApi>` from `hono/client`. */
export type AdminApi = typeof adminApi
