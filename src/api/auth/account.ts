import { askForEmailChange } from '#src/auth/change-email.ts'
import { changePassword } from '#src/auth/change-password.ts'
import { blankCookies, sessionCookies } from '#src/auth/session-cookie.ts'
import {
  ACCOUNT_SENTENCE,
  changeEmailInput,
  changePasswordInput,
  confirmEmailInput,
  type MessageAnswer,
  profileInput,
} from '#src/contract/account.ts'
import { confirmEmailChange } from '#src/domain/accounts/change-email.ts'
import { endOtherSessions, endSession, listSessions } from '#src/domain/accounts/end-sessions.ts'
import { deleteAccount, readAccount, updateProfile } from '#src/domain/accounts/own-account.ts'
import { accept } from '../accept.ts'
import { limitedActions, limitedFailures } from '../limits.ts'
import { LONGEST_FRESH_AGE, requireAuthWithin } from '../policy.ts'
import { makeContext, noStore, ownVisit, requireCookie } from '../request.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { setCookies } from './session-answer.ts'

/** Reading, changing and deleting one's own account. */
export const accountRoutes = routes('signedIn')
  .get('/', noStore, async (c) => c.json(await readAccount(c.var.db, ownVisit(c).viewer, c.var.clock())))
  .patch('/', noStore, accept(profileInput), limitedActions('profileChange'), async (c) => {
    await updateProfile(c.var.db, ownVisit(c).viewer.id, c.req.valid('json'), makeContext(c))
    const answer: MessageAnswer = { message: ACCOUNT_SENTENCE.profileSaved }
    return c.json(answer)
  })
  .delete('/', noStore, requireRecentAuth, async (c) => {
    await deleteAccount(c.var.db, ownVisit(c).viewer.id, makeContext(c))
    setCookies(c, blankCookies(c.var.env.siteUrl))
    const answer: MessageAnswer = { message: ACCOUNT_SENTENCE.accountDeleted }
    return c.json(answer)
  })

/** Changes the person's password. This browser gets a new session, and all others are signed out. (security SE3) */
export const passwordRoutes = routes('signedIn').post(
  '/',
  noStore,
  limitedActions('passwordChange'),
  accept(changePasswordInput),
  async (c) => {
    const { db, clock, env } = c.var
    const visit = ownVisit(c)
    requireCookie(visit)
    const { viewer, sessionId, authenticatedAt } = visit
    const requireFresh = () => requireAuthWithin(visit, clock(), LONGEST_FRESH_AGE)
    const userAgent = c.req.header('User-Agent')
    const changer = { userId: viewer.id, sessionId, aal: viewer.aal, authenticatedAt, userAgent, requireFresh }
    const token = await changePassword(db, changer, c.req.valid('json'), makeContext(c))
    setCookies(c, sessionCookies(token, env.siteUrl))
    const answer: MessageAnswer = { message: ACCOUNT_SENTENCE.passwordChanged }
    return c.json(answer)
  },
)

const SENT: MessageAnswer = { title: 'Check your email', message: ACCOUNT_SENTENCE.emailChangeSent }

/** Requests another email address. The answer is the same whether or not it has an account. (security AN3) */
export const emailRoutes = routes('signedIn').post(
  '/',
  noStore,
  requireRecentAuth,
  limitedActions('emailChange'),
  accept(changeEmailInput),
  async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    const { email } = c.req.valid('json')
    await askForEmailChange(c.var.db, { userId: viewer.id, sessionId, email }, makeContext(c))
    return c.json(SENT, 202)
  },
)

/** Confirms the new address with the link from its mailbox, in any browser. */
export const emailConfirmRoutes = routes('public').post(
  '/confirm',
  noStore,
  accept(confirmEmailInput),
  limitedFailures('verifyToken'),
  async (c) => {
    await confirmEmailChange(c.var.db, c.req.valid('json').token, makeContext(c))
    const answer: MessageAnswer = { message: ACCOUNT_SENTENCE.emailChanged }
    return c.json(answer)
  },
)

/** Lists and ends the person's own sessions, never those of others. (security AZ3) */
export const sessionRoutes = routes('signedIn')
  .get('/', noStore, async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    return c.json({ items: await listSessions(c.var.db, viewer.id, sessionId, c.var.clock()), nextCursor: null })
  })
  .delete('/', noStore, async (c) => {
    const { viewer, sessionId } = ownVisit(c)
    return c.json({ ended: await endOtherSessions(c.var.db, viewer.id, sessionId, makeContext(c).actor) })
  })
  .delete('/:handle', noStore, async (c) => {
    await endSession(c.var.db, ownVisit(c).viewer.id, c.req.param('handle'), makeContext(c).actor)
    return c.body(null, 204)
  })
