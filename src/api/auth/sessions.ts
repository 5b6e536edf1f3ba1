import { endOtherSessions, endSession, listSessions } from '#src/domain/accounts/end-sessions.ts'
import { routes } from '../routes.ts'
import { ownVisit } from './own-visit.ts'
import { contextOf, noStore } from './parts.ts'

/** Where one is signed in: to see, and to end. Nobody else's sessions are ever touched. (security AZ3) */
export const sessionRoutes = routes('signedIn')
  .get('/', noStore, async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    return c.json({ items: await listSessions(c.var.db, viewer.id, sessionId, c.var.clock()), nextCursor: null })
  })
  .delete('/', noStore, async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    return c.json({ ended: await endOtherSessions(c.var.db, viewer.id, sessionId, contextOf(c).actor) })
  })
  .delete('/:handle', noStore, async (c) => {
    await endSession(c.var.db, ownVisit(c).viewer.id, c.req.param('handle'), contextOf(c).actor)
    return c.body(null, 204)
  })
