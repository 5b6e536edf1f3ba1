import type { Db } from '#db/client.ts'
import { isUniqueFault } from '#db/fault.ts'
import { FACTOR_SENTENCE, type VerifyFactorInput } from '#src/contract/factor.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { type ChallengeKey, spendChallenge, takeTry } from '#src/domain/factors/challenge.ts'
import { acceptCount, acceptCredential, acceptStep, markVerified } from '#src/domain/factors/change-factors.ts'
import { lockAccount, noteWrongCode } from '#src/domain/factors/code-lock.ts'
import { type Factor, readOwnFactor } from '#src/domain/factors/list-factors.ts'
import type { LetterSite } from '#src/domain/outbox/letter.ts'
import { recordAttempt } from '#src/domain/security/attempts.ts'
import { noteCodeSuccess } from '#src/domain/security/lock.ts'
import type { Caller } from '../complete-sign-in.ts'
import { codeHash, isSameHash } from './challenge-factor.ts'
import { getSteps } from './totp.ts'

/**
 * The outcome of an answer. Only a wrong one counts toward the lock: a right code sent twice is not a guess, though
 * the second is refused in the same words.
 */
type ChallengeResult = 'right' | 'wrong' | 'used' | 'over'
type Refused = Exclude<ChallengeResult, 'right'>

/** Why an answer was refused, for the security page. */
const REASONS: Record<Refused, string> = {
  wrong: 'wrong answer',
  used: 'code used before',
  over: 'challenge over',
}

type Answering = { context: CommandContext; caller: Caller }
/** A challenge as it was before the answer was checked. */
type Taken = { secret: string | null } | undefined

/**
 * Checks an answer and, if it is right, runs `admit` in the same transaction. Throws `invalid` for a wrong answer and
 * for any while the account is locked, `gone` for a challenge that is over, `conflict` for a passkey that is already
 * registered. Answers for one account are checked one after another. (security AN7, AN8, AN9)
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
  // Used in its own transaction before it is checked, so that no fault makes it valid again.
  const taken: Taken = 'webauthn' in given ? await spendChallenge(db, key, now) : undefined
  const checked = await db
    .transaction(async (tx) => {
      const account = await lockAccount(tx, asked.userId, now)
      const factor = await readOwnFactor(tx, asked.userId, asked.id)
      if (!account || account.isLocked) return { result: 'wrong' } as const
      const result = await verifyAnswer(tx, factor, { given, taken, context })
      if (result !== 'right')
        return { result: await note(tx, { ...factor, email: account.email }, result, { context, caller }) }
      await noteCodeSuccess(tx, factor.userId)
      if (factor.status === 'unverified') await markVerified(tx, factor, account.email, context)
      return { result, admitted: await admit(tx, factor) }
    })
    .catch(asKnownPasskey)
  if (checked.result === 'right') return checked.admitted
  throw refusal(asked, checked.result)
}

/** A code for a passkey challenge, or a passkey for a code challenge, is no answer. */
function requireFitting({ factorType }: Pick<Factor, 'factorType'>, given: VerifyFactorInput): void {
  if ('webauthn' in given !== (factorType === 'webauthn')) {
    throw new Failure('invalid', FACTOR_SENTENCE.code, { field: 'webauthn' in given ? 'webauthn' : 'code' })
  }
}

type Answer = { given: VerifyFactorInput; taken: Taken; context: CommandContext }

function verifyAnswer(tx: Db, factor: Factor, { given, taken, context }: Answer): Promise<ChallengeResult> {
  const { site, now } = context
  if ('code' in given) return verifyCode(tx, factor, { challengeId: given.challenge_id, code: given.code, now })
  return verifyPasskey(tx, factor, { challenge: taken?.secret, sent: given.webauthn, site })
}

type Asked = Pick<Factor, 'userId' | 'factorType'> & { email: string }

async function note(tx: Db, { userId, email, factorType }: Asked, result: Refused, { context, caller }: Answering) {
  const { address, userAgent, now } = caller
  if (result === 'wrong') await noteWrongCode(tx, { userId, email }, context)
  const reason = REASONS[result]
  await recordAttempt(tx, { address, attemptType: factorType, userId, isSuccess: false, reason, userAgent, now })
  return result
}

function refusal({ factorType }: Pick<Factor, 'factorType'>, result: Refused): Failure {
  if (result === 'over') return new Failure('gone', FACTOR_SENTENCE.challengeOver)
  if (factorType === 'webauthn') return new Failure('invalid', FACTOR_SENTENCE.passkeyFailed, { field: 'webauthn' })
  return new Failure('invalid', FACTOR_SENTENCE.wrongCode, { field: 'code' })
}

/** The one constraint that an answer can break: a credential belongs to one factor. */
function asKnownPasskey(fault: unknown): never {
  if (isUniqueFault(fault, 'auth_factors_credential'))
    throw new Failure('conflict', FACTOR_SENTENCE.passkeyKnown, { cause: fault })
  throw fault
}

type Key = ChallengeKey & { factorId: string }
type CodeAnswer = { challengeId: string; code: string; now: Instant }

/** Checks the code of an authenticator app or a text message. Uses one of the five tries first. (security AN7, AN8) */
async function verifyCode(tx: Db, factor: Factor, { challengeId, code, now }: CodeAnswer): Promise<ChallengeResult> {
  const key: Key = { challengeId, factorId: factor.id }
  const tried = await takeTry(tx, key, now)
  if (!tried) return 'over'
  const sent = tried.secret ?? ''
  const result = factor.factorType === 'totp' ? await checkTotp(tx, factor, code, now) : checkSentCode(sent, key, code)
  if (result !== 'right') return result
  return (await spendChallenge(tx, key, now)) ? 'right' : 'over'
}

function checkSentCode(sent: string, { challengeId, factorId }: Key, code: string): ChallengeResult {
  return isSameHash(sent, codeHash(code, { factorId, challengeId })) ? 'right' : 'wrong'
}

async function checkTotp(tx: Db, { id, secret }: Factor, code: string, now: Instant): Promise<ChallengeResult> {
  const steps = getSteps(secret ?? '', code, now)
  for (const step of steps) {
    if (await acceptStep(tx, id, step)) return 'right'
  }
  return steps.length > 0 ? 'used' : 'wrong'
}

/** `challenge` is the one just used; undefined if it had ended. */
type PasskeyAnswer = { challenge: string | null | undefined; sent: unknown; site: LetterSite }

/** Checks a passkey's answer: a new passkey for a factor in enrollment, else a signature. (security AN9) */
export async function verifyPasskey(
  tx: Db,
  factor: Factor,
  { challenge, sent, site }: PasskeyAnswer,
): Promise<ChallengeResult> {
  if (!challenge) return 'over'
  if (factor.status === 'verified') return checkSignature(tx, factor, { challenge, sent, site })
  const { readCreated } = await import('./webauthn.ts')
  const credential = await readCreated(site, challenge, sent)
  if (!credential) return 'wrong'
  await acceptCredential(tx, factor.id, credential)
  return 'right'
}

async function checkSignature(
  tx: Db,
  passkey: Factor,
  { challenge, sent, site }: { challenge: string; sent: unknown; site: LetterSite },
): Promise<ChallengeResult> {
  const { readAsserted } = await import('./webauthn.ts')
  const count = await readAsserted(site, challenge, { passkey, sent })
  return count !== undefined && (await acceptCount(tx, passkey.id, count)) ? 'right' : 'wrong'
}
