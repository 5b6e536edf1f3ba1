import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { ACCOUNT_SENTENCE, type SignInInput } from '#src/contract/account.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import { maySignIn } from '#src/contract/site-mode.ts'
import { acceptSignIn } from '#src/domain/accounts/accept-sign-in.ts'
import { type Credentials, readCredentials } from '#src/domain/accounts/person.ts'
import { recordAttempt } from '#src/domain/security/attempts.ts'
import { isLocked, noteFailure } from '#src/domain/security/lock.ts'
import { type Caller, completeSignIn, type SignInResult } from './complete-sign-in.ts'
import { hashPassword, isWeaker, verifyPassword } from './passwords.ts'

export type { Caller } from './complete-sign-in.ts'

type PasswordResult =
  | { credentials: Credentials; verifiedHash: string }
  | { refused: string; credentials?: Credentials | undefined }

/**
 * Signs a person in by password: a session, or a second factor is required. Every failure — address, password,
 * unconfirmed address, ban, lock, a site closed to them — throws the same `unauthenticated` at the same cost. (security AN2)
 */
export async function signIn(db: Db, input: SignInInput, caller: Caller): Promise<SignInResult> {
  const result = await checkCredentials(db, input, caller)
  const admission = 'refused' in result ? undefined : await admit(db, result, input, caller)
  if (admission !== undefined) return admission
  await refuse(db, result, input, caller)
  throw new Failure('unauthenticated', ACCOUNT_SENTENCE.signInFailed)
}

/** Hashes exactly once, whether or not there is a hash to compare with. */
async function checkCredentials(
  db: Db,
  { email, password }: SignInInput,
  { place, siteLevel, now }: Caller,
): Promise<PasswordResult> {
  const address = normalizeEmail(email) ?? ''
  const credentials = await readCredentials(db, emailKey(address), now)
  const verifiedHash = credentials?.passwordHash ?? null
  const isRight = await verifyPassword(verifiedHash, password, place)
  if (!credentials) return { refused: 'unknown address' }
  // It has no password yet: the one typed at the registration is stored with its link.
  if (credentials.emailConfirmedAt === null) return { refused: 'unconfirmed address', credentials }
  if (isLocked(credentials, now)) return { refused: 'locked', credentials }
  if (!isRight || verifiedHash === null) return { refused: 'wrong password', credentials }
  if (credentials.isBanned) return { refused: 'banned', credentials }
  if (!maySignIn(siteLevel, credentials.roles)) return { refused: 'site closed', credentials }
  return { credentials, verifiedHash }
}

/** Undefined if the password was changed, or the account locked, while this one was being checked. */
async function admit(
  db: Db,
  { credentials: { id: userId, email }, verifiedHash }: { credentials: Credentials; verifiedHash: string },
  { password }: SignInInput,
  caller: Caller,
): Promise<SignInResult | undefined> {
  const freshHash = isWeaker(verifiedHash) ? await hashPassword(password, caller.place) : undefined
  return db.transaction(async (tx) => {
    if (!(await acceptSignIn(tx, userId, { verifiedHash, freshHash, now: caller.now }))) return undefined
    return completeSignIn(tx, { userId, email, method: 'password' }, caller)
  })
}

/** The same statements in every case; without an account, on a row that does not exist. */
async function refuse(db: Db, result: PasswordResult, { email }: SignInInput, caller: Caller): Promise<void> {
  const { address, userAgent, now } = caller
  const reason = 'refused' in result ? result.refused : 'changed or locked during the sign-in'
  const userId = result.credentials?.id
  const counts = reason === 'wrong password' && userId !== undefined ? userId : randomUUID()
  await db.transaction(async (tx) => {
    await noteFailure(tx, counts, now)
    await recordAttempt(tx, { address, attemptType: 'signin', email, userId, isSuccess: false, reason, userAgent, now })
  })
}
