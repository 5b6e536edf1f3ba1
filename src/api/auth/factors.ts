import type { Context } from 'hono'
import { answerChallenge } from '#src/auth/factors/answer-challenge.ts'
import { challengeFactor } from '#src/auth/factors/challenge-factor.ts'
import { enroll } from '#src/auth/factors/enroll.ts'
import { type FactorCaller, finish } from '#src/auth/factors/finish.ts'
import { reauthenticate } from '#src/auth/factors/reauthenticate.ts'
import { makeRecoveryCodes, signInByRecoveryCode } from '#src/auth/factors/recovery.ts'
import { type QueueTurn, turnOfKnown } from '#src/auth/hash-queue.ts'
import { type OpenPending, readPending } from '#src/auth/pending-sign-in.ts'
import { readPendingToken } from '#src/auth/session-cookie.ts'
import {
  enrollFactorInput,
  FACTOR_SENTENCE,
  type RecoveryCodesAnswer,
  reauthenticateInput,
  recoveryCodeInput,
  verifyFactorInput,
} from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { maySignIn } from '#src/contract/site-mode.ts'
import { removeFactor } from '#src/domain/factors/change-factors.ts'
import { type Factor, listFactors, readOwnFactor } from '#src/domain/factors/list-factors.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { ownTurn } from '../known-caller.ts'
import { limitedActions, limitedFailures, WRONG_IN_FIELD } from '../limits.ts'
import { LONGEST_FRESH_AGE, requireAuthWithin } from '../policy.ts'
import { makeContext, noStore, ownVisit, requireCookie } from '../request.ts'
import { requireRecentAuth, routes, withViewer } from '../routes.ts'
import { SENTENCE } from '../sentences.ts'
import { answerSignIn, dropOwnPending, openedSession, readCaller, strictLevel } from './session-answer.ts'

/** The person's own second factors. (product 7) */
export const factorRoutes = routes('signedIn')
  .get('/', noStore, async (c) =>
    c.json({ items: await listFactors(c.var.db, ownVisit(c).viewer.id), nextCursor: null }),
  )
  .post('/', noStore, requireRecentAuth, accept(enrollFactorInput), async (c) =>
    c.json(await enroll(c.var.db, ownVisit(c).viewer, c.req.valid('json'), makeContext(c)), 201),
  )
  .delete('/:factorId', noStore, requireRecentAuth, async (c) => {
    await removeFactor(c.var.db, ownVisit(c).viewer.id, c.req.param('factorId'), makeContext(c))
    return c.body(null, 204)
  })

/** Challenges are counted separately from answers, because each wrong answer may need another challenge. */
const limitedAsking = limitedActions('verifyToken', async (c) => `asking ${(await factorTurn(c)).whose}`)
const limitedAnswers = limitedFailures('verifyToken', { place: factorTurn, wrong: WRONG_IN_FIELD })

/**
 * Challenges and answers: for signed-in people, and for sign-ins that wait for a second factor. Each route reads its
 * caller. (security SE9)
 */
export const factorChallengeRoutes = routes('public')
  .post('/:factorId/challenge', noStore, withViewer, limitedAsking, async (c) => {
    const caller = await readFactorCaller(c)
    const factor = await readFactor(c, caller, c.req.param('factorId'))
    const { site, now } = makeContext(c)
    return c.json(await challengeFactor(c.var.db, factor, { site, email: caller.email, now }))
  })
  .post('/:factorId/verify', noStore, withViewer, accept(verifyFactorInput), limitedAnswers, async (c) => {
    const caller = await readFactorCaller(c)
    const factor = await readFactor(c, caller, c.req.param('factorId'))
    const { token, message } = await answerChallenge(c.var.db, factor, c.req.valid('json'), {
      context: makeContext(c),
      caller: readCaller(c),
      admit: (tx, verified) => finish(tx, verified, caller, readCaller(c)),
    })
    await dropOwnPending(c)
    return c.json(await openedSession(c, token, message))
  })

