import { blankCookies } from '#src/auth/session-cookie.ts'
import { ACCOUNT_SENTENCE, type MessageAnswer, profileInput } from '#src/contract/account.ts'
import { deleteAccount, readAccount, updateProfile } from '#src/domain/accounts/own-account.ts'
import { accept } from '../accept.ts'
import { limitedActions } from '../limits.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { ownVisit } from './own-visit.ts'
import { contextOf, noStore, setCookies } from './parts.ts'

/** One's own account: to see, to change and to leave. */
export const accountRoutes = routes('signedIn')
  .get('/', noStore, async (c) => c.json(await readAccount(c.var.db, ownVisit(c).viewer, c.var.clock())))
  .patch('/', noStore, accept(profileInput), limitedActions('profileChange'), async (c) => {
    await updateProfile(c.var.db, ownVisit(c).viewer.id, c.req.valid('json'), contextOf(c))
    const told: MessageAnswer = { message: ACCOUNT_SENTENCE.profileSaved }
    return c.json(told)
  })
  .delete('/', noStore, requireRecentAuth, async (c) => {
    await deleteAccount(c.var.db, ownVisit(c).viewer.id, contextOf(c))
    setCookies(c, blankCookies(c.var.env.siteUrl))
    const told: MessageAnswer = { message: ACCOUNT_SENTENCE.accountDeleted }
    return c.json(told)
  })
