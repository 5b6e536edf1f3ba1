import { Hono } from 'hono'
import type { ApiEnv } from './context.ts'
import { ownReportRoutes, submitReportRoutes } from './reports.ts'

/** What reporters call. Apart from the public API, whose answers leave no mail. */
export const reportsApi = new Hono<ApiEnv>()
  .route('/api/submit-event-report', submitReportRoutes)
  .route('/api/reports', ownReportRoutes)

/** For `hc<ReportsApi>` from `hono/client`. @public */
export type ReportsApi = typeof reportsApi
