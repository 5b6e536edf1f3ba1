import type { MailKind } from '#src/contract/mail-kind.ts'

/**
 * Every kind of message, and whether it is about the security of an account or of the site. Those are sent also while mail is
 * held. A template that is not in this table does not compile. (decision 0051, security OB8)
 */
const IS_SECURITY = {
  'account-deleted': true,
  'address-confirmed': true,
  'address-known': true,
  'approval-decided': false,
  'change-set-stopped': false,
  'checks-failed': true,
  'codes-locked': true,
  'confirm-address': true,
  'email-changed': true,
  'emergency-action': true,
  'event-correction': false,
  'event-mail': false,
  'factor-changed': true,
  'factors-expired': true,
  'factors-reset': true,
  figures: false,
  'forum-news': false,
  'logistics-decided': false,
  'logistics-link': false,
  'logistics-nudge': false,
  'mail-alert': true,
  'mail-round-trip': false,
  'order-changed': false,
  'order-links': false,
  'order-purchasing': false,
  'order-received': false,
  'order-reminder': false,
  'password-changed': true,
  'password-expired': true,
  'password-reset': true,
  'proposal-decided': false,
  'recovery-code-used': true,
  'registered-again': true,
  'registered-with-google': true,
  'registration-received': true,
  'report-status-changed': false,
  'report-verified': false,
  'sign-in-code': true,
  'sign-in-method-changed': true,
  'sign-in-noticed': true,
  'task-returned': false,
  'vendor-invite': false,
  'vendor-nudge': false,
  'vendor-sign-in': true,
  'verify-report': false,
  'wish-shipped': false,
} as const

export type Template = keyof typeof IS_SECURITY

/** Every kind, by its name. */
export const TEMPLATES: string[] = Object.keys(IS_SECURITY)

/** The kinds that are sent also while mail is held. */
export const SECURITY_TEMPLATES: string[] = Object.entries(IS_SECURITY).flatMap(([template, isSecurity]) =>
  isSecurity ? [template] : [],
)

/** The mails that a recipient can end by the link in one of them, without an account. */
const KINDS: Partial<Record<Template, MailKind>> = {
  'event-correction': 'event-mail',
  'event-mail': 'event-mail',
  figures: 'figures',
  'report-status-changed': 'report-mail',
  'wish-shipped': 'report-mail',
}

/** The kind that a message is of; null for one that cannot be ended by itself. */
export function kindOf(template: string): MailKind | null {
  const found = Object.entries(KINDS).find(([name]) => name === template)
  return found?.[1] ?? null
}
