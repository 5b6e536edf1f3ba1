import { z } from 'zod'
import type { Boundary } from './dashboard.ts'
import type { EventTask } from './event-task.ts'
import type { Instant, PlainDay } from './instant.ts'
import type { OpenCorrection } from './mail-correction.ts'
import type { MailPlanState, MailRuleOverrides } from './mail-rule.ts'
import { pageFields } from './page.ts'

/** People who have the same state for the same reason. */
type MailShare = { state: MailPlanState; reason: string | null; people: number }

/** The mails of one workflow for one occurrence of the event, and for one task where mails are about tasks. */
export type MailEntry = {
  kind: 'mail'
  at: Instant
  ruleId: string
  title: string
  occurrence: PlainDay
  itemId: string
  /** The title of the task that they are about. */
  about: string | null
  dueAt: Instant
  lateAt: Instant
  people: number
  shares: MailShare[]
}

/** One moment in the life of an event, past or future. */
export type TimelineEntry =
  | { kind: 'boundary'; at: Instant; what: Boundary['kind'] }
  | MailEntry
  | { kind: 'task'; at: Instant; task: EventTask }
  | {
      kind: 'change'
      at: Instant
      action: string
      by: string
      build: { state: string; finishedAt: Instant | null } | null
    }
  | { kind: 'link'; at: Instant; note: string }
  | {
      kind: 'correction'
      at: Instant
      decision: 'sent' | 'declined'
      people: number
      by: string
      note: string | null
    }

/** What a workflow means for the event. */
export type RuleHere = {
  ruleId: string
  title: string
  isSkipped: boolean
  /** What the event does differently, and the version to change it from: 0 where it does nothing differently. */
  overrides: MailRuleOverrides
  version: number
  isWanted: boolean
  reason: string
  dueAt: Instant | null
  people: number
}

/** `GET /api/admin/events/:id/timeline`. Entries are sorted by time. */
export type EventTimeline = {
  now: Instant
  timeZone: string
  entries: TimelineEntry[]
  /** True if changes older than the oldest one here are left out. */
  hasOlder: boolean
  /** True if the event has more tasks than are among the entries. */
  hasMoreTasks: boolean
  /** Every workflow that was judged for this event. */
  rules: RuleHere[]
  correction: OpenCorrection | null
}

/** `GET …/timeline/people`: the people of one mail entry. */
export const mailPeopleQuery = z.strictObject({
  ...pageFields(z.tuple([z.uuid()])),
  rule: z.uuid(),
  occurrence: z.iso.date(),
  item: z.string().max(64).default(''),
})

/** One of them. The address is masked until somebody asks for it. */
export type MailPerson = {
  id: string
  name: string | null
  recipient: string
  state: MailPlanState
  reason: string | null
  sentAt: Instant | null
  /** The version of the workflow that the mail came from. */
  version: number
}

/** `GET …/explain?q=`: a name or an address. */
export const explainQuery = z.strictObject({
  q: z.string().trim().min(2, 'Enter a name or an email address').max(254, 'At most 254 characters'),
})

/** Why somebody got the mails of one workflow, or did not. */
export type Explanation = {
  ruleId: string
  title: string
  /** Who the workflow is for, in words. */
  audience: string
  /** What became of the mail; null for somebody who has none. */
  mail: (MailPerson & { dueAt: Instant; occurrence: PlainDay }) | null
  /** What became of a mail that was sent, if it did not arrive. */
  trouble: string | null
  /** Why the workflow sends nothing for this event at all, or that nobody knows yet; null if it does. */
  verdict: string | null
}

/** Somebody who was looked for, with one explanation for each workflow. */
export type ExplainedPerson = { name: string | null; recipient: string; explanations: Explanation[] }
