import type { Db } from '#db/client.ts'
import { isUniqueFault } from '#db/fault.ts'
import { FACTOR_SENTENCE, type VerifyFactorInput } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Doing } from '#src/domain/accounts/account.ts'
import { type Factor, holdAccount, markVerified, readOwnFactor, spendChallenge } from '#src/domain/factors/factor.ts'
import { noteCodeFailure, noteCodeSuccess, recordAttempt } from '#src/domain/security/security.ts'
import type { Caller } from '../complete-sign-in.ts'
import { judgeCode } from './judge-code.ts'
import { judgePasskey } from './judge-passkey.ts'

/** What became of an answer. Only a wrong one counts towards the lock. */
export type Verdict = 'right' | 'wrong' | 'over'

type Answering = { doing: Doing; caller: Caller }
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
  { doing, caller, admit }: Answering & { admit: (tx: Db, factor: Factor) => Promise<T> },
): Promise<T> {
  requireFitting(asked, given)
  const { now } = doing
  const key = { challengeId: given.challenge_id, factorId: asked.id }
  // Used up in a transaction of its own, before it is looked at: no fault on the way makes it good again.
  const taken: Taken = 'webauthn' in given ? await spendChallenge(db, key, now) : undefined
  const judged = await db
    .transaction(async (tx) => {
      const account = await holdAccount(tx, asked.userId, now)
      const factor = await readOwnFactor(tx, asked.userId, asked.id)
      if (!account || account.isLocked) return { verdict: 'wrong' } as const
      const verdict = await judge(tx, factor, { given, taken, doing })
      if (verdict !== 'right') return { verdict: await note(tx, factor, verdict, caller) }
      await noteCodeSuccess(tx, factor.userId)
      if (factor.status === 'unverified') await markVerified(tx, factor, account.email, doing)
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

type Answer = { given: VerifyFactorInput; taken: Taken; doing: Doing }

function judge(tx: Db, factor: Factor, { given, taken, doing }: Answer): Promise<Verdict> {
  const { site, now } = doing
  if ('code' in given) return judgeCode(tx, factor, { challengeId: given.challenge_id, code: given.code, now })
  return judgePasskey(tx, factor, { challenge: taken?.secret, sent: given.webauthn, site })
}

async function note(tx: Db, { userId, factorType }: Factor, verdict: 'wrong' | 'over', caller: Caller) {
  const { address, userAgent, now } = caller
  if (verdict === 'wrong') await noteCodeFailure(tx, userId, now)
  const reason = verdict === 'wrong' ? 'wrong answer' : 'challenge over'
  await recordAttempt(tx, { address, attemptType: factorType, userId, isSuccess: false, reason, userAgent, now })
  return verdict
}

function refusal({ factorType }: Pick<Factor, 'factorType'>, verdict: 'wrong' | 'over'): Failure {
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
