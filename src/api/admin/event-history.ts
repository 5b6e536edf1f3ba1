import type { Context } from 'hono'
import { z } from 'zod'
import { auditPageQuery, restoreEventInput, restoreVersionInput } from '#src/contract/event-history.ts'
import { Failure } from '#src/contract/failure.ts'
import { listDeletedEvents } from '#src/domain/events/delete-event.ts'
import { readHistory, restoreVersion } from '#src/domain/events/event-history.ts'
import { restoreEvent } from '#src/domain/events/restore-event.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { actorOf, idIn, noStore, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

const GONE = 'Event not found.'

/** Events that were deleted, and the way back. Stands before `/:id`, which would take `deleted` for one. (architecture 10) */
export const deletedEventRoutes = routes('admin')
  .get('/', noStore, acceptQuery(auditPageQuery), async (c) => {
    const { limit, cursor: after } = c.req.valid('query')
    return c.json(await listDeletedEvents(c.var.db, { limit, after }))
  })
  .post('/:auditId/restore', noStore, accept(restoreEventInput), async (c) => {
    const auditId = auditIdIn(c, 'Deleted event not found.')
    return c.json(await restoreEvent(c.var.db, { ...c.req.valid('json'), auditId }, actorOf(c)), 201)
  })

/** What was done to an event, and going back to what it was. */
export const eventHistoryRoutes = routes('admin')
  .get('/:id/history', noStore, acceptQuery(auditPageQuery), async (c) => {
    const { limit, cursor: after } = c.req.valid('query')
    return c.json(await readHistory(c.var.db, idIn(c, GONE), { limit, after }))
  })
  .post('/:id/history/:auditId/restore', noStore, accept(restoreVersionInput), async (c) => {
    const { db, registrationOrigin } = c.var
    const auditId = auditIdIn(c, 'Version not found.')
    const ask = { auditId, registrationOrigin, version: c.req.valid('json').version }
    return c.json(await withRebuild(c, restoreVersion(db, idIn(c, GONE), ask, actorOf(c))))
  })

/** Ids of the audit log are numbers. What cannot be one belongs to nothing. Throws `not_found`. */
function auditIdIn(c: Context<ApiEnv>, sentence: string): number {
  const text = z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .safeParse(c.req.param('auditId'))
  if (!text.success) throw new Failure('not_found', sentence)
  return Number(text.data)
}
