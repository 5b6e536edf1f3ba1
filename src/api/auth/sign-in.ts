import type { Context } from 'hono'
import { challengePasskey, signInByPasskey } from '#src/auth/factors/passkey-sign-in.ts'
import { readPending } from '#src/auth/pending-sign-in.ts'
import { blankCookies, readPendingToken } from '#src/auth/session-cookie.ts'
import { signIn } from '#src/auth/sign-in.ts'
import {
  ACCOUNT_SENTENCE,
  type MessageAnswer,
  type SessionAnswer,
  type SignInInput,
  signInInput,
} from '#src/contract/account.ts'
import { passkeySignInInput } from '#src/contract/factor.ts'
import { endSession, recordSignOut } from '#src/domain/accounts/end-sessions.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { turnForSignIn } from '../known-caller.ts'
import { limitedActions, limitedFailures } from '../limits.ts'
import { isBearer } from '../origin-check.ts'
import { makeContext, noStore } from '../request.ts'
import { routes, withViewer } from '../routes.ts'
import { answerSignIn, closeOwn, dropOwnPending, readCaller, setCookies } from './session-answer.ts'

type SignInBody = { in: { json: SignInInput }; out: { json: SignInInput } }

const limited = limitedFailures<SignInBody>('signIn', {
  place: (c) => turnForSignIn(c, c.req.valid('json').email),
})

/** Signing in, signing out, and the current session. */
export const signInRoutes = routes('public')
  .post('/sign-in', noStore, accept(signInInput), limited, async (c) =>
    c.json(await answerSignIn(c, await signIn(c.var.db, c.req.valid('json'), readCaller(c)))),
  )
  .post('/sign-out', noStore, withViewer, async (c) => {
    const { visit, db } = c.var
    if (visit && isBearer(c.req.raw)) await endSession(db, visit.viewer.id, visit.handle, makeContext(c).actor)
    else await signOutHere(c)
    const answer: MessageAnswer = { message: ACCOUNT_SENTENCE.signedOut }
    return c.json(answer)
  })
  .get('/session', noStore, withViewer, async (c) => {
    const { viewer, db, clock, env } = c.var
    const token = viewer ? null : readPendingToken(c.req.raw.headers, env.siteUrl)
    const pending = token === null ? null : await readPending(db, token, clock())
    const answer: SessionAnswer = pending ? { viewer, pending: pending.pending } : { viewer }
    return c.json(answer)
  })

/** Ends the sessions that the cookies name, and deletes the cookies. */
async function signOutHere(c: Context<ApiEnv>): Promise<void> {
  const { viewer, db, env } = c.var
  await closeOwn(c)
  await dropOwnPending(c)
  if (viewer) await recordSignOut(db, viewer.id, makeContext(c).actor)
  setCookies(c, blankCookies(env.siteUrl))
}

/**
 * Signing in by passkey, without a password. A challenge is not counted as an attempt: a page requests one as soon as it is open, so
 * that the browser can offer the passkey in the field for the address.
 */
export const passkeyRoutes = routes('public')
  .post('/challenge', noStore, limitedActions('passkeyAsk'), async (c) => {
    const { site, now } = makeContext(c)
    return c.json(await challengePasskey(c.var.db, site, now))
  })
  .post('/verify', noStore, accept(passkeySignInInput), limitedFailures('signIn'), async (c) => {
    const token = await signInByPasskey(c.var.db, c.req.valid('json'), readCaller(c))
    return c.json(await answerSignIn(c, { token }))
  })
