import { askForEmailChange } from '#src/auth/change-email.ts'
import { ACCOUNT_SENTENCE, changeEmailInput, confirmEmailInput, type MessageAnswer } from '#src/contract/account.ts'
import { confirmEmailChange } from '#src/domain/accounts/change-email.ts'
import { accept } from '../accept.ts'
import { limitedFailures } from '../limited-failures.ts'
import { limitedActions } from '../limits.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { ownVisit } from './own-visit.ts'
import { contextOf, noStore } from './parts.ts'

const SENT: MessageAnswer = { title: 'Check your email', message: ACCOUNT_SENTENCE.emailChangeSent }

/** Asking for another address. Answered alike whether or not it is somebody's. (security AN3) */
export const emailRoutes = routes('signedIn').post(
  '/',
  noStore,
  requireRecentAuth,
  limitedActions('emailChange'),
  accept(changeEmailInput),
  async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    const { email } = c.req.valid('json')
    await askForEmailChange(c.var.db, { userId: viewer.id, sessionId, email }, contextOf(c))
    return c.json(SENT, 202)
  },
)

/** The click on the link in the new mailbox, in whatever browser it opens. */
export const emailConfirmRoutes = routes('public').post(
  '/confirm',
  noStore,
  accept(confirmEmailInput),
  limitedFailures('verifyToken'),
  async (c) => {
    await confirmEmailChange(c.var.db, c.req.valid('json').token, contextOf(c))
    const told: MessageAnswer = { message: ACCOUNT_SENTENCE.emailChanged }
    return c.json(told)
  },
)
