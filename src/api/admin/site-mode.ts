import { siteModeInput } from '#src/contract/site-mode.ts'
import { describeSiteMode, setSiteMode } from '#src/domain/site-mode/site-mode.ts'
import { accept } from '../accept.ts'
import { makeContext, noStore } from '../request.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { forgetLevel } from '../site-level.ts'

/** How far the site is closed, for everyone with a role. Readable at every level. (decision 0050) */
export const siteModeRoutes = routes('moderator').get('/', noStore, async (c) =>
  c.json(await describeSiteMode(c.var.db, c.var.clock())),
)

/** Closes and opens the site. Owners can at every level. */
export const siteModeChangeRoutes = routes('owner').put(
  '/',
  noStore,
  requireRecentAuth,
  accept(siteModeInput),
  async (c) => {
    const { db } = c.var
    const context = makeContext(c)
    await db.transaction((tx) => setSiteMode(tx, c.req.valid('json'), context))
    forgetLevel(db)
    return c.json(await describeSiteMode(db, context.now))
  },
)
