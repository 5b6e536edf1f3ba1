import type { Context } from 'hono'
import { readToken } from '#src/auth/session-cookie.ts'
import { sessionId } from '#src/auth/sessions.ts'
import { Failure } from '#src/contract/failure.ts'
import { endOtherSessions, endSession, listSessions } from '#src/domain/accounts/account.ts'
import type { ApiEnv } from '../context.ts'
import { routes } from '../routes.ts'
import { SENTENCE } from '../sentences.ts'
import { doing, personal } from './parts.ts'

/** Where one is signed in: to see, and to end. Nobody else's sessions are ever touched. (security AZ3) */
export const sessionRoutes = routes('signedIn')
  .get('/', personal, async (c) => {
    const { id, currentId } = own(c)
    return c.json({ items: await listSessions(c.var.db, id, currentId, c.var.clock()), nextCursor: null })
  })
  .delete('/', personal, async (c) => {
    const { id, currentId } = own(c)
    return c.json({ ended: await endOtherSessions(c.var.db, id, currentId, doing(c).actor) })
  })
  .delete('/:handle', personal, async (c) => {
    await endSession(c.var.db, own(c).id, c.req.param('handle'), doing(c).actor)
    return c.body(null, 204)
  })

function own(c: Context<ApiEnv>): { id: string; currentId: string | null } {
  const { viewer, env } = c.var
  if (!viewer) throw new Failure('unauthenticated', SENTENCE.signIn)
  const token = readToken(c.req.raw.headers, env.siteUrl)
  return { id: viewer.id, currentId: token === null ? null : sessionId(token) }
}
