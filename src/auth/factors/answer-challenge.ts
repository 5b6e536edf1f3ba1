import type { Db } from '#db/client.ts'
import { isUniqueFault } from '#db/fault.ts'
import { FACTOR_SENTENCE, type VerifyFactorInput } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { CommandContext } from '#src/domain/accounts/register-account.ts'
import { markVerified } from '#src/domain/factors/accept-answer.ts'
import { spendChallenge } from '#src/domain/factors/challenge.ts'
import { type Factor, readOwnFactor } from '#src/domain/factors/list-factors.ts'
import { lockAccount } from '#src/domain/factors/lock-account.ts'
import { noteWrongCode } from '#src/domain/factors/note-wrong-code.ts'
import { recordAttempt } from '#src/domain/security/attempts.ts'
import { noteCodeSuccess } from '#src/domain/security/lock.ts'
import type { Caller } from '../complete-sign-in.ts'
import { verifyCode } from './verify-code.ts'
import { verifyPasskey } from './verify-passkey.ts'

/**
 * What became of an answer. Only a wrong one counts towards the lock: somebody who sends a right code twice has guessed
 * nothing, though the second is refused in the same words.
 */
export type ChallengeResult = 'right' | 'wrong' | 'used' | 'over'
type Refused = Exclude<ChallengeResult, 'right'>

/** Why an answer was refused, for the security page. */
const REASONS: Record<Refused, string> = {
  wrong: 'wrong answer',
  used: 'code used before',
  over: 'challenge over',
}

type Answering = { context: CommandContext; caller: Caller }
/** A question as it stood before anything was compared. */
type Taken = { secret: string | null } | undefined

/**
 * Judges an answer and, if it is right, lets `admit` do what it was given for, in one transaction. Throws `invalid` for a
 * wrong answer and for any while the account is locked, `gone` for a question that is over, `conflict` for a passkey that is
 * somebody's already. Answers for one account are judged one after another. (security AN7, AN8, AN9)
 */
export async function answerChallenge<T>(
  db: Db,
  asked: Pick<Factor, 'id' | 'userId' | 'factorType'>,
  given: VerifyFactorInput,
  { context, caller, admit }: Answering & { admit: (tx: Db, factor: Factor) => Promise<T> },
): Promise<T> {
  requireFitting(asked, given)
  const { now } = context
  const key = { challengeId: given.challenge_id, factorId: asked.id }
  // Used up in a transaction of its own, before it is looked at: no fault on the way makes it good again.
  const taken: Taken = 'webauthn' in given ? await spendChallenge(db, key, now) : undefined
  const judged = await db
    .transaction(async (tx) => {
      const account = await lockAccount(tx, asked.userId, now)
      const factor = await readOwnFactor(tx, asked.userId, asked.id)
      if (!account || account.isLocked) return { verdict: 'wrong' } as const
      const verdict = await judge(tx, factor, { given, taken, context })
      if (verdict !== 'right')
        return { verdict: await note(tx, { ...factor, email: account.email }, verdict, { context, caller }) }
      await noteCodeSuccess(tx, factor.userId)
      if (factor.status === 'unverified') await markVerified(tx, factor, account.email, context)
      return { verdict, admitted: await admit(tx, factor) }
    })
    .catch(asKnownPasskey)
  if (judged.verdict === 'right') return judged.admitted
  throw refusal(asked, judged.verdict)
}

/** A code for a passkey, or the other way round, is no answer at all. */
function requireFitting({ factorType }: Pick<Factor, 'factorType'>, given: VerifyFactorInput): void {
  if ('webauthn' in given !== (factorType === 'webauthn')) {
    throw new Failure('invalid', FACTOR_SENTENCE.code, { field: 'webauthn' in given ? 'webauthn' : 'code' })
  }
}

type Answer = { given: VerifyFactorInput; taken: Taken; context: CommandContext }

function judge(tx: Db, factor: Factor, { given, taken, context }: Answer): Promise<ChallengeResult> {
  const { site, now } = context
  if ('code' in given) return verifyCode(tx, factor, { challengeId: given.challenge_id, code: given.code, now })
  return verifyPasskey(tx, factor, { challenge: taken?.secret, sent: given.webauthn, site })
}

type Asked = Pick<Factor, 'userId' | 'factorType'> & { email: string }

async function note(tx: Db, { userId, email, factorType }: Asked, verdict: Refused, { context, caller }: Answering) {
  const { address, userAgent, now } = caller
  if (verdict === 'wrong') await noteWrongCode(tx, { userId, email }, context)
  const reason = REASONS[verdict]
  await recordAttempt(tx, { address, attemptType: factorType, userId, isSuccess: false, reason, userAgent, now })
  return verdict
}

function refusal({ factorType }: Pick<Factor, 'factorType'>, verdict: Refused): Failure {
  if (verdict === 'over') return new Failure('gone', FACTOR_SENTENCE.challengeOver)
  if (factorType === 'webauthn') return new Failure('invalid', FACTOR_SENTENCE.passkeyFailed, { field: 'webauthn' })
  return new Failure('invalid', FACTOR_SENTENCE.wrongCode, { field: 'code' })
}

/** The one rule of the database an answer can break: a credential belongs to one factor. */
function asKnownPasskey(fault: unknown): never {
  if (isUniqueFault(fault, 'auth_factors_credential'))
    throw new Failure('conflict', FACTOR_SENTENCE.passkeyKnown, { cause: fault })
  throw fault
}
