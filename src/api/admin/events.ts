import { deleteEventQuery } from '#src/contract/event-history.ts'
import {
  createEventInput,
  duplicateEventInput,
  eventListQuery,
  occasionInput,
  updateEventInput,
} from '#src/contract/event-record.ts'
import { changeOccasion } from '#src/domain/events/change-occasion.ts'
import { createEvent } from '#src/domain/events/create-event.ts'
import { deleteEvent, readLosses } from '#src/domain/events/delete-event.ts'
import { duplicateEvent } from '#src/domain/events/duplicate-event.ts'
import { listEventLines } from '#src/domain/events/list-events.ts'
import { publishEvent, unpublishEvent } from '#src/domain/events/publish-event.ts'
import { readEvent } from '#src/domain/events/read-event.ts'
import { updateEvent } from '#src/domain/events/update-event.ts'
import { accept, acceptFor, acceptQuery } from '../accept.ts'
import { actorOf, idIn, noStore, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

const GONE = 'Event not found.'

/** Events for those who edit them: list, read, make, save, publish, copy, call off, delete. (product 7, architecture 7) */
export const eventRoutes = routes('admin')
  .get('/', noStore, acceptQuery(eventListQuery), async (c) => {
    const { cursor: after, ...wanted } = c.req.valid('query')
    return c.json(await listEventLines(c.var.db, { ...wanted, after }, c.var.clock()))
  })
  .post('/', noStore, acceptFor(createEventInput), async (c) =>
    c.json(await withRebuild(c, createEvent(c.var.db, c.req.valid('json'), actorOf(c))), 201),
  )
  .get('/:id', noStore, async (c) => c.json(await readEvent(c.var.db, idIn(c, GONE))))
  .patch('/:id', noStore, acceptFor(updateEventInput), async (c) =>
    c.json(await withRebuild(c, updateEvent(c.var.db, idIn(c, GONE), c.req.valid('json'), actorOf(c)))),
  )
  .delete('/:id', noStore, acceptQuery(deleteEventQuery), async (c) =>
    c.json(await withRebuild(c, deleteEvent(c.var.db, idIn(c, GONE), c.req.valid('query').version, actorOf(c)))),
  )
  .get('/:id/losses', noStore, async (c) => c.json(await readLosses(c.var.db, idIn(c, GONE))))
  .post('/:id/publish', noStore, async (c) =>
    c.json(await withRebuild(c, publishEvent(c.var.db, { id: idIn(c, GONE) }, actorOf(c)))),
  )
  .post('/:id/unpublish', noStore, async (c) =>
    c.json(await withRebuild(c, unpublishEvent(c.var.db, { id: idIn(c, GONE) }, actorOf(c)))),
  )
  .post('/:id/status', noStore, accept(occasionInput), async (c) =>
    c.json(await withRebuild(c, changeOccasion(c.var.db, idIn(c, GONE), c.req.valid('json'), actorOf(c)))),
  )
  .post('/:id/duplicate', noStore, acceptFor(duplicateEventInput), async (c) =>
    c.json(await withRebuild(c, duplicateEvent(c.var.db, idIn(c, GONE), c.req.valid('json'), actorOf(c))), 201),
  )
