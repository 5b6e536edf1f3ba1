import type { Instant, PlainDay } from './instant.ts'
import type { MailPlaceholder } from './mail-placeholder.ts'
import type { MailPlanState } from './mail-rule.ts'

/** Someone who would get a mail, with a masked address. */
export type PreviewRecipient = { recipientId: string; name: string | null; masked: string }

/** A mail as one recipient would get it. */
export type MailPreview = {
  subject: string
  html: string
  text: string
  /** Placeholders without a value. The paragraphs and list items with one are left out. */
  empty: MailPlaceholder[]
  /** The one it is rendered for; null if the audience is empty: then it is rendered for nobody in particular. */
  recipient: PreviewRecipient | null
  /** The first `MOST_RECIPIENTS` of the audience, by name. */
  recipients: PreviewRecipient[]
  people: number
}
/** Recipients that a preview lists. */
export const MOST_RECIPIENTS = 50

/** A mail that a dry run would plan, or the reason why there would be none. */
type DryRunMail = {
  name: string | null
  masked: string
  state: MailPlanState
  reason: string | null
  dueAt: Instant
}
/** What a rule would do for one event if it were on now; for a rule about accounts or orders, what it would do for all of them. */
export type DryRunLine = {
  /** Null for the accounts and the orders. */
  event: { id: string; name: string; date: PlainDay; zone: string } | null
  /** Why it sends mails, or why it does not, as a sentence. */
  reason: string
  dueAt: Instant | null
  /** In its audience. */
  people: number
  /** How many mails are sent if nothing changes, and when the first of them is. */
  planned: number
  firstAt: Instant | null
  /** The first `MOST_DRY_RUN_MAILS` of its mails, by their time. */
  mails: DryRunMail[]
}
/**
 * Nothing of a dry run is written. `recipients` counts the people that the planned mails of its lines are for, `more` the later events
 * that it did not look at.
 */
export type DryRun = { lines: DryRunLine[]; recipients: number; more: number }
/** Why nothing is sent for an event that the rule applies to. */
export const NO_MAIL_PLANNED = 'The workflow applies to this event, but each recipient has a reason to get no email.'
/** Mails that each line of a dry run lists, and its lines. */
export const MOST_DRY_RUN_MAILS = 50
export const MOST_DRY_RUN_EVENTS = 20
