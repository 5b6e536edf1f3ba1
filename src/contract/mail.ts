import { z } from 'zod'
import { atOnce, type BulkResult, bulkSentence } from './bulk.ts'
import type { Instant } from './instant.ts'

/** Refuses to retry a message that has not failed. */
export const NOT_FAILED = 'This message has been sent or is already waiting to be sent.'

/** What a retry answers with. */
export const WILL_BE_RESENT = 'The message will be sent again within a minute'

/** Sums up a retry of several messages: '3 messages will be sent again within a minute.' */
export function resentMessages(results: readonly BulkResult[]): string {
  return bulkSentence(['Message', 'messages'], 'will be sent again within a minute', results)
}

/** The lead of the screen that lists messages. */
export const MESSAGES_LEAD = 'Email and SMS delivery. Message text is hidden; showing a full address is recorded.'

/** The button that shows the recipient of a message. */
export const SHOW_RECIPIENT = 'Show'

/** The title of the empty list of failed messages. */
export const NO_FAILED_MESSAGES = 'No failed messages'

export const MAIL_STATES = ['dead', 'queued', 'sent', 'skipped'] as const
/** `dead` was given up; `queued` waits for its first or next try; `skipped` is not sent, because its recipient gets no such mail. */
export type MailState = (typeof MAIL_STATES)[number]

export const mailState = z.enum(MAIL_STATES, 'state must be dead, queued, sent or skipped')

/** One message of the outbox, without its text and its full recipient, because messages contain links and codes. (security SC2) */
export type MailLine = {
  id: string
  channel: 'mail' | 'sms'
  /** Masked: `a…@plant.example`, `+1…67`. */
  recipient: string
  /** Null for a text message. */
  subject: string | null
  /** The template's name. */
  template: string
  state: MailState
  attempts: number
  /** Our own sentence for what went wrong last; null if nothing did. */
  lastError: string | null
  /** Why it was not sent, as a sentence; null unless it was skipped. */
  skippedBecause: string | null
  createdAt: Instant
  /** When it is or was tried next; for a dead one, last. */
  nextAttemptAt: Instant
  sentAt: Instant | null
}

/** Body of `POST /api/admin/mails/retry`. */
export const mailsToRetry = z.strictObject({ ids: atOnce(z.uuid()) })

/** Whom exactly a message is to, and the account with that email address, if there is one. */
export type MailRecipient = { recipient: string; userId: string | null }

/** The number of messages in each state. */
export type MailCounts = Record<MailState, number>
