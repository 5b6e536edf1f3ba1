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
/** What a rule would do for one event if it were on now; for a rule about accounts, what it would do for all of them. */
export type DryRunLine = {
  /** Null for the accounts. */
  event: { id: string; name: string; date: PlainDay; zone: string } | null
  isWanted: boolean
  /** Why, as a sentence. */
  reason: string
  dueAt: Instant | null
  people: number
  /** The first `MOST_DRY_RUN_MAILS` of its mails, by their time. */
  mails: DryRunMail[]
}
/** Nothing of a dry run is written. `more` counts the events that are not among the lines. */
export type DryRun = { lines: DryRunLine[]; more: number }
/** Mails that each line of a dry run lists, and events that a dry run looks at. */
export const MOST_DRY_RUN_MAILS = 50
export const MOST_DRY_RUN_EVENTS = 20
