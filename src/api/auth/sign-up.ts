import { confirmRegistration, signUp } from '#src/auth/sign-up.ts'
import { ACCOUNT_SENTENCE, confirmRegistrationInput, signUpInput, type Told } from '#src/contract/account.ts'
import { accept } from '../accept.ts'
import { limitedFailures } from '../limited-failures.ts'
import { routes } from '../routes.ts'
import { doing, guarded, noteAttempt, personal } from './parts.ts'

const SUBMITTED: Told = { title: 'Registration Submitted', message: ACCOUNT_SENTENCE.submitted }

/** Registering, and confirming the address with the link from the mail. Known addresses are answered like new ones. (security AN3) */
export const signUpRoutes = routes('public')
  .post('/sign-up', personal, guarded('signup'), accept(signUpInput), async (c) => {
    const input = c.req.valid('json')
    await signUp(c.var.db, input, doing(c))
    await noteAttempt(c, 'signup', input.email)
    return c.json(SUBMITTED, 202)
  })
  .post('/confirm-email', personal, accept(confirmRegistrationInput), limitedFailures('verifyToken'), async (c) => {
    await confirmRegistration(c.var.db, c.req.valid('json'), doing(c))
    const told: Told = { message: ACCOUNT_SENTENCE.confirmed }
    return c.json(told)
  })
