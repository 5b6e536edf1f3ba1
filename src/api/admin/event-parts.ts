import {
  agendaPatch,
  agendaReplacement,
  newAgendaItem,
  partOrder,
  partPatch,
  teamToAdd,
  vendorsToAdd,
} from '#src/contract/event-parts.ts'
import { addAgendaItem, agendaParts, editAgendaItem, replaceAgenda } from '#src/domain/events/agenda.ts'
import { activateEventPart, orderEventParts, removeEventPart } from '#src/domain/events/change-event-parts.ts'
import { readEventParts } from '#src/domain/events/event-parts.ts'
import { addLibraryParts, teamParts, vendorParts } from '#src/domain/events/library-parts.ts'
import { accept } from '../accept.ts'
import { eventIn, noStore, partIn, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The partners of one event: all of them, shown or not. Every answer is the list as it is now. (product 7) */
export const eventVendorRoutes = routes('admin')
  .get('/:id/vendors', noStore, async (c) => c.json(await readEventParts(c.var.db, vendorParts, eventIn(c))))
  .post('/:id/vendors', noStore, accept(vendorsToAdd), async (c) => {
    const { vendorLibraryIds: libraryIds, ...place } = c.req.valid('json')
    const add = { eventId: eventIn(c), libraryIds, ...place }
    return c.json(await withRebuild(c, addLibraryParts(c.var.db, vendorParts, add, readActor(c))))
  })
  .put('/:id/vendors/order', noStore, accept(partOrder), async (c) => {
    const order = { eventId: eventIn(c), ids: c.req.valid('json').ids }
    return c.json(await withRebuild(c, orderEventParts(c.var.db, vendorParts, order, readActor(c))))
  })
  .patch('/:id/vendors/:partId', noStore, accept(partPatch), async (c) => {
    const change = { ...partIn(c, vendorParts), isActive: c.req.valid('json').isActive }
    return c.json(await withRebuild(c, activateEventPart(c.var.db, vendorParts, change, readActor(c))))
  })
  .delete('/:id/vendors/:partId', noStore, async (c) => {
    return c.json(await withRebuild(c, removeEventPart(c.var.db, vendorParts, partIn(c, vendorParts), readActor(c))))
  })

/** The people of one event: all of them, shown or not. Every answer is the list as it is now. (product 7) */
export const eventTeamRoutes = routes('admin')
  .get('/:id/team', noStore, async (c) => c.json(await readEventParts(c.var.db, teamParts, eventIn(c))))
  .post('/:id/team', noStore, accept(teamToAdd), async (c) => {
    const { teamLibraryIds: libraryIds, ...place } = c.req.valid('json')
    const add = { eventId: eventIn(c), libraryIds, ...place }
    return c.json(await withRebuild(c, addLibraryParts(c.var.db, teamParts, add, readActor(c))))
  })
  .put('/:id/team/order', noStore, accept(partOrder), async (c) => {
    const order = { eventId: eventIn(c), ids: c.req.valid('json').ids }
    return c.json(await withRebuild(c, orderEventParts(c.var.db, teamParts, order, readActor(c))))
  })
  .patch('/:id/team/:partId', noStore, accept(partPatch), async (c) => {
    const change = { ...partIn(c, teamParts), isActive: c.req.valid('json').isActive }
    return c.json(await withRebuild(c, activateEventPart(c.var.db, teamParts, change, readActor(c))))
  })
  .delete('/:id/team/:partId', noStore, async (c) => {
    return c.json(await withRebuild(c, removeEventPart(c.var.db, teamParts, partIn(c, teamParts), readActor(c))))
  })

/** The day of one event: all entries, shown or not. Every answer is the list as it is now. */
export const eventAgendaRoutes = routes('admin')
  .get('/:id/agenda', noStore, async (c) => c.json(await readEventParts(c.var.db, agendaParts, eventIn(c))))
  .post('/:id/agenda', noStore, accept(newAgendaItem), async (c) => {
    const add = { eventId: eventIn(c), item: c.req.valid('json') }
    return c.json(await withRebuild(c, addAgendaItem(c.var.db, add, readActor(c))))
  })
  .put('/:id/agenda', noStore, accept(agendaReplacement), async (c) => {
    const replace = { eventId: eventIn(c), replacement: c.req.valid('json') }
    return c.json(await withRebuild(c, replaceAgenda(c.var.db, replace, readActor(c))))
  })
  .put('/:id/agenda/order', noStore, accept(partOrder), async (c) => {
    const order = { eventId: eventIn(c), ids: c.req.valid('json').ids }
    return c.json(await withRebuild(c, orderEventParts(c.var.db, agendaParts, order, readActor(c))))
  })
  .patch('/:id/agenda/:partId', noStore, accept(agendaPatch), async (c) => {
    const edit = { ...partIn(c, agendaParts), patch: c.req.valid('json') }
    return c.json(await withRebuild(c, editAgendaItem(c.var.db, edit, readActor(c))))
  })
  .delete('/:id/agenda/:partId', noStore, async (c) => {
    return c.json(await withRebuild(c, removeEventPart(c.var.db, agendaParts, partIn(c, agendaParts), readActor(c))))
  })
