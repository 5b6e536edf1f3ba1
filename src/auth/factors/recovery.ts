import { hash, randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { readPerson } from '#src/domain/accounts/person.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { lockAccount, noteWrongCode } from '#src/domain/factors/code-lock.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from '#src/domain/factors/recovery-codes.ts'
import { recordAttempt } from '#src/domain/security/attempts.ts'
import { noteCodeSuccess } from '#src/domain/security/lock.ts'
import { type Caller, openFor } from '../complete-sign-in.ts'
import { endPending, type OpenPending } from '../pending-sign-in.ts'

const COUNT = 10
/** Base32 in small letters: no 0, 1, 8 or 9 to mistake for a letter. Twelve of them are 60 bits. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 12

/** Makes ten new codes, returned only this once; earlier codes no longer work. */
export async function makeRecoveryCodes(db: Db, userId: string, context: CommandContext): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  const hashes = codes.map((code) => toHash(userId, code))
  await replaceRecoveryCodes(db, userId, hashes, context)
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/**
 * Completes a sign-in with a recovery code in place of a lost factor, and returns the session's token. A lock after wrong codes does not
 * prevent this: 60 bits cannot be guessed, and its owner may have nothing else. Throws `invalid` for a wrong code, which
 * counts toward that lock. (security AN7)
 */
export async function signInByRecoveryCode(
  db: Db,
  { id, userId }: OpenPending,
  code: string,
  { context, caller }: { context: CommandContext; caller: Caller },
): Promise<string> {
  const { now } = caller
  const token = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId, now)
    if (!account || !(await readPerson(tx, userId, now))) return undefined
    const who = { userId, email: account.email }
    const taken = await takeRecoveryCode(tx, { ...who, codeHash: toHash(userId, code) }, context)
    if (taken !== 'taken') return refuse(tx, who, { taken, context, caller })
    if (!(await endPending(tx, id))) throw new Failure('unauthenticated', FACTOR_SENTENCE.challengeOver)
    await noteCodeSuccess(tx, userId)
    return openFor(tx, { ...who, method: 'recovery code', aal: 2 }, caller)
  })
  if (token === undefined) throw new Failure('invalid', FACTOR_SENTENCE.wrongCode, { field: 'code' })
  return token
}

type Refused = { taken: 'used' | 'unknown'; context: CommandContext; caller: Caller }

/** A code that was used before, such as by a double click, is not a guess: it does not count toward the lock. */
async function refuse(
  tx: Db,
  who: { userId: string; email: string },
  { taken, context, caller }: Refused,
): Promise<undefined> {
  const { address, userAgent, now } = caller
  if (taken === 'unknown') await noteWrongCode(tx, who, context)
  const reason = taken === 'unknown' ? 'wrong code' : 'code used before'
  const attempt = { address, attemptType: 'recovery_code', userId: who.userId, isSuccess: false, reason }
  await recordAttempt(tx, { ...attempt, userAgent, now })
}

function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

/** Random enough that no slow hash is needed; bound to its account, so that one guess tries one account. */
function toHash(userId: string, code: string): string {
  return hash('sha256', `${userId}:${code}`, 'hex')
}
