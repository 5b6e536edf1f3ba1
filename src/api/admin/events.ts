import {
  auditPageQuery,
  deleteEventQuery,
  restoreEventInput,
  restoreVersionInput,
} from '#src/contract/event-history.ts'
import { type SetupFacts, shareLinkInput } from '#src/contract/event-preview.ts'
import {
  createEventInput,
  duplicateEventInput,
  eventListQuery,
  occasionInput,
  updateEventInput,
} from '#src/contract/event-record.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { changeOccasion } from '#src/domain/events/change-occasion.ts'
import { createEvent } from '#src/domain/events/create-event.ts'
import { deleteEvent, listDeletedEvents, readLosses } from '#src/domain/events/delete-event.ts'
import { duplicateEvent } from '#src/domain/events/duplicate-event.ts'
import { readHistory, restoreVersion } from '#src/domain/events/event-history.ts'
import { listEventLines } from '#src/domain/events/list-events.ts'
import { publishEvent, unpublishEvent } from '#src/domain/events/publish-event.ts'
import { readEvent, readEventRows } from '#src/domain/events/read-event.ts'
import { restoreEvent } from '#src/domain/events/restore-event.ts'
import { createShareLink, listShareLinks, revokeShareLink } from '#src/domain/events/share-preview.ts'
import { updateEvent } from '#src/domain/events/update-event.ts'
import { accept, acceptFor, acceptQuery } from '../accept.ts'
import { auditIdIn, idIn, makeContext, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** Events for editors: list, read, create, save, publish, copy, cancel, delete. (product 7, architecture 7) */
export const eventRoutes = routes('admin')
  .get('/', noStore, acceptQuery(eventListQuery), async (c) => {
    const { cursor: after, ...wanted } = c.req.valid('query')
    return c.json(await listEventLines(c.var.db, { ...wanted, after }, c.var.clock()))
  })
  .post('/', noStore, acceptFor(createEventInput), async (c) =>
    c.json(await withRebuild(c, createEvent(c.var.db, c.req.valid('json'), readActor(c))), 201),
  )
  .get('/:id', noStore, async (c) => c.json(await readEvent(c.var.db, idIn(c, NOT_FOUND.event))))
  .patch('/:id', noStore, acceptFor(updateEventInput), async (c) =>
    c.json(await withRebuild(c, updateEvent(c.var.db, idIn(c, NOT_FOUND.event), c.req.valid('json'), readActor(c)))),
  )
  .delete('/:id', noStore, acceptQuery(deleteEventQuery), async (c) =>
    c.json(
      await withRebuild(c, deleteEvent(c.var.db, idIn(c, NOT_FOUND.event), c.req.valid('query').version, readActor(c))),
    ),
  )
  .get('/:id/losses', noStore, async (c) => c.json(await readLosses(c.var.db, idIn(c, NOT_FOUND.event))))
  .post('/:id/publish', noStore, async (c) =>
    c.json(await withRebuild(c, publishEvent(c.var.db, { id: idIn(c, NOT_FOUND.event) }, readActor(c)))),
  )
  .post('/:id/unpublish', noStore, async (c) =>
    c.json(await withRebuild(c, unpublishEvent(c.var.db, { id: idIn(c, NOT_FOUND.event) }, readActor(c)))),
  )
  .post('/:id/status', noStore, accept(occasionInput), async (c) =>
    c.json(await withRebuild(c, changeOccasion(c.var.db, idIn(c, NOT_FOUND.event), c.req.valid('json'), readActor(c)))),
  )
  .post('/:id/duplicate', noStore, acceptFor(duplicateEventInput), async (c) =>
    c.json(
      await withRebuild(c, duplicateEvent(c.var.db, idIn(c, NOT_FOUND.event), c.req.valid('json'), readActor(c))),
      201,
    ),
  )

/** Deleted events and their restoring. Must come before `/:id`, which would match `deleted`. (architecture 10) */
export const deletedEventRoutes = routes('admin')
  .get('/', noStore, acceptQuery(auditPageQuery), async (c) => {
    const { limit, cursor: after } = c.req.valid('query')
    return c.json(await listDeletedEvents(c.var.db, { limit, after }))
  })
  .post('/:auditId/restore', noStore, accept(restoreEventInput), async (c) => {
    const auditId = auditIdIn(c, NOT_FOUND.deletedEvent)
    return c.json(await restoreEvent(c.var.db, { ...c.req.valid('json'), auditId }, readActor(c)), 201)
  })

/** The history of an event, and going back to an earlier version. */
export const eventHistoryRoutes = routes('admin')
  .get('/:id/history', noStore, acceptQuery(auditPageQuery), async (c) => {
    const { limit, cursor: after } = c.req.valid('query')
    return c.json(await readHistory(c.var.db, idIn(c, NOT_FOUND.event), { limit, after }))
  })
  .post('/:id/history/:auditId/restore', noStore, accept(restoreVersionInput), async (c) => {
    const { db, registrationOrigin } = c.var
    const auditId = auditIdIn(c, NOT_FOUND.version)
    const ask = { auditId, registrationOrigin, version: c.req.valid('json').version }
    return c.json(await withRebuild(c, restoreVersion(db, idIn(c, NOT_FOUND.event), ask, readActor(c))))
  })

/** The preview of an event, drafts included, and the links that share it with others. */
export const eventPreviewRoutes = routes('admin')
  .get('/:id/rows', noStore, async (c) => c.json(await readEventRows(c.var.db, idIn(c, NOT_FOUND.event))))
  .get('/:id/share-links', noStore, async (c) => {
    const { db, clock } = c.var
    return c.json(await listShareLinks(db, idIn(c, NOT_FOUND.event), clock()))
  })
  .post('/:id/share-links', noStore, accept(shareLinkInput), async (c) => {
    const eventId = idIn(c, NOT_FOUND.event)
    return c.json(await createShareLink(c.var.db, eventId, c.req.valid('json'), makeContext(c)), 201)
  })
  .delete('/:id/share-links/:linkId', noStore, async (c) => {
    const ids = { eventId: idIn(c, NOT_FOUND.event), linkId: idIn(c, NOT_FOUND.link, 'linkId') }
    await revokeShareLink(c.var.db, ids, makeContext(c))
    return c.body(null, 204)
  })

/** What the form of an event needs from the server to validate its fields. */
export const eventSetupRoutes = routes('admin').get('/', noStore, (c) => {
  const facts: SetupFacts = { registrationOrigin: c.var.registrationOrigin, siteUrl: c.var.env.siteUrl }
  return c.json(facts)
})
