import { reauthenticate } from '#src/auth/factors/reauthenticate.ts'
import { FACTOR_SENTENCE, reauthenticateInput } from '#src/contract/factor.ts'
import { accept } from '../accept.ts'
import { limitedFailures, WRONG_IN_FIELD } from '../limited-failures.ts'
import { routes } from '../routes.ts'
import { ownVisit, requireCookie } from './own-visit.ts'
import { callerOf, noStore, openedSession } from './parts.ts'

/** Showing by password again who is there, before something dangerous. */
export const reauthenticateRoutes = routes('signedIn').post(
  '/',
  noStore,
  accept(reauthenticateInput),
  limitedFailures('signIn', { wrong: WRONG_IN_FIELD }),
  async (c) => {
    const visit = ownVisit(c)
    requireCookie(visit)
    const token = await reauthenticate(c.var.db, visit, c.req.valid('json').password, callerOf(c))
    return c.json(await openedSession(c, token, FACTOR_SENTENCE.shown))
  },
)
