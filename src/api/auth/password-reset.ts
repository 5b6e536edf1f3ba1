import { askForReset, setPassword } from '#src/auth/reset.ts'
import { blankCookies } from '#src/auth/session-cookie.ts'
import { ACCOUNT_SENTENCE, resetInput, resetRequestInput, type Told } from '#src/contract/account.ts'
import { accept } from '../accept.ts'
import { limitedActions } from '../limits.ts'
import { routes } from '../routes.ts'
import { doing, guarded, noteAttempt, personal } from './parts.ts'

const SENT: Told = { title: 'Check your email', message: ACCOUNT_SENTENCE.resetSent }

/** Asking for a reset link, and using it. Asking is answered alike for every address. (security AN4) */
export const passwordResetRoutes = routes('public')
  .post('/password-reset', personal, guarded('password_reset'), accept(resetRequestInput), async (c) => {
    const { email } = c.req.valid('json')
    await askForReset(c.var.db, email, doing(c))
    await noteAttempt(c, 'password_reset', email)
    return c.json(SENT, 202)
  })
  .post('/password-reset/confirm', personal, limitedActions('verifyToken'), accept(resetInput), async (c) => {
    const { token, password } = c.req.valid('json')
    await setPassword(c.var.db, token, password, doing(c))
    for (const cookie of blankCookies(c.var.env.siteUrl)) c.header('Set-Cookie', cookie, { append: true })
    const told: Told = { message: ACCOUNT_SENTENCE.passwordSet }
    return c.json(told)
  })
