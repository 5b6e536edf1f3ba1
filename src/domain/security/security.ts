/** The door of this folder: what other rooms and nouns may use of the security check. */
export { recordAttempt, recordClientReport, recordRefusal } from './attempts.ts'
export {
  activeBan,
  type Ban,
  banSubject,
  isInForce,
  liftBan,
  noteFailureAt,
  type Subject,
  type SubjectType,
} from './bans.ts'
export { deviceLabel } from './device-label.ts'
export type { Hold } from './hold-attempt.ts'
export { LIMITS, type Limit, waitSentence } from './limits.ts'
export {
  type BanRow,
  bansInForce,
  countBannedUsers,
  readAddressBan,
  readBansOn,
  selectAddressBans,
} from './list-bans.ts'
export {
  areCodesLocked,
  FAILURES_TO_LOCK,
  isLocked,
  noteCodeFailure,
  noteCodeSuccess,
  noteFailure,
  noteSuccess,
} from './lock.ts'
export { memoryOf, takeInMemory } from './memory.ts'
export { pruneSecurity } from './prune-security.ts'
export {
  beginAttempt,
  checkAttempt,
  predictCheck,
  requirePassed,
  type SecurityCheck,
  securityCheck,
} from './security-check.ts'
export { takeAttempt } from './take-attempt.ts'
