import { readBuildStatus, retryBuild } from '#src/domain/site/read-build-status.ts'
import { noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** The state of the site, and the last builds with who asked for them and their outcome. (architecture 6) */
export const buildRoutes = routes('moderator').get('/', noStore, async (c) => {
  const { db, readLive } = c.var
  return c.json(await readBuildStatus(db, await readLive()))
})

/** Requests a build although nothing changed, for example after a failed one. (security BR8) */
export const buildRetryRoutes = routes('admin').post('/', noStore, async (c) => {
  await retryBuild(c.var.db, readActor(c))
  await c.var.askForBuild()
  return c.json(await readBuildStatus(c.var.db, await c.var.readLive()), 202)
})
