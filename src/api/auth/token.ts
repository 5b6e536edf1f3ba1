import { issueToken } from '#src/auth/access-token.ts'
import { TOKEN_SENTENCE } from '#src/contract/access-token.ts'
import { Failure } from '#src/contract/failure.ts'
import { isBearer } from '../origin-check.ts'
import { routes } from '../routes.ts'
import { SENTENCE } from '../sentences.ts'
import { personal } from './parts.ts'

/** An access token for the session of the cookie. A token does not get another one: it ends with its 15 minutes. */
export const tokenRoutes = routes('signedIn').post('/token', personal, async (c) => {
  const { visit, keyring, env, clock } = c.var
  if (!visit) throw new Failure('unauthenticated', SENTENCE.signIn)
  if (isBearer(c.req.raw)) throw new Failure('unauthenticated', TOKEN_SENTENCE.cookieOnly)
  return c.json(await issueToken(visit, { keyring, siteUrl: env.siteUrl, now: clock() }))
})
