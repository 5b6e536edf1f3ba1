import type { Context, MiddlewareHandler } from 'hono'
import type { Admission, Caller } from '#src/auth/complete-sign-in.ts'
import { dropPending } from '#src/auth/pending-sign-in.ts'
import {
  blankCookies,
  blankPendingCookie,
  pendingCookie,
  readPendingToken,
  readToken,
  sessionCookies,
} from '#src/auth/session-cookie.ts'
import { closeSession, readSession } from '#src/auth/sessions.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import type { SignInAnswer } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { AttemptType } from '#src/contract/security-check.ts'
import type { Doing } from '#src/domain/accounts/account.ts'
import { recordAttempt, recordRefusal, requirePassed, securityCheck } from '#src/domain/security/security.ts'
import type { ApiEnv } from '../context.ts'

/** What a write of this request is done for, by whom and when. */
export function doing(c: Context<ApiEnv>): Doing {
  const { address, requestId, viewer, env, clock } = c.var
  return { actor: { id: viewer?.id ?? 'anonymous', address, requestId }, site: env, now: clock() }
}

/** Says of an answer that it depends on who asks, so that nobody else ever gets it. (security SE10) */
export const personal: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
  if (!c.res.headers.get('Vary')?.includes('Cookie')) c.res.headers.append('Vary', 'Cookie')
}

/**
 * The check that sign-up, sign-in and reset begin with. A refusal is written down, once a minute. Who comes with an admin's
 * session is limited, but not banned by it: only a request that carries a session costs the look. (spec 5, security RL7)
 */
export function guarded(attemptType: AttemptType): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { db, address, clock, log, requestId, readVisit } = c.var
    const now = clock()
    const onFault = (fault: unknown) => log.error('limits counted in memory', { requestId }, fault)
    const visit = await readVisit(c.req.raw).catch(() => null)
    const isAdmin = visit?.viewer.isAdmin ?? false
    const check = await securityCheck(db, { address, attemptType, isAdmin, now, onFault })
    if (!check.allowed) {
      const reason = check.banned ? 'banned' : 'rate limited'
      const userAgent = c.req.header('User-Agent')
      await recordRefusal(db, { address, attemptType, reason, userAgent, now }).catch(onFault)
    }
    requirePassed(check)
    await next()
  }
}

/** Writes down an attempt that went through, for the security page. */
export async function noteAttempt(c: Context<ApiEnv>, attemptType: AttemptType, email: string): Promise<void> {
  const { db, address, clock } = c.var
  const userAgent = c.req.header('User-Agent')
  await recordAttempt(db, { address, attemptType, email, isSuccess: true, userAgent, now: clock() })
}

/** Where a sign-in by this request comes from. */
export function callerOf(c: Context<ApiEnv>): Caller {
  const { address, requestId, env, clock } = c.var
  return { address, requestId, userAgent: c.req.header('User-Agent'), site: env, now: clock() }
}

/**
 * Turns an admission into cookies and what the browser is told. The session or pending sign-in the request came with ends:
 * the cookie is about to hold another one, or none. (security SE3, SE9)
 */
export async function answerAdmission(c: Context<ApiEnv>, admission: Admission): Promise<SignInAnswer> {
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

/** Sets the cookies of a session that was just opened and says whose it is. */
export async function openedSession(c: Context<ApiEnv>, token: string, message: string): Promise<SignInAnswer> {
  const { db, clock, env } = c.var
  const session = await readSession(db, token, clock())
  if (!session) throw new Failure('unauthenticated', ACCOUNT_SENTENCE.signInFailed)
  setCookies(c, sessionCookies(token, env.siteUrl))
  return { message, viewer: session.viewer }
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
