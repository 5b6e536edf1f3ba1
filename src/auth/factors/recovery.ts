import { hash, randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Doing, readPerson } from '#src/domain/accounts/account.ts'
import { holdAccount, replaceRecoveryCodes, takeRecoveryCode } from '#src/domain/factors/factor.ts'
import { noteCodeFailure, noteCodeSuccess, recordAttempt } from '#src/domain/security/security.ts'
import { type Caller, openFor } from '../complete-sign-in.ts'
import { endPending, type OpenPending } from '../pending-sign-in.ts'

const COUNT = 10
/** Base32 in small letters: no 0, 1, 8 or 9 to mistake for a letter. Twelve of them are 60 bits. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 12

/** Ten new codes, told this once; the ones before are dead. */
export async function makeRecoveryCodes(db: Db, userId: string, doing: Doing): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  const hashes = codes.map((code) => hashOf(userId, code))
  await replaceRecoveryCodes(db, userId, hashes, doing)
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/**
 * Ends a sign-in with a recovery code instead of a factor that is lost; the session's token. Throws `invalid` for a wrong code,
 * and for any while the account is locked. (security AN7)
 */
export async function signInByRecoveryCode(
  db: Db,
  { id, userId }: OpenPending,
  code: string,
  { doing, caller }: { doing: Doing; caller: Caller },
): Promise<string> {
  const { now } = caller
  const token = await db.transaction(async (tx) => {
    const account = await holdAccount(tx, userId, now)
    if (!account || account.isLocked || !(await readPerson(tx, userId, now))) return undefined
    const used = { userId, email: account.email, codeHash: hashOf(userId, code) }
    if (!(await takeRecoveryCode(tx, used, doing))) return refuse(tx, userId, caller)
    if (!(await endPending(tx, id))) throw new Failure('unauthenticated', FACTOR_SENTENCE.challengeOver)
    await noteCodeSuccess(tx, userId)
    return openFor(tx, { userId, email: account.email, method: 'recovery code', aal: 2 }, caller)
  })
  if (token === undefined) throw new Failure('invalid', FACTOR_SENTENCE.wrongCode, { field: 'code' })
  return token
}

async function refuse(tx: Db, userId: string, { address, userAgent, now }: Caller): Promise<undefined> {
  await noteCodeFailure(tx, userId, now)
  const attempt = { address, attemptType: 'recovery_code', userId, isSuccess: false, reason: 'wrong code' }
  await recordAttempt(tx, { ...attempt, userAgent, now })
}

function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

/** Random enough that no slow hash is needed; bound to its account, so that one guess tries one account. */
function hashOf(userId: string, code: string): string {
  return hash('sha256', `${userId}:${code}`, 'hex')
}
