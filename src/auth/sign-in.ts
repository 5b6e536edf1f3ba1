import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { ACCOUNT_SENTENCE, type SignInInput } from '#src/contract/account.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { acceptSignIn, type Credentials, readCredentials } from '#src/domain/accounts/account.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { deviceLabel, isLocked, noteFailure, recordAttempt } from '#src/domain/security/security.ts'
import { hashPassword, isWeaker, verifyPassword } from './passwords.ts'
import { openSession } from './sessions.ts'

/** Where a sign-in comes from. */
export type Caller = { address: string; requestId: string; userAgent: string | undefined; now: Instant }

type Verdict =
  | { credentials: Credentials; verifiedHash: string }
  | { refused: string; credentials?: Credentials | undefined }

/**
 * Signs somebody in by password and tells the new session's token. Whatever is wrong — address, password, an address that
 * is not confirmed, a ban, a lock — throws the same `unauthenticated` at the same cost. (security AN2)
 */
export async function signIn(db: Db, input: SignInInput, caller: Caller): Promise<string> {
  const verdict = await judge(db, input, caller.now)
  const token = 'refused' in verdict ? undefined : await admit(db, verdict, input, caller)
  if (token !== undefined) return token
  await refuse(db, verdict, input, caller)
  throw new Failure('unauthenticated', ACCOUNT_SENTENCE.signInFailed)
}

/** Hashes once whatever there is to compare with. */
async function judge(db: Db, { email, password }: SignInInput, now: Instant): Promise<Verdict> {
  const address = normalizeEmail(email) ?? ''
  const credentials = await readCredentials(db, emailKey(address), now)
  const verifiedHash = credentials?.passwordHash ?? null
  const isRight = await verifyPassword(verifiedHash, password)
  if (!credentials) return { refused: 'unknown address' }
  if (isLocked(credentials, now)) return { refused: 'locked', credentials }
  if (!isRight || verifiedHash === null) return { refused: 'wrong password', credentials }
  if (credentials.emailConfirmedAt === null) return { refused: 'unconfirmed address', credentials }
  if (credentials.isBanned) return { refused: 'banned', credentials }
  return { credentials, verifiedHash }
}

/** Undefined if the password was changed while this one was being checked. */
async function admit(
  db: Db,
  { credentials: { id: userId }, verifiedHash }: { credentials: Credentials; verifiedHash: string },
  { email, password }: SignInInput,
  { address, requestId, userAgent, now }: Caller,
): Promise<string | undefined> {
  const freshHash = isWeaker(verifiedHash) ? await hashPassword(password) : undefined
  return db.transaction(async (tx) => {
    if (!(await acceptSignIn(tx, userId, { verifiedHash, freshHash }))) return undefined
    const device = deviceLabel(userAgent)
    const token = await openSession(tx, { userId, device }, now)
    await recordAttempt(tx, { address, attemptType: 'signin', email, userId, isSuccess: true, userAgent, now })
    const entry = { action: 'session.open', subjectType: 'account', subjectId: userId, after: { device } }
    await recordAudit(tx, { id: userId, address, requestId }, entry)
    return token
  })
}

/** The same statements for everybody; where there is no account, on nobody's. */
async function refuse(db: Db, verdict: Verdict, { email }: SignInInput, caller: Caller): Promise<void> {
  const { address, userAgent, now } = caller
  const reason = 'refused' in verdict ? verdict.refused : 'password changed meanwhile'
  const userId = verdict.credentials?.id
  const counts = reason === 'wrong password' && userId !== undefined ? userId : randomUUID()
  await db.transaction(async (tx) => {
    await noteFailure(tx, counts, now)
    await recordAttempt(tx, { address, attemptType: 'signin', email, userId, isSuccess: false, reason, userAgent, now })
  })
}
