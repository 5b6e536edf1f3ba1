import type { Context, MiddlewareHandler } from 'hono'
import type { Caller, SignInResult } from '#src/auth/complete-sign-in.ts'
import { turnOfStranger } from '#src/auth/hash-queue.ts'
import { rememberDevice } from '#src/auth/known-device.ts'
import { dropPending } from '#src/auth/pending-sign-in.ts'
import {
  blankCookies,
  blankPendingCookie,
  deviceCookie,
  pendingCookie,
  readDeviceToken,
  readPendingToken,
  readToken,
  sessionCookies,
} from '#src/auth/session-cookie.ts'
import { closeSession, readSession, renewSession } from '#src/auth/sessions.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import type { SignInAnswer } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { AttemptType } from '#src/contract/security-check.ts'
import type { SiteLevel } from '#src/contract/site-mode.ts'
import { recordAttempt, recordRefusal } from '#src/domain/security/attempts.ts'
import { requirePassed, securityCheck } from '#src/domain/security/security-check.ts'
import type { ApiEnv } from '../context.ts'
import { isKnownCaller } from '../known-caller.ts'

/**
 * The check that sign-up and asking for a reset begin with: each attempt counts, whatever its result. A refusal is recorded
 * once a minute. (product 5, security RL3)
 */
export function limitAttempts(attemptType: Exclude<AttemptType, 'signin'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { db, address, clock, log, requestId } = c.var
    const now = clock()
    const onFault = (fault: unknown) => log.error('limits counted in memory', { requestId }, fault)
    const check = await securityCheck(db, { address, attemptType, isTrusted: () => isKnownCaller(c), now, onFault })
    if (!check.allowed) {
      const reason = check.banned ? 'banned' : 'rate limited'
      const userAgent = c.req.header('User-Agent')
      await recordRefusal(db, { address, attemptType, reason, userAgent, now }).catch(onFault)
    }
    requirePassed(check)
    await next()
  }
}

/** Records a successful attempt for the security page. */
export async function noteAttempt(c: Context<ApiEnv>, attemptType: AttemptType, email: string): Promise<void> {
  const { db, address, clock } = c.var
  const userAgent = c.req.header('User-Agent')
  await recordAttempt(db, { address, attemptType, email, isSuccess: true, userAgent, now: clock() })
}

/** How far the site is closed; if that could not be read, as far as it can be. */
export function strictLevel({ var: { siteLevel } }: Context<ApiEnv>): SiteLevel {
  return siteLevel ?? 3
}

/** Where a sign-in by this request comes from. */
export function readCaller(c: Context<ApiEnv>): Caller {
  const { address, requestId, env, clock, place = turnOfStranger(address) } = c.var
  const siteLevel = strictLevel(c)
  return { address, requestId, userAgent: c.req.header('User-Agent'), place, site: env, siteLevel, now: clock() }
}

/**
 * Turns a sign-in result into cookies and the answer for the browser. Ends the session or pending sign-in that the
 * request came with, because the cookie is about to be replaced. (security SE3, SE9)
 */
export async function answerSignIn(c: Context<ApiEnv>, admission: SignInResult): Promise<SignInAnswer> {
  const { env } = c.var
  const had = await closeOwn(c)
  if ('token' in admission) {
    await dropOwnPending(c)
    return openedSession(c, admission.token, ACCOUNT_SENTENCE.signedIn)
  }
  const old = readPendingToken(c.req.raw.headers, env.siteUrl)
  if (old !== null) await dropPending(c.var.db, old)
  if (had) setCookies(c, blankCookies(env.siteUrl))
  setCookies(c, [pendingCookie(admission.pendingToken, env.siteUrl)])
  return { pending: admission.pending }
}

/** Sets the cookies of a new session and of the device, and returns the viewer. */
export async function openedSession(c: Context<ApiEnv>, token: string, message: string): Promise<SignInAnswer> {
  const { db, clock, env } = c.var
  const session = await readSession(db, token, clock())
  if (!session) throw new Failure('unauthenticated', ACCOUNT_SENTENCE.signInFailed)
  setCookies(c, sessionCookies(token, env.siteUrl))
  await noteDevice(c, session.viewer.id)
  return { message, viewer: session.viewer }
}

/**
 * Gives the session of this request a new id and cookie: for the one that is left when all others end. It was last
 * confirmed when it was before. A session that is over stays so.
 */
export async function renewOwnSession(c: Context<ApiEnv>): Promise<void> {
  const { db, clock, env, visit } = c.var
  if (!visit) return
  const { viewer, authenticatedAt, sessionId } = visit
  const token = await renewSession(db, sessionId, { aal: viewer.aal, now: clock(), authenticatedAt })
  if (token === undefined) return
  setCookies(c, sessionCookies(token, env.siteUrl))
  await noteDevice(c, viewer.id)
}

/** Makes this device a known one. If that fails, the sign-in still succeeds. */
async function noteDevice(c: Context<ApiEnv>, userId: string): Promise<void> {
  const { db, clock, env, log, requestId } = c.var
  const token = readDeviceToken(c.req.raw.headers, env.siteUrl)
  try {
    setCookies(c, [deviceCookie(await rememberDevice(db, { userId, token }, clock()), env.siteUrl)])
  } catch (fault) {
    log.error('device not remembered', { requestId }, fault)
  }
}

/** Ends the session this request came with; true if it named one. */
export async function closeOwn(c: Context<ApiEnv>): Promise<boolean> {
  const { db, clock, env } = c.var
  const token = readToken(c.req.raw.headers, env.siteUrl)
  if (token !== null) await closeSession(db, token, clock())
  return token !== null
}

/** Ends the pending sign-in this request came with, if any. */
export async function dropOwnPending(c: Context<ApiEnv>): Promise<void> {
  const { db, env } = c.var
  const token = readPendingToken(c.req.raw.headers, env.siteUrl)
  if (token === null) return
  await dropPending(db, token)
  setCookies(c, [blankPendingCookie(env.siteUrl)])
}

export function setCookies(c: Context<ApiEnv>, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}
