/** The door of this folder: what other rooms and nouns may use of accounts. */

export { acceptSignIn } from './accept-sign-in.ts'
export { confirmEmailChange, requestEmailChange } from './change-email.ts'
export { type PasswordHolder, readPasswordHolder, replacePassword } from './change-password.ts'
export { grantRole, requireAnotherOwner, revokeRole } from './change-role.ts'
export { confirmEmail } from './confirm-email.ts'
export { decideApproval } from './decide-approval.ts'
export { deleteAccount } from './delete-account.ts'
export { enterByGoogle, type GoogleEntrance } from './google-account.ts'
export type { GooglePerson } from './google-subject.ts'
export { linkGoogle, unlinkGoogle } from './link-google.ts'
export { type MadeOwner, makeOwner } from './make-owner.ts'
export { noticeNewDevice } from './notice-new-device.ts'
export { type PrunedAccounts, pruneAccounts } from './prune-accounts.ts'
export { readAccount } from './read-account.ts'
export {
  type Credentials,
  type PasswordOwner,
  personColumns,
  readCredentials,
  readPerson,
  toPerson,
} from './read-person.ts'
export { type Doing, type Registration, registerAccount } from './register-account.ts'
export { requestReset, resetPassword } from './reset-password.ts'
export { endOtherSessions, endSession, endSessions, listSessions, recordSignOut } from './sessions-of.ts'
export { type Member, storeMember } from './store-member.ts'
export { updateProfile } from './update-profile.ts'
