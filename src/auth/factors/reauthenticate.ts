import type { Db } from '#db/client.ts'
import { emailKey } from '#src/contract/email.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { acceptSignIn } from '#src/domain/accounts/accept-sign-in.ts'
import { readCredentials } from '#src/domain/accounts/person.ts'
import { readPendingFactors } from '#src/domain/factors/list-factors.ts'
import { recordAttempt } from '#src/domain/security/attempts.ts'
import { isLocked, noteFailure } from '#src/domain/security/lock.ts'
import type { Caller } from '../complete-sign-in.ts'
import { turnOfKnown } from '../hash-queue.ts'
import { verifyPassword } from '../passwords.ts'
import { renewSession } from '../sessions.ts'
import type { Visit } from '../visit.ts'

/**
 * Authenticates the viewer again by password; returns the session's new token. Throws `forbidden` if a second factor is
 * required, and `invalid` for a wrong password, which counts like one at sign-in, and for any while the account is
 * locked. (security RL2, SE3)
 */
export async function reauthenticate(db: Db, { viewer, sessionId }: Visit, password: string, caller: Caller) {
  const { now } = caller
  if (await readPendingFactors(db, viewer.id)) throw new Failure('forbidden', FACTOR_SENTENCE.useFactor)
  const credentials = await readCredentials(db, emailKey(viewer.email), now)
  const verifiedHash = credentials?.passwordHash ?? null
  const isRight = await verifyPassword(verifiedHash, password, turnOfKnown(viewer.id))
  if (credentials && !isLocked(credentials, now) && isRight && verifiedHash !== null) {
    const token = await db.transaction(async (tx) => {
      if (!(await acceptSignIn(tx, viewer.id, { verifiedHash, freshHash: undefined, now }))) return undefined
      return renewSession(tx, sessionId, { aal: 1, now })
    })
    if (token !== undefined) return token
  }
  await refuse(db, viewer.id, caller)
  throw new Failure('invalid', FACTOR_SENTENCE.wrongPassword, { field: 'password' })
}

async function refuse(db: Db, userId: string, { address, userAgent, now }: Caller): Promise<void> {
  await noteFailure(db, userId, now)
  const attempt = { address, attemptType: 'reauthenticate', userId, isSuccess: false, reason: 'wrong password' }
  await recordAttempt(db, { ...attempt, userAgent, now })
}
