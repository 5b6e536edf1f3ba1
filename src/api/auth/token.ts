import { issueToken } from '#src/auth/access-token.ts'
import type { JwksAnswer } from '#src/contract/access-token.ts'
import { limitedReads } from '../limits.ts'
import { noStore, ownVisit, requireCookie } from '../request.ts'
import { routes } from '../routes.ts'

/** An access token for the session of the cookie. A token cannot be exchanged for another one: it expires after 15 minutes. */
export const tokenRoutes = routes('signedIn').post('/token', noStore, async (c) => {
  const { keyring, env, clock } = c.var
  const visit = ownVisit(c)
  requireCookie(visit)
  return c.json(await issueToken(visit, { keyring, siteUrl: env.siteUrl, now: clock() }))
})

/**
 * The public keys of our access tokens. Any site's page may read them, and cookies are ignored. Before the first token
 * there is no key, and that answer is not cached, because the next token must be valid everywhere. (product 7, security
 * SE7, CS5)
 */
export const jwksRoutes = routes('public').get('/jwks.json', limitedReads('publicApi'), async (c) => {
  const { keyring, clock, retryRead } = c.var
  const answer: JwksAnswer = { keys: await retryRead(() => keyring.published(clock())) }
  c.header('Cache-Control', answer.keys.length > 0 ? 'public, max-age=600' : 'no-store')
  c.header('Access-Control-Allow-Origin', '*')
  return c.json(answer)
})
