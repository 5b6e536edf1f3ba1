import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import { auditPageQuery, deleteEventQuery } from '#src/contract/event-history.ts'
import { createEventBody, eventListQuery, publishEventInput, updateEventBody } from '#src/contract/event-record.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { publishChecked } from '#src/domain/content-checks/publish-checked.ts'
import type { ChangedEvent } from '#src/domain/events/change-event.ts'
import { createEvent } from '#src/domain/events/create-event.ts'
import { deleteEvent, listDeletedEvents } from '#src/domain/events/delete-event.ts'
import { listEventLines } from '#src/domain/events/list-events.ts'
import { publishEvent } from '#src/domain/events/publish-event.ts'
import { readEvent } from '#src/domain/events/read-event.ts'
import { updateEvent } from '#src/domain/events/update-event.ts'
import { accept, acceptFor, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { idIn, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/**
 * Events for editors: list, read, create, save, publish, delete. They are answered by the function that has the checks of content,
 * which judge each event that is published. (product 7, architecture 7, decision 0065)
 */
export const eventRecordRoutes = routes('admin')
  .get('/', noStore, acceptQuery(eventListQuery), async (c) => {
    const { cursor: after, ...wanted } = c.req.valid('query')
    return c.json(await listEventLines(c.var.db, { ...wanted, after }, c.var.clock()))
  })
  .post('/', noStore, acceptFor(createEventBody), async (c) => {
    const { accepted, ...input } = c.req.valid('json')
    const create = (tx: Db) => createEvent(tx, input, readActor(c))
    return c.json(await changeChecked(c, input.id, accepted, create), 201)
  })
  .get('/:id', noStore, async (c) => c.json(await readEvent(c.var.db, idIn(c, NOT_FOUND.event))))
  .patch('/:id', noStore, acceptFor(updateEventBody), async (c) => {
    const { accepted, ...input } = c.req.valid('json')
    const id = idIn(c, NOT_FOUND.event)
    return c.json(await changeChecked(c, id, accepted, (tx) => updateEvent(tx, id, input, readActor(c))))
  })
  .delete('/:id', noStore, acceptQuery(deleteEventQuery), async (c) =>
    c.json(
      await withRebuild(c, deleteEvent(c.var.db, idIn(c, NOT_FOUND.event), c.req.valid('query').version, readActor(c))),
    ),
  )
  .post('/:id/publish', noStore, accept(publishEventInput), async (c) => {
    const id = idIn(c, NOT_FOUND.event)
    const { accepted } = c.req.valid('json')
    return c.json(await changeChecked(c, id, accepted, (tx) => publishEvent(tx, { id }, readActor(c))))
  })

function changeChecked(
  c: Context<ApiEnv>,
  id: string,
  accepted: readonly string[],
  change: (tx: Db) => Promise<ChangedEvent>,
): Promise<ChangedEvent> {
  const { db, env } = c.var
  return withRebuild(c, publishChecked(db, { key: { id }, accepted, siteUrl: env.siteUrl }, change))
}

/** Deleted events. Must come before `/:id`, which would match `deleted`. */
export const deletedEventListRoutes = routes('admin').get('/', noStore, acceptQuery(auditPageQuery), async (c) => {
  const { limit, cursor: after } = c.req.valid('query')
  return c.json(await listDeletedEvents(c.var.db, { limit, after }))
})
