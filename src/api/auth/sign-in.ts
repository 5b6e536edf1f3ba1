import type { Context } from 'hono'
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
import { endSession, recordSignOut } from '#src/domain/accounts/end-sessions.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { turnForSignIn } from '../known-caller.ts'
import { limitedFailures } from '../limited-failures.ts'
import { isBearer } from '../origin-check.ts'
import { routes, withViewer } from '../routes.ts'
import { answerSignIn, callerOf, closeOwn, contextOf, dropOwnPending, noStore, setCookies } from './parts.ts'

type SignInBody = { in: { json: SignInInput }; out: { json: SignInInput } }

const limited = limitedFailures<SignInBody>('signIn', {
  place: (c) => turnForSignIn(c, c.req.valid('json').email),
})

/** Coming in, going out, and who is there. */
export const signInRoutes = routes('public')
  .post('/sign-in', noStore, accept(signInInput), limited, async (c) =>
    c.json(await answerSignIn(c, await signIn(c.var.db, c.req.valid('json'), callerOf(c)))),
  )
  .post('/sign-out', noStore, withViewer, async (c) => {
    const { visit, db } = c.var
    if (visit && isBearer(c.req.raw)) await endSession(db, visit.viewer.id, visit.handle, contextOf(c).actor)
    else await signOutHere(c)
    const told: MessageAnswer = { message: ACCOUNT_SENTENCE.signedOut }
    return c.json(told)
  })
  .get('/session', noStore, withViewer, async (c) => {
    const { viewer, db, clock, env } = c.var
    const token = viewer ? null : readPendingToken(c.req.raw.headers, env.siteUrl)
    const pending = token === null ? null : await readPending(db, token, clock())
    const answer: SessionAnswer = pending ? { viewer, pending: pending.pending } : { viewer }
    return c.json(answer)
  })

/** Ends what the cookies name, and the cookies. */
async function signOutHere(c: Context<ApiEnv>): Promise<void> {
  const { viewer, db, env } = c.var
  await closeOwn(c)
  await dropOwnPending(c)
  if (viewer) await recordSignOut(db, viewer.id, contextOf(c).actor)
  setCookies(c, blankCookies(env.siteUrl))
}
