import { agendaPatch, agendaReplacement, newAgendaItem, partOrder } from '#src/contract/event-parts.ts'
import { addAgendaItem, agendaParts, editAgendaItem, replaceAgenda } from '#src/domain/events/agenda.ts'
import { orderEventParts, removeEventPart } from '#src/domain/events/change-event-parts.ts'
import { readEventParts } from '#src/domain/events/event-parts.ts'
import { accept } from '../accept.ts'
import { routes } from '../routes.ts'
import { eventIn, partIn } from './event-part-path.ts'
import { actorOf, noStore, withRebuild } from './parts.ts'

/** The day of one event: all entries, shown or not. Every answer is the list as it is now. */
export const eventAgendaRoutes = routes('admin')
  .get('/:id/agenda', noStore, async (c) => c.json(await readEventParts(c.var.db, agendaParts, eventIn(c))))
  .post('/:id/agenda', noStore, accept(newAgendaItem), async (c) => {
    const add = { eventId: eventIn(c), item: c.req.valid('json') }
    return c.json(await withRebuild(c, addAgendaItem(c.var.db, add, actorOf(c))))
  })
  .put('/:id/agenda', noStore, accept(agendaReplacement), async (c) => {
    const replace = { eventId: eventIn(c), replacement: c.req.valid('json') }
    return c.json(await withRebuild(c, replaceAgenda(c.var.db, replace, actorOf(c))))
  })
  .put('/:id/agenda/order', noStore, accept(partOrder), async (c) => {
    const order = { eventId: eventIn(c), ids: c.req.valid('json').ids }
    return c.json(await withRebuild(c, orderEventParts(c.var.db, agendaParts, order, actorOf(c))))
  })
  .patch('/:id/agenda/:partId', noStore, accept(agendaPatch), async (c) => {
    const edit = { ...partIn(c, agendaParts), patch: c.req.valid('json') }
    return c.json(await withRebuild(c, editAgendaItem(c.var.db, edit, actorOf(c))))
  })
  .delete('/:id/agenda/:partId', noStore, async (c) => {
    return c.json(await withRebuild(c, removeEventPart(c.var.db, agendaParts, partIn(c, agendaParts), actorOf(c))))
  })
