import type { Context } from 'hono'
import { askForReset, setPassword, unlockCodes } from '#src/auth/reset.ts'
import { blankCookies } from '#src/auth/session-cookie.ts'
import { ACCOUNT_SENTENCE, type MessageAnswer, resetInput, resetRequestInput } from '#src/contract/account.ts'
import type { ResetContext } from '#src/domain/accounts/reset-password.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { limitedFailures } from '../limits.ts'
import { makeContext, noStore } from '../request.ts'
import { routes } from '../routes.ts'
import { limitAttempts, noteAttempt, setCookies, strictLevel } from './session-answer.ts'

const SENT: MessageAnswer = { title: 'Check your email', message: ACCOUNT_SENTENCE.resetSent }

/**
 * Requesting and using a reset link, and using the link that ends a lock on codes. A request is answered alike for every
 * address. (security AN4)
 */
export const passwordResetRoutes = routes('public')
  .post('/password-reset', noStore, limitAttempts('password_reset'), accept(resetRequestInput), async (c) => {
    const { email } = c.req.valid('json')
    await askForReset(c.var.db, email, resetContext(c))
    await noteAttempt(c, 'password_reset', email)
    return c.json(SENT, 202)
  })
  .post('/password-reset/confirm', noStore, accept(resetInput), limitedFailures('verifyToken'), async (c) => {
    const { token, password } = c.req.valid('json')
    await setPassword(c.var.db, token, password, resetContext(c))
    return signedOut(c, ACCOUNT_SENTENCE.passwordSet)
  })
  .post('/code-lock/end', noStore, accept(resetInput), limitedFailures('verifyToken'), async (c) => {
    const { token, password } = c.req.valid('json')
    await unlockCodes(c.var.db, token, password, resetContext(c))
    return signedOut(c, ACCOUNT_SENTENCE.lockEnded)
  })

function resetContext(c: Context<ApiEnv>): ResetContext {
  return { ...makeContext(c), siteLevel: strictLevel(c) }
}

/** Every session of the account has ended, including this browser's. */
function signedOut(c: Context<ApiEnv>, message: string) {
  setCookies(c, blankCookies(c.var.env.siteUrl))
  const answer: MessageAnswer = { message }
  return c.json(answer)
}
