import { blankCookies } from '#src/auth/session-cookie.ts'
import { ACCOUNT_SENTENCE, profileInput, type Told } from '#src/contract/account.ts'
import { deleteAccount, readAccount, updateProfile } from '#src/domain/accounts/account.ts'
import { accept } from '../accept.ts'
import { limitedActions } from '../limits.ts'
import { freshly, routes } from '../routes.ts'
import { ownVisit } from './own-visit.ts'
import { doing, personal, setCookies } from './parts.ts'

/** One's own account: to see, to change and to leave. */
export const accountRoutes = routes('signedIn')
  .get('/', personal, async (c) => c.json(await readAccount(c.var.db, ownVisit(c).viewer, c.var.clock())))
  .patch('/', personal, accept(profileInput), limitedActions('profileChange'), async (c) => {
    await updateProfile(c.var.db, ownVisit(c).viewer.id, c.req.valid('json'), doing(c))
    const told: Told = { message: ACCOUNT_SENTENCE.profileSaved }
    return c.json(told)
  })
  .delete('/', personal, freshly, async (c) => {
    await deleteAccount(c.var.db, ownVisit(c).viewer.id, doing(c))
    setCookies(c, blankCookies(c.var.env.siteUrl))
    const told: Told = { message: ACCOUNT_SENTENCE.accountDeleted }
    return c.json(told)
  })
