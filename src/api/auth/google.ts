import { hash } from 'node:crypto'
import type { Context } from 'hono'
import {
  type Attempt,
  attemptCookie,
  blankAttemptCookie,
  hasAttempt,
  isSameSecret,
  newAttempt,
  readAttempt,
} from '#src/auth/google/attempt.ts'
import { authorizationUrl } from '#src/auth/google/authorization.ts'
import { GoogleRefusal } from '#src/auth/google/provider.ts'
import { identify, isAnswerTo, signInWithGoogle } from '#src/auth/google/sign-in.ts'
import type { Visit } from '#src/auth/visit.ts'
import { ACCOUNT_SENTENCE, type MessageAnswer, type ProvidersAnswer } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import { mayWrite } from '#src/contract/site-mode.ts'
import { type GooglePerson, linkGoogle, unlinkGoogle } from '#src/domain/accounts/google-account.ts'
import { recordAttempt } from '#src/domain/security/attempts.ts'
import type { Hold } from '#src/domain/security/hold-attempt.ts'
import type { Limit } from '#src/domain/security/limits.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import type { ApiEnv } from '../context.ts'
import { ownTurn } from '../known-caller.ts'
import { beginLimited, isWithin, limitedReads } from '../limits.ts'
import { isFromOwnPage } from '../origin-check.ts'
import { LONGEST_FRESH_AGE, requireAuthWithin } from '../policy.ts'
import { getAnswer, send } from '../public-cache.ts'
import { makeContext, noStore } from '../request.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { SENTENCE } from '../sentences.ts'
import { answerSignIn, readCaller, setCookies, strictLevel } from './session-answer.ts'

/** The attempt's cookie is deleted when the browser returns; a copy of it is already used. */
const ONCE = {
  name: 'google-state',
  what: 'answers to one sign-in',
  windows: [{ most: 1, seconds: 600 }],
} as const satisfies Limit

/** Whether Google is offered, and the redirects to Google and back. Browsers open these as pages, so they answer with redirects. */
export const googleRoutes = routes('public')
  .get('/providers', limitedReads('publicApi'), (c) => {
    const answer: ProvidersAnswer = { google: c.var.env.google !== undefined }
    return send<ProvidersAnswer>(c, getAnswer(answer))
  })
  .get('/google', noStore, async (c) => c.redirect(await leave(c), 303))
  .get('/google/callback', noStore, async (c) => c.redirect(await handleGoogleCallback(c), 303))

/** Unlinks the Google account. */
export const googleLinkRoutes = routes('signedIn').delete('/google', noStore, requireRecentAuth, async (c) => {
  const { viewer, db } = c.var
  if (!viewer) throw new Failure('unauthenticated', SENTENCE.signIn)
  await unlinkGoogle(db, viewer.id, makeContext(c))
  const answer: MessageAnswer = { message: ACCOUNT_SENTENCE.googleUnlinked }
  return c.json(answer)
})

/** Where the browser goes: to Google, or to the page that says why not. Writes only a cookie. */
async function leave(c: Context<ApiEnv>): Promise<string> {
  const { env, clock, log, requestId, readVisit } = c.var
  const isLink = c.req.query('link') === '1'
  const page = isLink ? '/account' : '/auth'
  if (!isWithin(c, 'publicApi')) return `${page}#too-many-attempts`
  // No page of this site leads here.
  if (!env.google) return `${page}#google-failed`
  try {
    if (isLink && !isFromOwnPage(c.req.raw, env.siteUrl)) return '/account'
    const visit = isLink ? await readVisit(c.req.raw) : null
    if (isLink && !visit) return '/auth'
    if (visit && !mayWrite(strictLevel(c), visit.viewer.roles)) return '/account#google-failed'
    if (visit && !isFresh(visit, clock())) return '/account#step-up'
    const attempt = newAttempt(clock(), visit?.handle ?? null)
    const address = await authorizationUrl(env.google, attempt, { siteUrl: env.siteUrl, now: clock() })
    setCookies(c, [attemptCookie(attempt, env.siteUrl)])
    return address
  } catch (fault) {
    log.warn('google sign-in not begun', { requestId }, fault)
    return `${page}#google-failed`
  }
}

/** Linking adds a new way into an account, so it requires a recent authentication. */
function isFresh(visit: Visit, now: number): boolean {
  try {
    requireAuthWithin(visit, now, LONGEST_FRESH_AGE)
    return true
  } catch {
    return false
  }
}

