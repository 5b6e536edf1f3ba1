import { calendarFeedInput, calendarQuery, moveEventInput, movePreviewQuery } from '#src/contract/calendar-input.ts'
import { createFeed, endFeed, readOwnFeed } from '#src/domain/event-calendar/calendar-feed.ts'
import { moveEvent, previewMove } from '#src/domain/event-calendar/move-event.ts'
import { readCalendar } from '#src/domain/event-calendar/read-calendar.ts'
import { accept, acceptQuery } from '../accept.ts'
import { eventIn, makeContext, noStore, ownVisit, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

type Params = Parameters<typeof ownVisit>[0]
const ownId = (c: Params) => ownVisit(c).viewer.id

/** The days of the calendar, and the address from which one's own calendar program loads them. (product 2: calendar) */
export const calendarRoutes = routes('admin')
  .get('/', noStore, acceptQuery(calendarQuery), async (c) =>
    c.json(await readCalendar(c.var.db, c.req.valid('query'), c.var.clock())),
  )
  .get('/feed', noStore, async (c) => c.json(await readOwnFeed(c.var.db, ownId(c))))
  .post('/feed', noStore, accept(calendarFeedInput), async (c) =>
    c.json(await createFeed(c.var.db, { userId: ownId(c), ...c.req.valid('json') }, makeContext(c)), 201),
  )
  .delete('/feed', noStore, async (c) => {
    await endFeed(c.var.db, ownId(c), makeContext(c))
    return c.body(null, 204)
  })

/** Moving an event to another date, and what that would change beside it. */
export const eventMoveRoutes = routes('admin')
  .get('/:id/move-preview', noStore, acceptQuery(movePreviewQuery), async (c) => {
    const ask = { eventId: eventIn(c), date: c.req.valid('query').date }
    return c.json(await previewMove(c.var.db, ask, c.var.clock()))
  })
  .post('/:id/move', noStore, accept(moveEventInput), async (c) =>
    c.json(await withRebuild(c, moveEvent(c.var.db, eventIn(c), c.req.valid('json'), readActor(c)))),
  )
