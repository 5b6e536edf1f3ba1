import { maskEmail } from './templates/email-changed.ts'

/** Whom a message is to, told in part: `a…@plant.example`, `+1…67`. (security SC2) */
export function maskRecipient(channel: 'mail' | 'sms', recipient: string): string {
  return channel === 'mail' ? maskEmail(recipient) : `${recipient.slice(0, 2)}…${recipient.slice(-2)}`
}
