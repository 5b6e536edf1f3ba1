import type { Db } from '#db/client.ts'
import { type Doing, type PasswordOwner, requestReset, resetPassword } from '#src/domain/accounts/account.ts'
import { judgePassword } from './choose-password.ts'
import { inEvenTime } from './even-time.ts'
import { hashPassword } from './passwords.ts'

/** Longer than writing one mail down takes on a busy day, in milliseconds. */
const EVEN = 250

/** Mails a reset link where there is an account, and takes as long where there is none. (security AN4) */
export function askForReset(db: Db, email: string, doing: Doing): Promise<void> {
  return inEvenTime(EVEN, () => requestReset(db, email, doing))
}

/** Sets a new password with a link. Throws `not_found` for a link that is over, `invalid` for a password that will not do. */
export async function setPassword(db: Db, token: string, password: string, doing: Doing): Promise<void> {
  const passwordHash = await hashPassword(password)
  const judge = (owner: PasswordOwner) => judgePassword(password, owner, doing.site.siteName)
  await resetPassword(db, token, { passwordHash, judge }, doing)
}
