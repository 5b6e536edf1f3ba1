import { z } from 'zod'
import type { Instant } from './instant.ts'

const MAIL_PROVIDERS = ['ses', 'sendgrid', 'postmark', 'mailgun', 'resend'] as const
/** The mail providers whose reports we understand. */
export type MailProvider = (typeof MAIL_PROVIDERS)[number]
export const mailProvider = z.enum(MAIL_PROVIDERS)

/** What they are called. */
export const PROVIDER_NAMES = {
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  postmark: 'Postmark',
  mailgun: 'Mailgun',
  resend: 'Resend',
} as const satisfies Record<MailProvider, string>

/** What a mail provider reports about one message, in the same shape for every provider. */
export type BounceNote = {
  /** The provider's id of this report: a report that comes again has the same. */
  eventId: string
  /** Our id of the message, if the provider gives it back. */
  outboxId: string | null
  /** What the provider calls the message. */
  providerMessageId: string | null
  /** `bounce_hard`: the mailbox does not exist; `bounce_soft`: it did not take this message; `deferred`: tried again later. */
  type: 'delivered' | 'bounce_hard' | 'bounce_soft' | 'complaint' | 'deferred'
  /** The enhanced status code, such as `5.1.1`. */
  code: string | null
  /** What the recipient's server said. */
  text: string | null
  /** When it happened, according to the provider. */
  at: Instant
}
