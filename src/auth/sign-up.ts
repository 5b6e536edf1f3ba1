import type { Db } from '#db/client.ts'
import type { SignUpInput } from '#src/contract/account.ts'
import { type Doing, registerAccount } from '#src/domain/accounts/account.ts'
import { refuseCommon } from './choose-password.ts'
import { inEvenTime } from './even-time.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** Longer than registering takes on a busy day, in milliseconds. */
const EVEN = 350

/** Registers somebody; an address that is known is answered no differently, nor sooner. Throws `invalid` and `conflict`. */
export async function signUp(db: Db, { password, ...person }: SignUpInput, doing: Doing): Promise<void> {
  refuseCommon(password, { siteName: doing.site.siteName, ...person })
  await inEvenTime(EVEN, async () => {
    const isSame = (hash: string | null) => verifyPassword(hash, password)
    await registerAccount(db, { ...person, passwordHash: await hashPassword(password), isSame }, doing)
  })
}
