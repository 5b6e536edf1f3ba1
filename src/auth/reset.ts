import type { Db } from '#db/client.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import type { PasswordHolder } from '#src/domain/accounts/change-password.ts'
import { endCodeLock, type ResetContext, requestReset, resetPassword } from '#src/domain/accounts/reset-password.ts'
import { refuseExpired, requireStrongPassword } from './change-password.ts'
import { inEvenTime } from './even-time.ts'
import { turnOfKnown, turnOfStranger } from './hash-queue.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** Longer than storing one mail takes under load, in milliseconds. */
const EVEN = 250

/** Mails a reset link if there is an account, and takes as long if there is none. (security AN4) */
export function askForReset(db: Db, email: string, context: ResetContext): Promise<void> {
  return inEvenTime(EVEN, () => requestReset(db, email, context))
}

/** Sets a new password with a link. Throws `not_found` for a link that has ended, `invalid` for an unacceptable password. */
export async function setPassword(db: Db, token: string, password: string, context: ResetContext): Promise<void> {
  const passwordHash = await hashPassword(password, turnOfStranger(context.actor.address))
  const checkPassword = async (owner: PasswordHolder) => {
    requireStrongPassword(password, owner, context.site.siteName)
    await refuseExpired(password, owner)
  }
  await resetPassword(db, token, { passwordHash, checkPassword }, context)
}

/**
 * Ends a lock on codes and sets a new password, with the link from the mail about it. Throws `not_found` for a link
 * that is over, `invalid` for a password that is not acceptable, such as the present one, which an attacker knows.
 * (security AN7)
 */
export async function unlockCodes(db: Db, token: string, password: string, context: ResetContext): Promise<void> {
  const place = turnOfStranger(context.actor.address)
  const passwordHash = await hashPassword(password, place)
  const checkPassword = async (owner: PasswordHolder) => {
    requireStrongPassword(password, owner, context.site.siteName)
    await refuseExpired(password, owner)
    if (await verifyPassword(owner.passwordHash, password, turnOfKnown(place.whose)))
      throw new Failure('invalid', ACCOUNT_SENTENCE.knownPassword, { field: 'password' })
  }
  await endCodeLock(db, token, { passwordHash, checkPassword }, context)
}
