import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { acceptStep, type ChallengeKey, type Factor, spendChallenge, takeTry } from '#src/domain/factors/factor.ts'
import type { Verdict } from './answer-challenge.ts'
import { codeHash, isSameHash } from './one-time-code.ts'
import { stepsOf } from './totp.ts'

type Given = { challengeId: string; code: string; now: Instant }

/** Judges the code of an authenticator app or a text message. Takes one of the five tries first. (security AN7, AN8) */
export async function judgeCode(tx: Db, factor: Factor, { challengeId, code, now }: Given): Promise<Verdict> {
  const key: ChallengeKey = { challengeId, factorId: factor.id }
  const tried = await takeTry(tx, key, now)
  if (!tried) return 'over'
  const isRight =
    factor.factorType === 'totp'
      ? await isNewStep(tx, factor, code, now)
      : isSameHash(tried.secret ?? '', codeHash(code, { factorId: factor.id, challengeId }))
  if (!isRight) return 'wrong'
  return (await spendChallenge(tx, key, now)) ? 'right' : 'over'
}

async function isNewStep(tx: Db, { id, secret }: Factor, code: string, now: Instant): Promise<boolean> {
  for (const step of stepsOf(secret ?? '', code, now)) {
    if (await acceptStep(tx, id, step)) return true
  }
  return false
}
