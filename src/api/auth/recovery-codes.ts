import { makeRecoveryCodes, signInByRecoveryCode } from '#src/auth/factors/recovery.ts'
import { FACTOR_SENTENCE, type RecoveryCodesAnswer, recoveryCodeInput } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { accept } from '../accept.ts'
import { limitedFailures, WRONG_IN_FIELD } from '../limited-failures.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { factorTurn, ownPending } from './factor-caller.ts'
import { ownVisit } from './own-visit.ts'
import { answerSignIn, callerOf, contextOf, noStore } from './parts.ts'

/** New recovery codes, for who has a second factor and has just shown it. */
export const recoveryCodeRoutes = routes('signedIn').post('/', noStore, requireRecentAuth, async (c) => {
  const { viewer } = ownVisit(c)
  if (viewer.aal < 2) throw new Failure('forbidden', FACTOR_SENTENCE.factorFirst)
  const answer: RecoveryCodesAnswer = { codes: await makeRecoveryCodes(c.var.db, viewer.id, contextOf(c)) }
  return c.json(answer)
})

/** Ending a sign-in with one, where the factor is lost. */
export const recoverySignInRoutes = routes('public').post(
  '/verify',
  noStore,
  accept(recoveryCodeInput),
  limitedFailures('verifyToken', { place: factorTurn, wrong: WRONG_IN_FIELD }),
  async (c) => {
    const [pending, caller] = [await ownPending(c), callerOf(c)]
    const { code } = c.req.valid('json')
    const token = await signInByRecoveryCode(c.var.db, pending, code, { context: contextOf(c), caller })
    return c.json(await answerSignIn(c, { token }))
  },
)
