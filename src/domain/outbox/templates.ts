/**
 * Every kind of message, and whether it is about the security of an account or of the site. Those are sent also while mail is
 * held. A template that is not in this table does not compile. (decision 0051, security OB8)
 */
const IS_SECURITY = {
  'account-deleted': true,
  'address-confirmed': true,
  'address-known': true,
  'approval-decided': false,
  'checks-failed': true,
  'codes-locked': true,
  'confirm-address': true,
  'email-changed': true,
  'emergency-action': true,
  'factor-changed': true,
  'factors-expired': true,
  'factors-reset': true,
  'forum-news': false,
  'password-changed': true,
  'password-expired': true,
  'password-reset': true,
  'recovery-code-used': true,
  'registered-again': true,
  'registered-with-google': true,
  'registration-received': true,
  'report-status-changed': false,
  'report-verified': false,
  'sign-in-code': true,
  'sign-in-method-changed': true,
  'sign-in-noticed': true,
  'verify-report': false,
  'wish-shipped': false,
} as const

export type Template = keyof typeof IS_SECURITY

/** The kinds that are sent also while mail is held. */
export const SECURITY_TEMPLATES: string[] = Object.entries(IS_SECURITY).flatMap(([template, isSecurity]) =>
  isSecurity ? [template] : [],
)
