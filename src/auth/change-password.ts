import type { Db } from '#db/client.ts'
import { ACCOUNT_SENTENCE, type ChangePasswordInput } from '#src/contract/account.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { leastPasswordLength } from '#src/contract/password.ts'
import { type PasswordHolder, readPasswordHolder, replacePassword } from '#src/domain/accounts/change-password.ts'
import type { PasswordOwner } from '#src/domain/accounts/person.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { deviceLabel, recordAttempt } from '#src/domain/security/attempts.ts'
import { isLocked, noteFailure } from '#src/domain/security/lock.ts'
import { turnOfKnown } from './hash-queue.ts'
import { isCommonPassword, type PasswordContext } from './password-blocklist.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { openSession } from './sessions.ts'

/**
 * The owner of the password, their session, when they last authenticated in it (`authenticatedAt`), and by what.
 * `requireFresh` throws if that was too long ago.
 */
type PasswordChanger = {
  userId: string
  sessionId: string
  aal: 1 | 2
  authenticatedAt: Instant
  userAgent: string | undefined
  requireFresh: () => void
}

/**
 * Changes a person's own password and returns the token of the one session that is left, a new one. The current
 * password is checked first; a person without one must have authenticated recently in another way. A wrong one counts
 * like a wrong sign-in, and during a lock none is right. It counts as authentication only without a second factor:
 * otherwise the new session is as old in that as the one before. Throws `invalid`, `step_up`, or `unauthenticated` for
 * a deleted account and if the session has ended. (security SE3, SE5, RL2)
 */
export async function changePassword(
  db: Db,
  changer: PasswordChanger,
  { currentPassword, password }: ChangePasswordInput,
  context: CommandContext,
): Promise<string> {
  const { userId, sessionId, aal, userAgent } = changer
  const holder = await readPasswordHolder(db, userId, sessionId)
  if (!holder) throw new Failure('unauthenticated', FACTOR_SENTENCE.stepUp)
  requireStrongPassword(password, holder, context.site.siteName)
  await refuseExpired(password, holder)
  if (holder.passwordHash === null) changer.requireFresh()
  else await requireCurrent(db, holder, currentPassword, changer, context)
  const passwordHash = await hashPassword(password, turnOfKnown(userId))
  const authenticatedAt = aal === 1 && holder.passwordHash !== null ? context.now : changer.authenticatedAt
  return db.transaction(async (tx) => {
    const isReplaced = await replacePassword(tx, userId, { verifiedHash: holder.passwordHash, passwordHash }, context)
    if (!isReplaced) throw wrongPassword()
    return openSession(tx, { userId, device: deviceLabel(userAgent), aal, authenticatedAt }, context.now)
  })
}

async function requireCurrent(
  db: Db,
  holder: PasswordHolder,
  currentPassword: string | undefined,
  { userId, userAgent }: PasswordChanger,
  { actor, now }: CommandContext,
): Promise<void> {
  if (currentPassword === undefined) throw wrongPassword()
  const isRight = await verifyPassword(holder.passwordHash, currentPassword, turnOfKnown(userId))
  if (isRight && !isLocked(holder, now)) return
  const reason = isLocked(holder, now) ? 'locked' : 'wrong password'
  const attempt = { address: actor.address ?? 'unknown', attemptType: 'password_change', userId, userAgent, now }
  await db.transaction(async (tx) => {
    await noteFailure(tx, userId, now)
    await recordAttempt(tx, { ...attempt, email: holder.email, isSuccess: false, reason })
  })
  throw wrongPassword()
}

function wrongPassword(): Failure {
  return new Failure('invalid', FACTOR_SENTENCE.wrongPassword, { field: 'currentPassword' })
}

/** Throws `invalid` for a password that is easy to guess. (security AN6) */
export function refuseCommon(password: string, context: PasswordContext): void {
  if (isCommonPassword(password, context)) {
    throw new Failure('invalid', ACCOUNT_SENTENCE.commonPassword, { field: 'password' })
  }
}

type Trusted = Parameters<typeof leastPasswordLength>

/** Throws `invalid` for a password that is too short for the roles of the account. (architecture 8: passwords) */
function refuseTooShort(password: string, ...[roles, hasVerifiedFactor]: Trusted): void {
  const least = leastPasswordLength(roles, hasVerifiedFactor)
  if ([...password].length < least) {
    throw new Failure('invalid', ACCOUNT_SENTENCE.adminPassword(least), { field: 'password' })
  }
}

/** Throws `invalid` for a password that this person may not choose. (security AN6) */
export function requireStrongPassword(password: string, owner: PasswordOwner, siteName: string): void {
  const { email, username, roles, hasVerifiedFactor } = owner
  refuseTooShort(password, roles, hasVerifiedFactor)
  refuseCommon(password, { siteName, email, username })
}

/** Throws `invalid` for a password that expired because someone else may know it: setting it again would undo that. */
export async function refuseExpired(password: string, { email, expiredHash }: PasswordHolder): Promise<void> {
  if (expiredHash !== null && (await verifyPassword(expiredHash, password, turnOfKnown(email))))
    throw new Failure('invalid', ACCOUNT_SENTENCE.knownPassword, { field: 'password' })
}