/**
 * Ends an attempt: where the browser goes next, with the cookies set. The one GET that changes something, and only for
 * the browser that began it a moment ago: without its cookie nothing is written. The target is never free: `/forum`,
 * `/auth` or `/account`. (security AN10, CS3, P-11, decision 0018)
 */
async function handleGoogleCallback(c: Context<ApiEnv>): Promise<string> {
  const { env, log, requestId, clock } = c.var
  const { headers } = c.req.raw
  const answer = new URL(c.req.url).searchParams
  const attempt = readAttempt(headers, env.siteUrl, clock())
  if (hasAttempt(headers, env.siteUrl)) setCookies(c, [blankAttemptCookie(env.siteUrl)])
  if (!attempt || !isAnswerTo(attempt, answer)) {
    // Anybody can open this address, and our own checks do so each day: no warning.
    log.info('google sign-in refused', { requestId, reason: 'not an answer to a try of this browser' })
    return '/auth#google-failed'
  }
  let hold: Hold | undefined
  try {
    hold = await beginLimited(c, 'signIn', await ownTurn(c))
    await spend(c, attempt)
    if (!env.google) throw new GoogleRefusal('not set up')
    const person = await identify(env.google, { attempt, answer }, { siteUrl: env.siteUrl, now: clock() })
    const page = attempt.linkTo === null ? await enter(c, person) : await link(c, person, attempt.linkTo)
    await hold.settle(false)
    return page
  } catch (fault) {
    await hold?.settle(fault instanceof GoogleRefusal && !fault.mayLink)
    return turnAway(c, attempt, fault)
  }
}

async function enter(c: Context<ApiEnv>, person: GooglePerson): Promise<string> {
  const admission = await signInWithGoogle(c.var.db, person, { context: makeContext(c), caller: readCaller(c) })
  const answer = await answerSignIn(c, admission)
  return 'pending' in answer ? '/auth#second-factor' : '/forum'
}

/** Links the account for the session that started it, and only while that session is valid. */
async function link(c: Context<ApiEnv>, { subject }: GooglePerson, handle: string): Promise<string> {
  const visit = await c.var.readVisit(c.req.raw)
  if (!visit || !isSameSecret(handle, visit.handle)) throw new GoogleRefusal('the session that asked is over')
  if (!mayWrite(strictLevel(c), visit.viewer.roles)) throw new GoogleRefusal('site closed')
  await linkGoogle(c.var.db, visit.viewer.id, subject, makeContext(c))
  return '/account#google-linked'
}

async function spend(c: Context<ApiEnv>, { state }: Attempt): Promise<void> {
  const { db, clock, log, requestId } = c.var
  const onFault = (fault: unknown) => log.error('limits counted in memory', { requestId }, fault)
  try {
    await takeAttempt(db, hash('sha256', state), ONCE, clock(), onFault)
  } catch (cause) {
    throw new GoogleRefusal('used before', { cause })
  }
}

/** Records the reason in the log and on the security page, and tells the browser little. */
async function turnAway(c: Context<ApiEnv>, { linkTo }: Attempt, fault: unknown): Promise<string> {
  const { log, requestId } = c.var
  const page = linkTo === null ? '/auth' : '/account'
  if (fault instanceof Failure && fault.kind === 'forbidden') return `${page}#access-denied`
  if (fault instanceof Failure && fault.kind === 'rate_limited') return `${page}#too-many-attempts`
  if (fault instanceof Failure && fault.kind === 'conflict')
    return fault.field === 'google' ? '/account#google-taken' : '/account#google-failed'
  if (!(fault instanceof GoogleRefusal)) {
    log.error('google sign-in failed', { requestId }, fault)
    return `${page}#google-failed`
  }
  log.warn('google sign-in refused', { requestId, reason: fault.reason }, fault.cause)
  await noteRefused(c, fault)
  return fault.mayLink ? '/auth#google-link' : `${page}#google-failed`
}

async function noteRefused(c: Context<ApiEnv>, { reason, email }: GoogleRefusal): Promise<void> {
  const { db, log, requestId } = c.var
  const { address, userAgent, now } = readCaller(c)
  const attempt = { address, attemptType: 'google', email, isSuccess: false, reason, userAgent, now }
  await recordAttempt(db, attempt).catch((fault: unknown) => log.error('attempt not recorded', { requestId }, fault))
}
