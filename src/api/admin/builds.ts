import type { Context } from 'hono'
import { readBuildStatus, retryBuild } from '#src/domain/site/read-build-status.ts'
import type { ApiEnv } from '../context.ts'
import { noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** The state of the site, and the last builds with who asked for them and their outcome. (architecture 6) */
export const buildRoutes = routes('moderator').get('/', noStore, async (c) => {
  return c.json(await readStatusNow(c))
})

/** Requests a build although nothing changed, for example after a failed one. (security BR8) */
export const buildRetryRoutes = routes('admin').post('/', noStore, async (c) => {
  await retryBuild(c.var.db, readActor(c))
  await c.var.askForBuild({ isPressed: true })
  return c.json(await readStatusNow(c), 202)
})

async function readStatusNow({ var: { db, readLive, clock, pace } }: Context<ApiEnv>) {
  return readBuildStatus(db, { live: await readLive(), now: clock(), pace })
}
