import { challengePasskey, signInByPasskey } from '#src/auth/factors/passkey-sign-in.ts'
import { passkeySignInInput } from '#src/contract/factor.ts'
import { accept } from '../accept.ts'
import { limitedFailures } from '../limited-failures.ts'
import { limitedActions } from '../limits.ts'
import { routes } from '../routes.ts'
import { answerSignIn, callerOf, contextOf, noStore } from './parts.ts'

/**
 * Signing in by passkey, without a password. Asking is not counted as an attempt: a page asks as soon as it is open, so that
 * the browser can offer the passkey in the field for the address.
 */
export const passkeyRoutes = routes('public')
  .post('/challenge', noStore, limitedActions('passkeyAsk'), async (c) => {
    const { site, now } = contextOf(c)
    return c.json(await challengePasskey(c.var.db, site, now))
  })
  .post('/verify', noStore, accept(passkeySignInInput), limitedFailures('signIn'), async (c) => {
    const token = await signInByPasskey(c.var.db, c.req.valid('json'), callerOf(c))
    return c.json(await answerSignIn(c, { token }))
  })
