import type { Context } from 'hono'
import { readPending } from '#src/auth/pending-sign-in.ts'
import { blankCookies, readPendingToken } from '#src/auth/session-cookie.ts'
import { signIn } from '#src/auth/sign-in.ts'
import {
  ACCOUNT_SENTENCE,
  type SessionAnswer,
  type SignInInput,
  signInInput,
  type Told,
} from '#src/contract/account.ts'
import { endSession, recordSignOut } from '#src/domain/accounts/account.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { placeForSignIn } from '../known-caller.ts'
import { limitedFailures } from '../limited-failures.ts'
import { isBearer } from '../origin-check.ts'
import { routes, withViewer } from '../routes.ts'
import { answerAdmission, callerOf, closeOwn, doing, dropOwnPending, personal, setCookies } from './parts.ts'

type SignInBody = { in: { json: SignInInput }; out: { json: SignInInput } }

const limited = limitedFailures<SignInBody>('signIn', {
  place: (c) => placeForSignIn(c, c.req.valid('json').email),
})

/** Coming in, going out, and who is there. */
export const signInRoutes = routes('public')
  .post('/sign-in', personal, accept(signInInput), limited, async (c) =>
    c.json(await answerAdmission(c, await signIn(c.var.db, c.req.valid('json'), callerOf(c)))),
  )
  .post('/sign-out', personal, withViewer, async (c) => {
    const { visit, db } = c.var
    if (visit && isBearer(c.req.raw)) await endSession(db, visit.viewer.id, visit.handle, doing(c).actor)
    else await signOutHere(c)
    const told: Told = { message: ACCOUNT_SENTENCE.signedOut }
    return c.json(told)
  })
  .get('/session', personal, withViewer, async (c) => {
    const { viewer, db, clock, env } = c.var
    const token = viewer ? null : readPendingToken(c.req.raw.headers, env.siteUrl)
    const owed = token === null ? null : await readPending(db, token, clock())
    const answer: SessionAnswer = owed ? { viewer, pending: owed.pending } : { viewer }
    return c.json(answer)
  })

/** Ends what the cookies name, and the cookies. */
async function signOutHere(c: Context<ApiEnv>): Promise<void> {
  const { viewer, db, env } = c.var
  await closeOwn(c)
  await dropOwnPending(c)
  if (viewer) await recordSignOut(db, viewer.id, doing(c).actor)
  setCookies(c, blankCookies(env.siteUrl))
}
