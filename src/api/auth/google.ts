import type { Context } from 'hono'
import { attemptCookie, newAttempt } from '#src/auth/google/attempt.ts'
import { authorizationUrl } from '#src/auth/google/authorization.ts'
import type { Visit } from '#src/auth/visit.ts'
import { ACCOUNT_SENTENCE, type MessageAnswer, type ProvidersAnswer } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import { unlinkGoogle } from '#src/domain/accounts/link-google.ts'
import type { ApiEnv } from '../context.ts'
import { isWithin, limitedReads } from '../limits.ts'
import { isFromOwnPage } from '../origin-check.ts'
import { LONGEST_FRESH_AGE, requireAuthWithin } from '../policy.ts'
import { answerOf, send } from '../public-cache.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { SENTENCE } from '../sentences.ts'
import { handleGoogleCallback } from './google-callback.ts'
import { contextOf, noStore, setCookies } from './parts.ts'

/** Whether there is a button, and the way to Google and back. These are pages to a browser: they answer with redirects. */
export const googleRoutes = routes('public')
  .get('/providers', limitedReads('publicApi'), (c) => {
    const answer: ProvidersAnswer = { google: c.var.env.google !== undefined }
    return send<ProvidersAnswer>(c, answerOf(answer))
  })
  .get('/google', noStore, async (c) => c.redirect(await leave(c), 303))
  .get('/google/callback', noStore, async (c) => c.redirect(await handleGoogleCallback(c), 303))

/** Taking Google's key away again. */
export const googleLinkRoutes = routes('signedIn').delete('/google', noStore, requireRecentAuth, async (c) => {
  const { viewer, db } = c.var
  if (!viewer) throw new Failure('unauthenticated', SENTENCE.signIn)
  await unlinkGoogle(db, viewer.id, contextOf(c))
  const told: MessageAnswer = { message: ACCOUNT_SENTENCE.googleUnlinked }
  return c.json(told)
})

/** Where to, on the way out: Google, or the page that says why not. Writes nothing but a cookie. */
async function leave(c: Context<ApiEnv>): Promise<string> {
  const { env, clock, log, requestId, readVisit } = c.var
  const isLink = c.req.query('link') === '1'
  const page = isLink ? '/account' : '/auth'
  if (!isWithin(c, 'publicApi')) return `${page}#too-many-attempts`
  try {
    if (!env.google) throw new Error('Google sign-in is not set up')
    if (isLink && !isFromOwnPage(c.req.raw, env.siteUrl)) return '/account'
    const visit = isLink ? await readVisit(c.req.raw) : null
    if (isLink && !visit) return '/auth'
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

/** Linking opens a new way into an account: asked of who has just shown who they are. */
function isFresh(visit: Visit, now: number): boolean {
  try {
    requireAuthWithin(visit, now, LONGEST_FRESH_AGE)
    return true
  } catch {
    return false
  }
}
