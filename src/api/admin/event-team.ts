import { partOrder, partPatch, teamToAdd } from '#src/contract/event-parts.ts'
import { addLibraryParts } from '#src/domain/events/add-library-parts.ts'
import { activateEventPart, orderEventParts, removeEventPart } from '#src/domain/events/change-event-parts.ts'
import { readEventParts } from '#src/domain/events/event-parts.ts'
import { teamParts } from '#src/domain/events/team-parts.ts'
import { accept } from '../accept.ts'
import { routes } from '../routes.ts'
import { eventIn, partIn } from './event-part-path.ts'
import { actorOf, noStore, withRebuild } from './parts.ts'

/** The people of one event: all of them, shown or not. Every answer is the list as it is now. (product 7) */
export const eventTeamRoutes = routes('admin')
  .get('/:id/team', noStore, async (c) => c.json(await readEventParts(c.var.db, teamParts, eventIn(c))))
  .post('/:id/team', noStore, accept(teamToAdd), async (c) => {
    const add = { eventId: eventIn(c), libraryIds: c.req.valid('json').teamLibraryIds }
    return c.json(await withRebuild(c, addLibraryParts(c.var.db, teamParts, add, actorOf(c))))
  })
  .put('/:id/team/order', noStore, accept(partOrder), async (c) => {
    const order = { eventId: eventIn(c), ids: c.req.valid('json').ids }
    return c.json(await withRebuild(c, orderEventParts(c.var.db, teamParts, order, actorOf(c))))
  })
  .patch('/:id/team/:partId', noStore, accept(partPatch), async (c) => {
    const change = { ...partIn(c, teamParts), isActive: c.req.valid('json').isActive }
    return c.json(await withRebuild(c, activateEventPart(c.var.db, teamParts, change, actorOf(c))))
  })
  .delete('/:id/team/:partId', noStore, async (c) => {
    return c.json(await withRebuild(c, removeEventPart(c.var.db, teamParts, partIn(c, teamParts), actorOf(c))))
  })