/** The person's own factor: a verified one, or, shortly after confirming their identity, one that is being enrolled. */
async function readFactor(c: Context<ApiEnv>, caller: FactorCaller, factorId: string): Promise<Factor> {
  const factor = await readOwnFactor(c.var.db, caller.userId, factorId)
  if (factor.status === 'verified') return factor
  if (!('visit' in caller)) throw new Failure('not_found', FACTOR_SENTENCE.noFactor)
  requireAuthWithin(caller.visit, c.var.clock(), LONGEST_FRESH_AGE)
  return factor
}

/** New recovery codes, for a person who has just used their second factor. */
export const recoveryCodeRoutes = routes('signedIn').post('/', noStore, requireRecentAuth, async (c) => {
  const { viewer } = ownVisit(c)
  if (viewer.aal < 2) throw new Failure('forbidden', FACTOR_SENTENCE.factorFirst)
  const answer: RecoveryCodesAnswer = { codes: await makeRecoveryCodes(c.var.db, viewer.id, makeContext(c)) }
  return c.json(answer)
})

/** Completes a sign-in with a recovery code, if the factor is lost. */
export const recoverySignInRoutes = routes('public').post(
  '/verify',
  noStore,
  accept(recoveryCodeInput),
  limitedFailures('verifyToken', { place: factorTurn, wrong: WRONG_IN_FIELD }),
  async (c) => {
    const [pending, caller] = [await ownPending(c), readCaller(c)]
    const { code } = c.req.valid('json')
    const token = await signInByRecoveryCode(c.var.db, pending, code, { context: makeContext(c), caller })
    return c.json(await answerSignIn(c, { token }))
  },
)

/** Confirms the person's identity by password before a sensitive action. */
export const reauthenticateRoutes = routes('signedIn').post(
  '/',
  noStore,
  accept(reauthenticateInput),
  limitedFailures('signIn', { wrong: WRONG_IN_FIELD }),
  async (c) => {
    const visit = ownVisit(c)
    requireCookie(visit)
    const token = await reauthenticate(c.var.db, visit, c.req.valid('json').password, readCaller(c))
    return c.json(await openedSession(c, token, FACTOR_SENTENCE.shown))
  },
)

/** The person who answers a challenge. Use it after `withViewer`. Throws `unauthenticated` for anonymous callers. */
async function readFactorCaller(c: Context<ApiEnv>): Promise<FactorCaller> {
  const { visit } = c.var
  if (visit) {
    requireCookie(visit)
    return { userId: visit.viewer.id, email: visit.viewer.email, visit }
  }
  const pending = await ownPending(c)
  return { userId: pending.userId, email: pending.email, pending }
}

/**
 * The sign-in of this request that waits for its second factor. Throws `unauthenticated` where there is none, and for
 * somebody who may not sign in while the site is closed.
 */
async function ownPending(c: Context<ApiEnv>): Promise<OpenPending> {
  const pending = await getPending(c)
  if (!pending || !maySignIn(strictLevel(c), pending.roles)) throw new Failure('unauthenticated', SENTENCE.signIn)
  return pending
}

/**
 * Who the attempts at a second factor count for. Each pending sign-in has its own count, so that neither a room behind
 * one address nor an attacker who knows the password uses up the owner's. Goes after `withViewer`.
 */
async function factorTurn(c: Context<ApiEnv>): Promise<QueueTurn> {
  const pending = c.var.visit ? null : await getPending(c)
  return pending ? turnOfKnown(`pending ${pending.id}`) : ownTurn(c)
}

const found = new WeakMap<Request, Promise<OpenPending | null>>()

function getPending(c: Context<ApiEnv>): Promise<OpenPending | null> {
  const { db, clock, env } = c.var
  const token = readPendingToken(c.req.raw.headers, env.siteUrl)
  if (token === null) return Promise.resolve(null)
  const pending = found.get(c.req.raw) ?? readPending(db, token, clock())
  found.set(c.req.raw, pending)
  return pending
}
