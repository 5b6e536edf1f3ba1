/** The door of this folder: what other rooms and nouns may use of factors. */
export { acceptCount, acceptCredential, acceptStep, markVerified } from './accept-answer.ts'
export { type ChallengeKey, endChallenges, LIVES, openChallenge, spendChallenge, takeTry } from './challenge.ts'
export { enrollFactor, type NewFactor } from './enroll-factor.ts'
export {
  countRecoveryCodes,
  type Factor,
  listFactors,
  readOwnFactor,
  readPasskey,
  readPasskeys,
  readPendingFactors,
  toFactorInfo,
} from './list-factors.ts'
export { lockAccount } from './lock-account.ts'
export { noteWrongCode } from './note-wrong-code.ts'
export { replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
export { removeFactor } from './remove-factor.ts'
export { requireMaySend, sendCode } from './send-code.ts'
