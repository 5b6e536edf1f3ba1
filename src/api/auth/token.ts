import { issueToken } from '#src/auth/access-token.ts'
import { routes } from '../routes.ts'
import { ownVisit, requireCookie } from './own-visit.ts'
import { noStore } from './parts.ts'

/** An access token for the session of the cookie. A token does not get another one: it ends with its 15 minutes. */
export const tokenRoutes = routes('signedIn').post('/token', noStore, async (c) => {
  const { keyring, env, clock } = c.var
  const visit = ownVisit(c)
  requireCookie(visit)
  return c.json(await issueToken(visit, { keyring, siteUrl: env.siteUrl, now: clock() }))
})
