import { readDashboard } from '#src/domain/dashboard/read-dashboard.ts'
import { noStore } from '../request.ts'
import { routes } from '../routes.ts'

/** What needs attention: the first screen of the admin area. */
export const dashboardRoutes = routes('moderator').get('/', noStore, async (c) => {
  const { db, clock, viewer } = c.var
  const isAdmin = viewer?.roles.some((role) => role !== 'moderator') ?? false
  return c.json(await readDashboard(db, { isAdmin, now: clock() }))
})
