import { viewerKind } from '#src/contract/viewer.ts'
import { readNavigation } from '#src/domain/site/read-navigation.ts'
import { limitedReads } from './limits.ts'
import { routes, withViewer } from './routes.ts'

/** The bar for whoever asks. Depends on the session, so no cache keeps it. (security SE10) */
export const navigationRoutes = routes('public').get('/', limitedReads('publicApi'), withViewer, async (c) => {
  const { db, clock, viewer, retryRead } = c.var
  return c.json(await retryRead(() => readNavigation(db, viewerKind(viewer), clock())))
})
