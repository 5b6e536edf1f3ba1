/** The door of this folder: what other rooms and nouns may use of accounts. */

export { acceptSignIn } from './accept-sign-in.ts'
export { grantRole, requireAnotherOwner, revokeRole } from './change-role.ts'
export { confirmEmail } from './confirm-email.ts'
export { decideApproval } from './decide-approval.ts'
export { type MadeOwner, makeOwner } from './make-owner.ts'
export { type Credentials, type PasswordOwner, readCredentials, readPerson } from './read-person.ts'
export { type Doing, type Registration, registerAccount } from './register-account.ts'
export { requestReset, resetPassword } from './reset-password.ts'
export { endOtherSessions, endSession, listSessions, recordSignOut } from './sessions-of.ts'
