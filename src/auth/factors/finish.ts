import type { Db } from '#db/client.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { endSessions } from '#src/domain/accounts/end-sessions.ts'
import { readPerson } from '#src/domain/accounts/person.ts'
import type { Factor } from '#src/domain/factors/list-factors.ts'
import { type Caller, openFor } from '../complete-sign-in.ts'
import { endPending, type OpenPending } from '../pending-sign-in.ts'
import { renewSession, sessionId } from '../sessions.ts'
import type { Visit } from '../visit.ts'

/** The person who answers a challenge: signed in, or with a sign-in that waits for the second factor. */
export type FactorCaller = { userId: string; email: string } & ({ visit: Visit } | { pending: OpenPending })

/** A session's token and the message for its owner. */
type Finished = { token: string; message: string }

/**
 * What a right answer does: completes a pending sign-in, or renews the session at level 2. With a new factor, every
 * other session ends. Throws `unauthenticated` if the sign-in or session has ended. (security SE3, SE5, SE9)
 */
export async function finish(tx: Db, factor: Factor, asker: FactorCaller, caller: Caller): Promise<Finished> {
  const { userId, factorType: method } = factor
  if ('pending' in asker) {
    if (!(await endPending(tx, asker.pending.id)) || !(await readPerson(tx, userId, caller.now))) throw over()
    const token = await openFor(tx, { userId, email: asker.email, method, aal: 2 }, caller)
    return { token, message: ACCOUNT_SENTENCE.signedIn }
  }
  const token = await renewSession(tx, asker.visit.sessionId, { aal: 2, now: caller.now })
  if (token === undefined) throw over()
  if (factor.status === 'verified') return { token, message: FACTOR_SENTENCE.shown }
  await endSessions(tx, userId, sessionId(token))
  return { token, message: FACTOR_SENTENCE.added }
}

function over(): Failure {
  return new Failure('unauthenticated', FACTOR_SENTENCE.challengeOver)
}
