import { shownCookie } from '#src/auth/session-cookie.ts'
import { closeSession, openSession } from '#src/auth/sessions.ts'
import type { CheckContext, CheckedRoute } from '#src/domain/checks/check.ts'
import { runtime } from './runtime.ts'

/** Defined when functions are packed, which have not all the code that declares routes; not defined in the source. */
declare const ALL_ROUTES: readonly CheckedRoute[]

type ReadRoutes = () => Promise<readonly CheckedRoute[]>

const packed: ReadRoutes = async () => (typeof ALL_ROUTES === 'undefined' ? [] : ALL_ROUTES)

let readRoutes = packed

/** For the local server, which has all the code. */
export function provideRoutes(read: ReadRoutes): void {
  readRoutes = read
}

/** What checks of the live site need of other rooms: the routes, and a session of an account that a check makes for itself. */
export async function checkMeans(): Promise<Pick<CheckContext, 'routes' | 'openSession'>> {
  const { db, clock, siteUrl } = runtime()
  return {
    routes: await readRoutes(),
    openSession: async (userId) => {
      const token = await openSession(db, { userId, device: 'Security test' }, clock())
      return { cookie: shownCookie(token, siteUrl), endSession: () => closeSession(db, token, clock()) }
    },
  }
}
