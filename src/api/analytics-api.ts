import { Hono } from 'hono'
import { analyticsRoutes } from './admin/analytics.ts'
import { analyticsImportRoutes } from './admin/analytics-imports.ts'
import type { ApiEnv } from './context.ts'

/** The report of visits and its imports: calls of the admin area in a function of their own, which keeps both small. */
export const analyticsApi = new Hono<ApiEnv>()
  .route('/api/admin/analytics', analyticsRoutes)
  .route('/api/admin/analytics-imports', analyticsImportRoutes)

/** For `hc<AnalyticsApi>` from `hono/client`. */
export type AnalyticsApi = typeof analyticsApi
