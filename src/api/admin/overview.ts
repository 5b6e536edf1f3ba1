import { readOverview } from '#src/domain/overview/read-overview.ts'
import { noStore } from '../request.ts'
import { routes } from '../routes.ts'

/** The state of the whole project, and what needs a person. */
export const overviewRoutes = routes('admin').get('/', noStore, async (c) => {
  const { db, clock, pace, readLive, registrationOrigin } = c.var
  return c.json(await readOverview(db, { live: await readLive(), now: clock(), pace, registrationOrigin }))
})
