import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { acceptStep } from '#src/domain/factors/accept-answer.ts'
import { type ChallengeKey, spendChallenge, takeTry } from '#src/domain/factors/challenge.ts'
import type { Factor } from '#src/domain/factors/list-factors.ts'
import type { ChallengeResult } from './answer-challenge.ts'
import { codeHash, isSameHash } from './one-time-code.ts'
import { stepsOf } from './totp.ts'

type Key = ChallengeKey & { factorId: string }
type Given = { challengeId: string; code: string; now: Instant }

/** Judges the code of an authenticator app or a text message. Takes one of the five tries first. (security AN7, AN8) */
export async function verifyCode(tx: Db, factor: Factor, { challengeId, code, now }: Given): Promise<ChallengeResult> {
  const key: Key = { challengeId, factorId: factor.id }
  const tried = await takeTry(tx, key, now)
  if (!tried) return 'over'
  const sent = tried.secret ?? ''
  const verdict = factor.factorType === 'totp' ? await judgeSteps(tx, factor, code, now) : judgeSent(sent, key, code)
  if (verdict !== 'right') return verdict
  return (await spendChallenge(tx, key, now)) ? 'right' : 'over'
}

function judgeSent(sent: string, { challengeId, factorId }: Key, code: string): ChallengeResult {
  return isSameHash(sent, codeHash(code, { factorId, challengeId })) ? 'right' : 'wrong'
}

async function judgeSteps(tx: Db, { id, secret }: Factor, code: string, now: Instant): Promise<ChallengeResult> {
  const steps = stepsOf(secret ?? '', code, now)
  for (const step of steps) {
    if (await acceptStep(tx, id, step)) return 'right'
  }
  return steps.length > 0 ? 'used' : 'wrong'
}
