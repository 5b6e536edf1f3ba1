import { changePassword } from '#src/auth/change-password.ts'
import { sessionCookies } from '#src/auth/session-cookie.ts'
import { ACCOUNT_SENTENCE, changePasswordInput, type MessageAnswer } from '#src/contract/account.ts'
import { accept } from '../accept.ts'
import { limitedActions } from '../limits.ts'
import { LONGEST_FRESH_AGE, requireAuthWithin } from '../policy.ts'
import { routes } from '../routes.ts'
import { ownVisit, requireCookie } from './own-visit.ts'
import { contextOf, noStore, setCookies } from './parts.ts'

/** Another password for one's own account. This browser goes on in a new session, every other one is signed out. (security SE3) */
export const passwordRoutes = routes('signedIn').post(
  '/',
  noStore,
  limitedActions('passwordChange'),
  accept(changePasswordInput),
  async (c) => {
    const { db, clock, env } = c.var
    const visit = ownVisit(c)
    requireCookie(visit)
    const { viewer, authenticatedAt } = visit
    const requireFresh = () => requireAuthWithin(visit, clock(), LONGEST_FRESH_AGE)
    const userAgent = c.req.header('User-Agent')
    const changer = { userId: viewer.id, aal: viewer.aal, authenticatedAt, userAgent, requireFresh }
    const token = await changePassword(db, changer, c.req.valid('json'), contextOf(c))
    setCookies(c, sessionCookies(token, env.siteUrl))
    const told: MessageAnswer = { message: ACCOUNT_SENTENCE.passwordChanged }
    return c.json(told)
  },
)
