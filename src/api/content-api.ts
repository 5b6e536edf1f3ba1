import { Hono } from 'hono'
import { z } from 'zod'
import { eventInput } from '#src/contract/event.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { checkEvent, checkSite } from '#src/domain/content-checks/check-site.ts'
import { acceptFor } from './accept.ts'
import { changeItemRoutes, changeSetRoutes, changeSetStepRoutes } from './admin/change-sets.ts'
import { contentBlockRoutes, contentPageRoutes, contentPlaceRoutes, siteCopyRoutes } from './admin/content.ts'
import { menuItemRoutes } from './admin/menu-items.ts'
import { productRoutes } from './admin/products.ts'
import { settingRoutes } from './admin/settings.ts'
import type { ApiEnv } from './context.ts'
import { idIn, noStore } from './request.ts'
import { routes } from './routes.ts'

const draftInput = (registrationOrigin: string) =>
  z.strictObject({ id: z.uuid(), event: eventInput(registrationOrigin) })

/** What the checks find in the content. Nothing is stored, and no text leaves the server. (decision 0065) */
const contentCheckRoutes = routes('admin')
  .get('/', noStore, async (c) => {
    const { db, env, clock } = c.var
    return c.json(await checkSite(db, env.siteUrl, clock()))
  })
  .get('/events/:id', noStore, async (c) => {
    const { db, env, clock } = c.var
    const asked = { id: idIn(c, NOT_FOUND.event), siteUrl: env.siteUrl }
    return c.json({ findings: await checkEvent(db, asked, clock()) })
  })
  .post('/', noStore, acceptFor(draftInput), async (c) => {
    const { db, env, clock } = c.var
    const { id, event: draft } = c.req.valid('json')
    const asked = { id, siteUrl: env.siteUrl, draft }
    return c.json({ findings: await checkEvent(db, asked, clock()) })
  })

/**
 * Settings, the menu, products, content blocks, pages and standing texts, change sets, and the checks of content: calls of the
 * admin area in a function of their own, which brings the word lists of English.
 */
export const contentApi = new Hono<ApiEnv>()
  .route('/api/admin/content-checks', contentCheckRoutes)
  .route('/api/admin/content-blocks', contentBlockRoutes)
  .route('/api/admin/content-pages', contentPageRoutes)
  .route('/api/admin/content-places', contentPlaceRoutes)
  .route('/api/admin/site-copy', siteCopyRoutes)
  .route('/api/admin/menu-items', menuItemRoutes)
  .route('/api/admin/products', productRoutes)
  .route('/api/admin/settings', settingRoutes)
  .route('/api/admin/change-sets', changeSetRoutes)
  .route('/api/admin/change-sets', changeItemRoutes)
  .route('/api/admin/change-sets', changeSetStepRoutes)

/** For `hc<ContentApi>` from `hono/client`. */
export type ContentApi = typeof contentApi
