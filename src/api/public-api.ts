import { Hono } from 'hono'
import type { ApiEnv } from './context.ts'
import { eventPreviewRoutes } from './event-previews.ts'
import { eventRoutes, missingSlugRoutes } from './events.ts'
import { healthRoutes } from './health.ts'
import { logAuthAttemptRoutes } from './log-auth-attempt.ts'
import { mediaRoutes } from './media.ts'
import { navigationRoutes } from './navigation.ts'
import { pageViewRoutes } from './page-views.ts'
import { securityMonitorRoutes } from './security-monitor.ts'

/** What anybody may call. */
export const publicApi = new Hono<ApiEnv>()
  .route('/api/health', healthRoutes)
  .route('/api/events', eventRoutes)
  .route('/api/event-previews', eventPreviewRoutes)
  .route('/api/navigation', navigationRoutes)
  .route('/api/page-views', pageViewRoutes)
  .route('/api/security-monitor', securityMonitorRoutes)
  .route('/api/log-auth-attempt', logAuthAttemptRoutes)
  .route('/media', mediaRoutes)

// On its own, so that the client's types do not offer it.
publicApi.route('/api/events/', missingSlugRoutes)

/** For `hc<PublicApi>` from `hono/client`: paths, inputs and answers as types. */
export type PublicApi = typeof publicApi
