/** The door of this folder: what other rooms and nouns may use of accounts. */

export { acceptSignIn } from './accept-sign-in.ts'
export { banAddress, liftAddressBan, listAddressBans } from './address-bans.ts'
export { banPerson, unbanPerson } from './ban-person.ts'
export { confirmEmailChange, requestEmailChange } from './change-email.ts'
export { type PasswordHolder, readPasswordHolder, replacePassword } from './change-password.ts'
export { grantRole, requireAnotherOwner, revokeRole } from './change-role.ts'
export { confirmEmail, type RegistrationPayload, readRegistration } from './confirm-email.ts'
export { countPending } from './count-pending.ts'
export { decideApproval } from './decide-approval.ts'
export { decideApprovals } from './decide-approvals.ts'
export { deleteAccount } from './delete-account.ts'
export { endSessionOfPerson, endSessionsOfPerson } from './end-sessions-of-person.ts'
export { enterByGoogle, type GoogleEntrance } from './google-account.ts'
export type { GooglePerson } from './google-subject.ts'
export { linkGoogle, unlinkGoogle } from './link-google.ts'
export { countUsers, listUsers, type UsersQuery, usersQuery } from './list-users.ts'
export { type MadeOwner, makeOwner } from './make-owner.ts'
export { matchUsers, userMatchQueries } from './match-users.ts'
export { noticeNewDevice } from './notice-new-device.ts'
export { DEVICE_LIFE, type PrunedAccounts, pruneAccounts } from './prune-accounts.ts'
export { readAccount } from './read-account.ts'
export {
  type Credentials,
  isAdminAt,
  type PasswordOwner,
  personColumns,
  readAdmins,
  readCredentials,
  readPerson,
  toPerson,
} from './read-person.ts'
export { attemptsQuery, changesQuery, readTimeline, type TimelinePlace } from './read-timeline.ts'
export { readUser } from './read-user.ts'
export { type CommandContext, type Registration, registerAccount } from './register-account.ts'
export { resetFactors } from './reset-factors.ts'
export { endCodeLock, requestReset, resetPassword, sendReset } from './reset-password.ts'
export { endOtherSessions, endSession, endSessions, listSessions, recordSignOut } from './sessions-of.ts'
export { type Member, storeMember } from './store-member.ts'
export { updateProfile } from './update-profile.ts'
