import { Hono } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import { viewerKind } from '#src/contract/viewer.ts'
import { readHealth } from '#src/domain/health/read-health.ts'
import { readNavigation } from '#src/domain/site/read-navigation.ts'
import type { ApiEnv } from './context.ts'
import { changeSetPreviewRoutes, eventPreviewRoutes, eventRoutes, missingSlugRoutes } from './events.ts'
import { limitedReads } from './limits.ts'
import { mailInboundRoutes } from './mail-inbound.ts'
import { mediaRoutes } from './media.ts'
import { pageViewRoutes } from './page-views.ts'
import { probeLimitRoutes } from './probe-limit.ts'
import { routes, withViewer } from './routes.ts'
import { logAuthAttemptRoutes, securityMonitorRoutes } from './security-monitor.ts'
import { SENTENCE } from './sentences.ts'

/** The navigation bar of the viewer. Depends on the session, so no cache keeps it. (security SE10) */
const navigationRoutes = routes('public').get('/', limitedReads('publicApi'), withViewer, async (c) => {
  const { db, clock, viewer, retryRead } = c.var
  return c.json(await retryRead(() => readNavigation(db, viewerKind(viewer), clock())))
})

/** Queries once and does not retry, because monitoring wants to know now. (security DB8) */
const healthRoutes = routes('public').get('/', async (c) => {
  const health = await readHealth(c.var.db).catch((cause: unknown) => {
    throw new Failure('unavailable', SENTENCE.databaseDown, { cause })
  })
  return c.json({ status: 'ok' as const, database: 'ok' as const, ...health })
})

/** The routes that anyone may call. */
export const publicApi = new Hono<ApiEnv>()
  .route('/api/health', healthRoutes)
  .route('/api/events', eventRoutes)
  .route('/api/event-previews', eventPreviewRoutes)
  .route('/api/change-set-previews', changeSetPreviewRoutes)
  .route('/api/navigation', navigationRoutes)
  .route('/api/page-views', pageViewRoutes)
  .route('/api/probe-limit', probeLimitRoutes)
  .route('/api/mail-inbound', mailInboundRoutes)
  .route('/api/security-monitor', securityMonitorRoutes)
  .route('/api/log-auth-attempt', logAuthAttemptRoutes)
  .route('/media', mediaRoutes)

// Separate, so that the client's types do not include it.
publicApi.route('/api/events/', missingSlugRoutes)

/** For `hc<PublicApi>` from `hono/client`: paths, inputs and answers as types. */
export type PublicApi = typeof publicApi
