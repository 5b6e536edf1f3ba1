import { partOrder, partPatch, vendorsToAdd } from '#src/contract/event-parts.ts'
import { addLibraryParts } from '#src/domain/events/add-library-parts.ts'
import { activateEventPart, orderEventParts, removeEventPart } from '#src/domain/events/change-event-parts.ts'
import { readEventParts } from '#src/domain/events/event-parts.ts'
import { vendorParts } from '#src/domain/events/vendor-parts.ts'
import { accept } from '../accept.ts'
import { routes } from '../routes.ts'
import { eventIn, partIn } from './event-part-path.ts'
import { actorOf, noStore, withRebuild } from './parts.ts'

/** The partners of one event: all of them, shown or not. Every answer is the list as it is now. (product 7) */
export const eventVendorRoutes = routes('admin')
  .get('/:id/vendors', noStore, async (c) => c.json(await readEventParts(c.var.db, vendorParts, eventIn(c))))
  .post('/:id/vendors', noStore, accept(vendorsToAdd), async (c) => {
    const add = { eventId: eventIn(c), libraryIds: c.req.valid('json').vendorLibraryIds }
    return c.json(await withRebuild(c, addLibraryParts(c.var.db, vendorParts, add, actorOf(c))))
  })
  .put('/:id/vendors/order', noStore, accept(partOrder), async (c) => {
    const order = { eventId: eventIn(c), ids: c.req.valid('json').ids }
    return c.json(await withRebuild(c, orderEventParts(c.var.db, vendorParts, order, actorOf(c))))
  })
  .patch('/:id/vendors/:partId', noStore, accept(partPatch), async (c) => {
    const change = { ...partIn(c, vendorParts), isActive: c.req.valid('json').isActive }
    return c.json(await withRebuild(c, activateEventPart(c.var.db, vendorParts, change, actorOf(c))))
  })
  .delete('/:id/vendors/:partId', noStore, async (c) => {
    return c.json(await withRebuild(c, removeEventPart(c.var.db, vendorParts, partIn(c, vendorParts), actorOf(c))))
  })
