import { Hono } from 'hono'
import { analyticsRoutes } from './admin/analytics.ts'
import { analyticsImportRoutes } from './admin/analytics-imports.ts'
import { figureWishRoutes } from './admin/figure-wishes.ts'
import type { ApiEnv } from './context.ts'

/** The report of visits, its imports, and who gets figures by email: calls of the admin area in a function of their own, which keeps both small. */
export const analyticsApi = new Hono<ApiEnv>()
  .route('/api/admin/analytics', analyticsRoutes)
  .route('/api/admin/analytics-imports', analyticsImportRoutes)
  .route('/api/admin/figure-wishes', figureWishRoutes)

/** For `hc<AnalyticsApi>` from `hono/client`. */
export type AnalyticsApi = typeof analyticsApi
