import { z } from 'zod'
import { formatClock } from './event-dates.ts'
import type { Instant, PlainDay } from './instant.ts'
import { entryVersion, nameText } from './library.ts'
import { findTextFaults } from './mail-placeholder.ts'
import {
  type EventAudience,
  MAIL_ANCHORS,
  type MailAnchor,
  type MailPolicy,
  type MailRuleDefinition,
  type MailRuleOverrides,
  mailPolicy,
  mailRuleDefinition,
  mailRuleOverrides,
  RULE_STATES,
  type RuleState,
  subjectOf,
} from './mail-rule.ts'
import { plural } from './plural.ts'

/** How each state of a rule is named. */
export const RULE_STATE_WORDS = { draft: 'Draft', on: 'On', paused: 'Paused' } as const satisfies Record<
  RuleState,
  string
>

/** What a saved change of a rule is answered with. */
export const RULE_SAVED = 'Workflow saved'
/** What each change of a rule's state is answered with. */
export const RULE_STATE_SAVED = {
  draft: 'Workflow is a draft. Its unsent emails were cancelled.',
  on: 'Workflow turned on',
  paused: 'Workflow paused. Its emails are held.',
} as const satisfies Record<RuleState, string>
/** What a test mail is answered with. */
export const testMailSent = (address: string) => `Test email sent to ${address}`
/** What a deletion is answered with. */
export const RULE_DELETED = 'Workflow deleted. Its unsent emails were cancelled.'
/** How the subject of a test mail begins. */
export const TEST_PREFIX = '[Test] '
/** Refuses to preview a mail for someone who is not, or no longer, in the audience. */
export const NOT_IN_AUDIENCE = 'This person is not in the audience.'
/** Refuses to send mails that were not missed, or can no longer be sent. */
export const NOTHING_MISSED = 'There is no missed email of this workflow that can still be sent for this event.'
/** What sending them is answered with. */
export const missedSent = (sent: number) => `${plural(sent, 'email')} sent`
/** Refuses to send mails of a rule that is a draft or paused. */
export const RULE_NOT_ON = 'Turn the workflow on first.'

/** A definition whose placeholders are known and can be filled. */
const checkedDefinition = mailRuleDefinition.superRefine((definition, context) => {
  for (const { field, message } of findTextFaults(definition)) {
    context.addIssue({ code: 'custom', path: [field], message })
  }
})

const title = nameText(100, 'Title')

/** Body of `POST /api/admin/mail-rules`. The form chooses the id, so that a second click makes no second rule. */
export const newMailRule = z.strictObject({ id: z.uuid(), title, definition: checkedDefinition })
export type NewMailRule = z.output<typeof newMailRule>

/** Body of `PATCH /api/admin/mail-rules/:id`: the whole form again, with the version it was filled from. */
export const mailRuleChange = z.strictObject({ version: entryVersion, title, definition: checkedDefinition })
export type MailRuleChange = z.output<typeof mailRuleChange>

/** Body of `POST /api/admin/mail-rules/:id/state`. */
export const mailRuleStateChange = z.strictObject({ version: entryVersion, state: z.enum(RULE_STATES) })

/** Body of `POST /api/admin/mail-rules/:id/revert`: the number of the version whose definition becomes the current one again. */
export const mailRuleRevert = z.strictObject({ version: entryVersion, number: z.int().min(1) })

/**
 * Body of `PUT /api/admin/events/:id/mail-rules`: everything that the event does differently. A field that is left
 * out follows the rule. `version` is 0 for an event that did nothing differently.
 */
export const eventMailRuleChange = z.strictObject({
  ruleId: z.uuid(),
  version: z.int().min(0),
  isSkipped: z.boolean(),
  overrides: mailRuleOverrides,
})
export type EventMailRuleChange = z.output<typeof eventMailRuleChange>

/** Body of `POST /api/admin/events/:id/mail-rules/send-now`. */
export const missedRule = z.strictObject({ ruleId: z.uuid() })

/** Body of the preview and of a test mail: a definition, saved or not. */
export const mailRulePreviewInput = z.strictObject({
  definition: checkedDefinition,
  /** Null for a rule about an account or an order. */
  eventId: z.uuid().nullable(),
  /** One of the preview's recipients; null for the first. */
  recipientId: z.string().max(64).nullable(),
})
export type MailRulePreviewInput = z.output<typeof mailRulePreviewInput>

/** Body of a dry run: the definition in the form; null for the saved one. */
export const dryRunInput = z.strictObject({ definition: checkedDefinition.nullable() })

/** Body of `PUT /api/admin/mail-rules/policy`. `version` is null as long as it was never saved. */
export const mailPolicyChange = z.strictObject({ version: z.int().nullable(), policy: mailPolicy })
export type MailPolicyChange = z.output<typeof mailPolicyChange>
/** The policy that holds, and the version to save it from. */
export type SavedMailPolicy = { policy: MailPolicy; version: number | null }

