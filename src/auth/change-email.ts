import type { Db } from '#db/client.ts'
import { requestEmailChange } from '#src/domain/accounts/change-email.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { inEvenTime } from './even-time.ts'

/** Longer than storing one mail takes under load, in milliseconds. */
const EVEN = 250

/**
 * Mails a link to a person's new address, and takes the same time if the address has another account. (security AN3)
 */
export function askForEmailChange(
  db: Db,
  change: { userId: string; sessionId: string; email: string },
  context: CommandContext,
): Promise<void> {
  return inEvenTime(EVEN, () => requestEmailChange(db, change, context))
}
