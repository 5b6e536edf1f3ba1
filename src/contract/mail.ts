import { z } from 'zod'
import { atOnce, type BulkResult, bulkSentence } from './bulk.ts'
import type { MailPerson } from './event-timeline.ts'
import type { Instant } from './instant.ts'
import { formatDuration, plural } from './plural.ts'
import { isStorable } from './text.ts'

/** Refuses to retry a message that has not failed. */
export const NOT_FAILED = 'This message has been sent or is already waiting to be sent.'

/** Refuses to send a message again whose links or codes are gone. */
export const LINK_NOT_KEPT =
  'It cannot be sent again: its text and links were deleted when it was sent. Ask the person to request a new one.'

/** Refuses the same for a message without links that open something. */
export const TEXT_NOT_KEPT = 'It cannot be sent again, because its text was deleted when it was sent.'

/** Refuses the same for a message that its recipient is not to get. */
export const SKIPPED_NOT_KEPT = 'It cannot be sent again, because its text was deleted when it was skipped.'

/** Refuses the same for a message that is not sent. */
export const NOT_SENT = 'Only a message that was sent can be sent again.'

/** Refuses the same for a mail about an event that is gone. */
export const EVENT_GONE = 'It cannot be sent again, because its event was deleted.'

/** What a retry answers with. */
export const WILL_BE_RESENT = 'The message will be sent again within a minute'

/** Sums up a retry of several messages: '3 messages will be sent again within a minute.' */
export function resentMessages(results: readonly BulkResult[]): string {
  return bulkSentence(['Message', 'messages'], 'will be sent again within a minute', results)
}

/** The lead of the screen about mail. */
export const MESSAGES_LEAD = 'Email and SMS delivery. Message text is hidden; showing a full address is recorded.'

/** The title of the empty list of failed messages. */
export const NO_FAILED_MESSAGES = 'No failed messages'

export const MAIL_STATES = ['dead', 'queued', 'sent', 'skipped'] as const
/** `dead` was given up; `queued` waits for its first or next try; `skipped` is not sent, because its recipient gets no such mail. */
export type MailState = (typeof MAIL_STATES)[number]

export const mailState = z.enum(MAIL_STATES, 'state must be dead, queued, sent or skipped')

/** So many characters of a recipient are needed to search for it. */
export const SHORTEST_SEARCH = 3
/** What a search for messages is asked with: a recipient, or how it begins. */
export const recipientSearch = z
  .string()
  .trim()
  .min(SHORTEST_SEARCH, `Enter at least ${SHORTEST_SEARCH} characters of the recipient.`)
  .max(254, 'The recipient must be at most 254 characters.')
  .refine(isStorable)

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

/**
 * A mail of a workflow that is no message: it waits for its time, it is not sent, or its message was deleted since. `GET
 * /api/admin/mails/planned` has the latest `MOST_PLANNED` to a whole address, over all events.
 */
export type PlannedMail = MailPerson & {
  workflow: string
  /** Null for a mail about an account or an order. An event that was deleted has no name. */
  event: { id: string; name: string | null } | null
  /** Null unless it is about an order. */
  order: { id: string; number: string } | null
  dueAt: Instant
  zone: string
}
export const MOST_PLANNED = 50

/** Body of `POST /api/admin/mails/retry`. */
export const mailsToRetry = z.strictObject({ ids: atOnce(z.uuid()) })

/** Whom exactly a message is to, and the account with that email address, if there is one. */
export type MailRecipient = { recipient: string; userId: string | null }

/** The number of messages in each state. */
export type MailCounts = Record<MailState, number>

/** The messages of one day that were settled on it. */
export type MailDay = {
  /** `2026-11-23`, in the zone of the site. */
  day: string
  sent: number
  failed: number
  skipped: number
}

/** Messages that failed, or that a receiver returned, for the same reason. */
export type MailFault = {
  /** The enhanced status code, such as `5.1.1`; null where no receiver gave one. */
  code: string | null
  sentence: string
  count: number
}

/** How many days the overview looks back, today included. */
export const MAIL_DAYS = 14

/** How delivery goes: what waits, what became of the messages of the last days, and what is wrong now. */
export type MailOverview = {
  counts: MailCounts
  /** Waiting messages: since when the oldest waits, how many have failed before, and when the next one is due. */
  queue: { count: number; oldestAt: Instant | null; retrying: number; nextAt: Instant | null }
  /** Since when mail that is not about security is held; null while all is sent. */
  heldSince: Instant | null
  /** The last `MAIL_DAYS` days, the newest first, also those without a message. */
  days: MailDay[]
  /** The reasons of failures in these days, the most frequent first. */
  faults: MailFault[]
  /** Messages of these days that were sent or have failed. */
  tried: number
  /** Warnings that hold now, the oldest first. */
  alerts: { key: string; sentence: string; since: Instant }[]
  /** When this was read, by the clock of the database. */
  now: Instant
}

/** The sentence about the queue: `3 messages are waiting, the oldest for 4 minutes.` */
export function queueSentence({ queue: { count, oldestAt }, now }: Pick<MailOverview, 'queue' | 'now'>): string {
  if (count === 0 || oldestAt === null) return 'No messages are waiting.'
  const age = formatDuration(Math.max(0, now - oldestAt))
  return count === 1
    ? `1 message has been waiting for ${age}.`
    : `${plural(count, 'message')} are waiting, the oldest for ${age}.`
}

/** What the provider reported about a message. */
export type MailNote = { id: string; at: Instant; provider: string; sentence: string; text: string | null }

/** The workflow that a message came from, and the event or the order that it is about. */
export type MailOrigin = {
  ruleId: string
  workflow: string
  eventId: string | null
  eventName: string | null
  order: { id: string; number: string } | null
}

/** One message with all that is known about it, in words. */
export type MailDetail = {
  mail: MailLine
  origin: MailOrigin | null
  /** Why it was written. */
  because: string
  /** What became of it. */
  outcome: string
  notes: MailNote[]
  /** Why it cannot be sent again; null if it can. */
  refusal: string | null
}
