import { Hono } from 'hono'
import { vendorCookie } from '#src/auth/session-cookie.ts'
import { askForPortalLink, closeVendorSession, enterPortal } from '#src/auth/vendor-session.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import {
  LONGEST_VENDOR_SESSION,
  VENDOR_LINK_SENT,
  vendorSignInInput,
  vendorTokenInput,
} from '#src/contract/vendor-portal.ts'
import type { PortalLink } from '#src/domain/vendor-contacts/contact.ts'
import { lookAtPortalLink } from '#src/domain/vendor-contacts/portal-link.ts'
import {
  endColleague,
  listColleagues,
  listVendorEvents,
  readVendorMe,
} from '#src/domain/vendor-contacts/read-portal.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { limitedActions, limitedFailures, limitedReads } from './limits.ts'
import { logisticsRoutes, logisticsTaskRoutes } from './logistics.ts'
import { logisticsDeliveryRoutes } from './logistics-deliveries.ts'
import { idIn, makeContext, noStore, ownVendor } from './request.ts'
import { routes } from './routes.ts'
import { ownProposalRoutes, ownStatisticsRoutes } from './vendor-proposals.ts'
import { ownTaskFileRoutes, ownTaskRoutes } from './vendor-tasks.ts'

/** Two calls for an emailed link: one previews it, the other uses it up. (security VP5) */
const linkRoutes = (purpose: PortalLink, press: '/use' | '/accept') =>
  routes('public')
    .post(
      '/look',
      noStore,
      limitedReads('linkReads'),
      accept(vendorTokenInput),
      limitedFailures('verifyToken'),
      async (c) =>
        c.json(await lookAtPortalLink(c.var.db, { purpose, token: c.req.valid('json').token }, c.var.clock())),
    )
    .post(press, noStore, accept(vendorTokenInput), limitedFailures('verifyToken'), async (c) => {
      const { db, env } = c.var
      const token = await enterPortal(db, { purpose, token: c.req.valid('json').token }, makeContext(c))
      await closeVendorSession(db, c.req.raw, env.siteUrl)
      c.header('Set-Cookie', vendorCookie(token, LONGEST_VENDOR_SESSION / 1000, env.siteUrl))
      return c.body(null, 204)
    })

/** Signing in to the portal and out of it, and who is signed in: nobody, for everyone else. The answer to a request for a link is the same for every address. (security VP4) */
const vendorSignInRoutes = routes('public')
  .post(
    '/sign-in',
    noStore,
    limitedActions('vendorSignIn', async (c) => c.var.address),
    accept(vendorSignInInput),
    async (c) => {
      await askForPortalLink(c.var.db, c.req.valid('json').email, makeContext(c))
      return c.json({ message: VENDOR_LINK_SENT }, 202)
    },
  )
  .get('/me', noStore, async (c) => {
    const vendor = await c.var.readVendor(c.req.raw)
    return c.json({ me: vendor && (await readVendorMe(c.var.db, vendor)) })
  })
  .post('/sign-out', noStore, async (c) => {
    const { db, env } = c.var
    await closeVendorSession(db, c.req.raw, env.siteUrl)
    c.header('Set-Cookie', vendorCookie('', 0, env.siteUrl))
    return c.body(null, 204)
  })

/** What a contact reads and changes: the rows of one vendor. (decision 0057) */
const vendorRoutes = routes('vendor')
  .get('/events', noStore, async (c) => c.json(await listVendorEvents(c.var.db, ownVendor(c).vendorId, c.var.clock())))
  .get('/contacts', noStore, async (c) => c.json({ items: await listColleagues(c.var.db, ownVendor(c)) }))
  .delete('/contacts/:id', noStore, async (c) => {
    const { db, address, requestId, clock } = c.var
    const context = { actor: { address, requestId }, now: clock() }
    await endColleague(db, ownVendor(c), idIn(c, NOT_FOUND.contact), context)
    return c.body(null, 204)
  })

/** The calls of the pages for vendors and for people of an event. */
export const partnersApi = new Hono<ApiEnv>()
  .route('/api/vendor/sign-in', linkRoutes('vendor-sign-in', '/use'))
  .route('/api/vendor/invite', linkRoutes('vendor-invite', '/accept'))
  .route('/api/vendor', vendorSignInRoutes)
  .route('/api/vendor', vendorRoutes)
  .route('/api/vendor/tasks', ownTaskRoutes)
  .route('/api/vendor/task-files', ownTaskFileRoutes)
  .route('/api/logistics', logisticsRoutes)
  .route('/api/logistics/deliveries', logisticsDeliveryRoutes)
  .route('/api/logistics/tasks', logisticsTaskRoutes)
  .route('/api/vendor/proposal', ownProposalRoutes)
  .route('/api/vendor/statistics', ownStatisticsRoutes)

/** The type of these routes for the client of the islands. */
export type PartnersApi = typeof partnersApi