/** One rule as its list shows it. */
export type MailRuleLine = {
  id: string
  title: string
  state: RuleState
  /** True for one of the starter set. */
  isStarter: boolean
  definition: MailRuleDefinition
  /** The number of the version that holds. */
  currentVersion: number
  version: number
  onSince: Instant | null
  updatedAt: Instant
  /** Events that have not ended and skip it, or do something differently. */
  skippedBy: number
  changedBy: number
  /** Its mails that wait. */
  mails: { planned: number; held: number }
  /** When its next mail is due; null if none is planned. */
  nextDueAt: Instant | null
  /** The time zone of its event; null if none is planned. */
  nextZone: string | null
}
/** The next published event, and how many people each audience has there now. */
export type NextAudiences = {
  eventId: string
  eventName: string
  eventDate: PlainDay
  people: Record<EventAudience, number>
}
/** All rules by their time before and after the day of an event. `next` is null where no published event is ahead. */
export type MailRuleList = { items: MailRuleLine[]; policy: SavedMailPolicy; next: NextAudiences | null }

/** A version of a rule as it was saved. */
export type MailRuleVersion = {
  number: number
  definition: MailRuleDefinition
  madeByName: string
  createdAt: Instant
}

/** An event that skips a rule, or does something differently. */
export type RuleException = {
  eventId: string
  eventName: string
  eventDate: PlainDay
  isSkipped: boolean
  differs: (keyof MailRuleOverrides)[]
}

/** One rule with its versions, latest first, and the events that are exceptions. */
export type MailRuleAnswer = { rule: MailRuleLine; versions: MailRuleVersion[]; exceptions: RuleException[] }

/** One rule as it holds for one event. */
export type EventMailRule = {
  ruleId: string
  title: string
  state: RuleState
  /** What the rule says, and what holds for this event. */
  standard: MailRuleDefinition
  effective: MailRuleDefinition
  /** The fields that differ from the rule. */
  differs: (keyof MailRuleOverrides)[]
  isSkipped: boolean
  /** Of the exception; 0 where there is none. */
  version: number
  /** What the planner last decided; null if it has not yet looked at this rule for this event. */
  verdict: { isWanted: boolean; reason: string; dueAt: Instant | null; people: number } | null
  /** How many people at most get it if its mails are sent by hand now, since their time had passed. */
  missed: number
}

/** How each field that an event may have differently is named. */
export const OVERRIDE_WORDS = {
  timing: 'Time',
  conditions: 'Conditions',
  lateHours: 'Late window',
  weekend: 'Weekends',
  subject: 'Subject',
  body: 'Text',
} as const satisfies Record<keyof MailRuleOverrides, string>

/** Shown beside a field that an event has differently, and the button that gives it back. */
export const DIFFERS_FROM_DEFAULT = 'differs from default'
export const REVERT_TO_DEFAULT = 'Revert to default'
/** When a rule's mails are due, as a sentence: `7 days before the start of the event, at 9:00 AM`. */
export function describeTiming({ anchor, timing }: Pick<MailRuleDefinition, 'anchor' | 'timing'>): string {
  if (anchor === 'week') return describeWeekly(timing)
  const noun = MAIL_ANCHORS[anchor]
  if (timing.kind === 'at-once') return `Right after the ${noun}`
  const at = `at ${formatClock(timing.at)}`
  if (timing.days === 0) return `${isDay(anchor) ? `On the ${noun}` : `On the day of the ${noun}`}, ${at}`
  const days = plural(Math.abs(timing.days), 'day')
  return `${days} ${timing.days < 0 ? 'before' : 'after'} the ${noun}, ${at}`
}

const isDay = (anchor: MailAnchor) => anchor === 'task-due' || subjectOf(anchor) === 'order'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function describeWeekly(timing: MailRuleDefinition['timing']): string {
  if (timing.kind === 'at-once') return 'Every Monday, right after the start of the week'
  return `Every ${WEEKDAYS[timing.days] ?? 'week'}, at ${formatClock(timing.at)}`
}

/** The list is in this order: accounts, prices, tasks, then the day itself, then orders, then what is sent every week. */
const ANCHOR_ORDER: Record<MailAnchor, number> = {
  'sign-up': 0,
  approval: 1,
  'early-bird-end': 2,
  'task-due': 3,
  'registration-close': 4,
  'event-start': 4,
  'event-end': 4,
  'po-due': 5,
  'invoice-due': 6,
  week: 7,
}

/** For sorting rules by their time before and after the day of an event. */
export function compareRules(a: RuleTime, b: RuleTime): number {
  const [first, second] = [toOrder(a), toOrder(b)]
  const at = first.findIndex((value, place) => value !== second[place])
  if (at >= 0) return (first[at] ?? 0) - (second[at] ?? 0)
  return a.title < b.title ? -1 : a.title > b.title ? 1 : 0
}
type RuleTime = { title: string; definition: Pick<MailRuleDefinition, 'anchor' | 'timing'> }

function toOrder({ definition: { anchor, timing } }: RuleTime): number[] {
  const isEnd = anchor === 'event-end' ? 1 : 0
  if (timing.kind === 'at-once') return [ANCHOR_ORDER[anchor], 0, isEnd, 0]
  const [hours = 0, minutes = 0] = timing.at.split(':').map(Number)
  return [ANCHOR_ORDER[anchor], timing.days, isEnd, hours * 60 + minutes]
}
