import type { Context, MiddlewareHandler } from 'hono'
import {
  type EmergencyRequest,
  emergencyCount,
  emergencyRequest,
  isSiteName,
  NEEDS_FACTOR,
  WRONG_NAME,
} from '#src/contract/emergency.ts'
import { Failure } from '#src/contract/failure.ts'
import { countEmergency, performEmergency, readEmergency } from '#src/domain/emergency/emergency.ts'
import type { EmergencyContext } from '#src/domain/emergency/emergency-action.ts'
import { accept, acceptQuery } from '../accept.ts'
import { renewOwnSession } from '../auth/session-answer.ts'
import type { ApiEnv } from '../context.ts'
import { makeContext, noStore, ownVisit, requireCookie } from '../request.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { forgetLevel } from '../site-level.ts'

/** A password may be what was stolen. A session of level 2 that is recent has shown a second factor recently. (security AZ6) */
const requireSecondFactor: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (ownVisit(c).viewer.aal < 2) throw new Failure('forbidden', NEEDS_FACTOR)
  await next()
}

/** What owners can do on a bad day: how it is now, what an action would do, and doing it or a drill of it. (decision 0051) */
export const emergencyRoutes = routes('owner')
  .get('/', noStore, async (c) => c.json(await readEmergency(c.var.db, emergencyContext(c))))
  .get('/count', noStore, acceptQuery(emergencyCount), async (c) =>
    c.json(await countEmergency(c.var.db, c.req.valid('query').action, emergencyContext(c))),
  )
  .post('/', requireRecentAuth, requireSecondFactor, noStore, accept(emergencyRequest), async (c) => {
    requireCookie(ownVisit(c))
    const request = c.req.valid('json')
    requireName(request, c.var.env.siteName)
    const done = await performEmergency(c.var.db, request, emergencyContext(c))
    if (request.action.kind === 'level') forgetLevel(c.var.db)
    if (endsOwnSessions(request)) await renewOwnSession(c)
    return c.json(done)
  })

function emergencyContext(c: Context<ApiEnv>): EmergencyContext {
  return { ...makeContext(c), ...c.var.emergencyMeans, keepSessionId: c.var.visit?.sessionId ?? null }
}

/** Whether the other sessions of the owner who acts are among those that ended. */
function endsOwnSessions({ action, isDrill }: EmergencyRequest): boolean {
  return !isDrill && action.kind === 'sessions' && typeof action.people === 'string'
}

/** The second of the two steps: what is typed must be the site's name. */
function requireName({ confirmation }: EmergencyRequest, siteName: string): void {
  if (!isSiteName(confirmation, siteName)) throw new Failure('invalid', WRONG_NAME, { field: 'confirmation' })
}
