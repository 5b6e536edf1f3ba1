import { describe, expect, test } from 'vitest'
import { FACTOR_SENTENCE, type FactorInfo, type FactorType, type SignInAnswer } from '#src/contract/factor.ts'
import { ApiError } from '../call.ts'
import { createFactorVerification } from './factor-calls.ts'

const factor = (factor_type: FactorType): FactorInfo => ({
  id: factor_type,
  factor_type,
  status: 'verified',
  friendly_name: 'Mine',
  created_at: 1,
})
const welcome: SignInAnswer = { pending: { factors: [], hasRecoveryCodes: false } }
const refusal = (detail: string) => new ApiError({ status: 400, code: 'invalid', detail })

/** A server that refuses with these sentences in turn, then lets everybody in. */
function step(refusals: string[] = []) {
  const calls: string[] = []
  let challenges = 0
  const parts = createFactorVerification({
    challenge: async (id) => {
      calls.push(`ask ${id}`)
      challenges += 1
      return { id: `c${challenges}`, type: 'totp', expires_at: 1 }
    },
    verify: async (_id, answer) => {
      calls.push(`answer ${answer.challenge_id} ${'code' in answer ? answer.code : 'passkey'}`)
      const detail = refusals.shift()
      if (detail) throw refusal(detail)
      return welcome
    },
    askPasskey: async () => ({ id: 'key' }),
  })
  return { ...parts, calls }
}

describe('the second step', () => {
  test('asks and answers in one go for a code from an app, and tries again under the same question', async () => {
    const { verifyCode, calls } = step([FACTOR_SENTENCE.wrongCode])
    await expect(verifyCode(factor('totp'), '1')).rejects.toThrow(FACTOR_SENTENCE.wrongCode)
    await verifyCode(factor('totp'), '2')
    expect(calls).toEqual(['ask totp', 'answer c1 1', 'answer c1 2'])
  })

  test('asks again if the app is slower than its challenge', async () => {
    const { verifyCode, calls } = step([FACTOR_SENTENCE.challengeOver])
    expect(await verifyCode(factor('totp'), '1')).toBe(welcome)
    expect(calls).toEqual(['ask totp', 'answer c1 1', 'ask totp', 'answer c2 1'])
  })

  test('does so only once', async () => {
    const { verifyCode } = step([FACTOR_SENTENCE.challengeOver, FACTOR_SENTENCE.challengeOver])
    await expect(verifyCode(factor('totp'), '1')).rejects.toThrow(FACTOR_SENTENCE.challengeOver)
  })

  test('never texts a code by itself after one is over', async () => {
    const { sendCode, verifyCode, calls } = step([FACTOR_SENTENCE.challengeOver, FACTOR_SENTENCE.challengeOver])
    await sendCode(factor('phone'))
    for (const code of ['1', '2'])
      await expect(verifyCode(factor('phone'), code)).rejects.toThrow(FACTOR_SENTENCE.challengeOver)
    expect(calls).toEqual(['ask phone', 'answer c1 1', 'answer c1 2'])
  })

  test('a newer message makes the older one worthless', async () => {
    const { sendCode, verifyCode, calls } = step()
    await sendCode(factor('phone'))
    await sendCode(factor('phone'))
    await verifyCode(factor('phone'), '1')
    expect(calls.at(-1)).toBe('answer c2 1')
  })

  test('every try with a passkey has a question of its own', async () => {
    const { verifyPasskey, calls } = step([FACTOR_SENTENCE.passkeyFailed])
    await expect(verifyPasskey(factor('webauthn'))).rejects.toThrow(FACTOR_SENTENCE.passkeyFailed)
    await verifyPasskey(factor('webauthn'))
    expect(calls).toEqual(['ask webauthn', 'answer c1 passkey', 'ask webauthn', 'answer c2 passkey'])
  })
})
