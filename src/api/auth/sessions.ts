import { endOtherSessions, endSession, listSessions } from '#src/domain/accounts/account.ts'
import { routes } from '../routes.ts'
import { ownVisit } from './own-visit.ts'
import { doing, personal } from './parts.ts'

/** Where one is signed in: to see, and to end. Nobody else's sessions are ever touched. (security AZ3) */
export const sessionRoutes = routes('signedIn')
  .get('/', personal, async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    return c.json({ items: await listSessions(c.var.db, viewer.id, sessionId, c.var.clock()), nextCursor: null })
  })
  .delete('/', personal, async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    return c.json({ ended: await endOtherSessions(c.var.db, viewer.id, sessionId, doing(c).actor) })
  })
  .delete('/:handle', personal, async (c) => {
    await endSession(c.var.db, ownVisit(c).viewer.id, c.req.param('handle'), doing(c).actor)
    return c.body(null, 204)
  })
