import type { JwksAnswer } from '#src/contract/access-token.ts'
import { limitedReads } from './limits.ts'
import { routes } from './routes.ts'

/**
 * With what anybody can check our access tokens. Any site's page may read it, and cookies count for nothing. Before the first
 * token there is no key, and nobody keeps that: the next token must be good everywhere. (product 7, security SE7, CS5)
 */
export const jwksRoutes = routes('public').get('/jwks.json', limitedReads('publicApi'), async (c) => {
  const { keyring, clock, retryRead } = c.var
  const answer: JwksAnswer = { keys: await retryRead(() => keyring.published(clock())) }
  c.header('Cache-Control', answer.keys.length > 0 ? 'public, max-age=600' : 'no-store')
  c.header('Access-Control-Allow-Origin', '*')
  return c.json(answer)
})
