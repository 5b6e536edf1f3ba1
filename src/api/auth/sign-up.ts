import { confirmRegistration, signUp } from '#src/auth/sign-up.ts'
import { ACCOUNT_SENTENCE, confirmRegistrationInput, type MessageAnswer, signUpInput } from '#src/contract/account.ts'
import { accept } from '../accept.ts'
import { limitedFailures } from '../limits.ts'
import { makeContext, noStore } from '../request.ts'
import { routes } from '../routes.ts'
import { limitAttempts, noteAttempt } from './session-answer.ts'

const SUBMITTED: MessageAnswer = { title: 'Registration Submitted', message: ACCOUNT_SENTENCE.submitted }

/** Registering, and confirming the address with the link from the email. Known addresses are answered like new ones. (security AN3) */
export const signUpRoutes = routes('public')
  .post('/sign-up', noStore, limitAttempts('signup'), accept(signUpInput), async (c) => {
    const input = c.req.valid('json')
    await signUp(c.var.db, input, makeContext(c))
    await noteAttempt(c, 'signup', input.email)
    return c.json(SUBMITTED, 202)
  })
  .post('/confirm-email', noStore, accept(confirmRegistrationInput), limitedFailures('verifyToken'), async (c) => {
    await confirmRegistration(c.var.db, c.req.valid('json'), makeContext(c))
    const answer: MessageAnswer = { message: ACCOUNT_SENTENCE.confirmed }
    return c.json(answer)
  })
