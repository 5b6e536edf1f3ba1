import { Hono } from 'hono'
import type { ApiEnv } from '../context.ts'
import { buildRetryRoutes, buildRoutes } from './builds.ts'
import { eventAgendaRoutes } from './event-agenda.ts'
import { eventTeamRoutes } from './event-team.ts'
import { eventVendorRoutes } from './event-vendors.ts'

/** Everything the admin area asks for and changes. One line for each noun. */
export const adminApi = new Hono<ApiEnv>()
  .route('/api/admin/builds', buildRoutes)
  .route('/api/admin/builds', buildRetryRoutes)
  .route('/api/admin/events', eventVendorRoutes)
  .route('/api/admin/events', eventTeamRoutes)
  .route('/api/admin/events', eventAgendaRoutes)

/** For `hc<AdminApi>` from `hono/client`. */
export type AdminApi = typeof adminApi
