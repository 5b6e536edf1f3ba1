/** Answers to signing in, registering and the like, worded as in the product description. (product 8) */
export const ACCOUNT_SENTENCE = {
  signUpFailed: 'Failed to sign up. Please check your information and try again.',
  signInFailed: 'Failed to sign in. Please check your credentials and try again.',
  submitted:
    "Your account has been created and is pending administrator approval. You'll be able to post once approved.",
  checkEmail: "We've sent you a confirmation link.",
  signedIn: "Welcome back! You've been signed in successfully.",
  signedOut: 'Signed out.',
  sessionEnded: 'Your session has expired. Please sign in again.',
  resetSent: "We've sent you a password reset link.",
  confirmed: 'Your email address is confirmed.',
  otherRegistration: 'That password does not match this registration. Try again, or choose a new one below.',
  passwordSet: 'Your password is set. You can sign in with it now.',
  lockEnded: 'Your codes work again. Sign in with your new password.',
  knownPassword: 'Someone else may know this password. Please choose another one.',
  linkDead: 'This link is no longer valid. Please request a new one.',
  commonPassword: 'This password is too easy to guess. Please choose another one.',
  adminPassword: (least: number) => `An account with a role needs a password of at least ${least} characters.`,
  passwordChanged: 'Your password has been changed. All other devices are signed out.',
  emailChangeSent: "We've sent a confirmation link to the new address.",
  emailChanged: 'Your email address has been changed.',
  profileSaved: 'Profile saved.',
  accountDeleted: 'Your account has been deleted.',
  googleFailed: 'Failed to sign in with Google. Please try again.',
  tooManySignIns: 'Too many sign-in attempts. Please wait a moment.',
  googleTaken: 'This Google account is linked to another account on this site.',
  googleLinkedAlready: 'Another Google account is already linked. Unlink it first.',
  googleNotLinked: 'No Google account is linked.',
  googleLastWayIn: 'Set a password or add a passkey first. Otherwise you cannot sign in without Google.',
  googleUnlinked: 'Your Google account has been unlinked.',
  signOutFailed: 'Failed to sign out. Please try again.',
  resetFailed: 'Failed to send reset email. Please try again.',
  busy: 'Too many people are signing in right now. Please try again in a moment.',
} as const

/** Titles and sentences of the account page. */
export const TWO_STEP = 'Two-step verification'
export const YOUR_DEVICES = 'Your devices'
export const NO_OTHER_DEVICES = 'No other devices.'
export const CREATE_RECOVERY_CODES = 'Create recovery codes'
export const CODES_SAVED = 'I saved the codes'
