import { signUp } from '#src/auth/sign-up.ts'
import { ACCOUNT_SENTENCE, confirmEmailInput, signUpInput, type Told } from '#src/contract/account.ts'
import { confirmEmail } from '#src/domain/accounts/account.ts'
import { accept } from '../accept.ts'
import { limitedActions } from '../limits.ts'
import { routes } from '../routes.ts'
import { doing, guarded, noteAttempt, personal } from './parts.ts'

const SUBMITTED: Told = { title: 'Registration Submitted', message: ACCOUNT_SENTENCE.submitted }

/** Registering, and the click on the link that confirms the address. Known addresses are answered like new ones. (security AN3) */
export const signUpRoutes = routes('public')
  .post('/sign-up', personal, guarded('signup'), accept(signUpInput), async (c) => {
    const input = c.req.valid('json')
    await signUp(c.var.db, input, doing(c))
    await noteAttempt(c, 'signup', input.email)
    return c.json(SUBMITTED, 202)
  })
  .post('/confirm-email', personal, limitedActions('verifyToken'), accept(confirmEmailInput), async (c) => {
    await confirmEmail(c.var.db, c.req.valid('json').token, doing(c))
    const told: Told = { message: ACCOUNT_SENTENCE.confirmed }
    return c.json(told)
  })
