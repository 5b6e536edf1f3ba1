import { hash } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { ACCOUNT_SENTENCE, type ConfirmRegistrationInput, type SignUpInput } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'
import { confirmEmail, type RegistrationPayload, readRegistration } from '#src/domain/accounts/confirm-email.ts'
import { registerAccount } from '#src/domain/accounts/register-account.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import type { Limit } from '#src/domain/security/limits.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import { refuseCommon } from './change-password.ts'
import { inEvenTime } from './even-time.ts'
import { turnOfStranger } from './hash-queue.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** Longer than a registration takes under load, in milliseconds. */
const EVEN = 350

/** Passwords that may be tried with one link. The holder of the mailbox can choose a new one instead. */
const TRIES: Limit = { name: 'confirm-password', what: 'passwords', windows: [{ most: 30, seconds: 86_400 }] }

/**
 * Registers a person; the answer for a known address is the same, and takes as long. Throws `invalid` and `conflict`.
 */
export async function signUp(db: Db, { password, ...person }: SignUpInput, context: CommandContext): Promise<void> {
  refuseCommon(password, { siteName: context.site.siteName, ...person })
  await inEvenTime(EVEN, async () => {
    const passwordHash = await hashPassword(password, turnOfStranger(context.actor.address))
    await registerAccount(db, { ...person, passwordHash }, context)
  })
}

/**
 * Confirms an address with the link that was mailed for a registration: with its password, or, by the holder of the mailbox,
 * with another name and password. Throws `not_found` for a link that has ended, `invalid` for a password that is not that of
 * this registration or is not acceptable, `conflict` for a name that is taken, `rate_limited`. (security AN11)
 */
export async function confirmRegistration(
  db: Db,
  given: ConfirmRegistrationInput,
  context: CommandContext,
): Promise<void> {
  const { token, username, password } = given
  const { email, typed } = await readRegistration(db, token, context.now)
  const wanted =
    username === undefined
      ? await recall(db, { token, password, typed }, context)
      : await choose({ email, username, password }, context)
  await confirmEmail(db, token, wanted, context)
}

type Recalled = { token: string; password: string; typed: RegistrationPayload | null }

async function recall(
  db: Db,
  { token, password, typed }: Recalled,
  { actor, now }: CommandContext,
): Promise<RegistrationPayload> {
  await takeAttempt(db, hash('sha256', token, 'hex'), TRIES, now)
  const isRight = await verifyPassword(typed?.passwordHash ?? null, password, turnOfStranger(actor.address))
  if (typed && isRight) return typed
  throw new Failure('invalid', ACCOUNT_SENTENCE.otherRegistration, { field: 'password' })
}

async function choose(
  { password, ...person }: SignUpInput,
  { actor, site }: CommandContext,
): Promise<RegistrationPayload> {
  refuseCommon(password, { siteName: site.siteName, ...person })
  return { username: person.username, passwordHash: await hashPassword(password, turnOfStranger(actor.address)) }
}
