import { type SetupFacts, shareLinkInput } from '#src/contract/event-preview.ts'
import { readEventRows } from '#src/domain/events/read-event.ts'
import { createShareLink, listShareLinks, revokeShareLink } from '#src/domain/events/share-preview.ts'
import { accept } from '../accept.ts'
import { contextOf, idIn, noStore } from '../request.ts'
import { routes } from '../routes.ts'

const NO_EVENT = 'Event not found.'

/** An event as its page would show it, drafts too, and the links that show it to somebody outside. */
export const eventPreviewRoutes = routes('admin')
  .get('/:id/rows', noStore, async (c) => c.json(await readEventRows(c.var.db, idIn(c, NO_EVENT))))
  .get('/:id/share-links', noStore, async (c) => {
    const { db, clock } = c.var
    return c.json(await listShareLinks(db, idIn(c, NO_EVENT), clock()))
  })
  .post('/:id/share-links', noStore, accept(shareLinkInput), async (c) => {
    const eventId = idIn(c, NO_EVENT)
    return c.json(await createShareLink(c.var.db, eventId, c.req.valid('json'), contextOf(c)), 201)
  })
  .delete('/:id/share-links/:linkId', noStore, async (c) => {
    const ids = { eventId: idIn(c, NO_EVENT), linkId: idIn(c, 'Link not found.', 'linkId') }
    await revokeShareLink(c.var.db, ids, contextOf(c))
    return c.body(null, 204)
  })

/** What the form of an event must know of the server before it can check what is typed. */
export const eventSetupRoutes = routes('admin').get('/', noStore, (c) => {
  const facts: SetupFacts = { registrationOrigin: c.var.registrationOrigin, siteUrl: c.var.env.siteUrl }
  return c.json(facts)
})
