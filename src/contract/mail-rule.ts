import { z } from 'zod'
import type { PlainClock, PlainDay } from './instant.ts'
import { text } from './text.ts'

/** What the time of a rule's mails is counted from, in words. */
export const MAIL_ANCHORS = {
  'event-start': 'start of the event',
  'event-end': 'end of the event',
  'early-bird-end': 'end of the early bird price',
  'registration-close': 'close of registration',
  'task-due': 'due day of a task',
  'sign-up': 'sign-up',
  approval: 'approval',
  week: 'start of the week',
  'po-due': 'last day for a PO number',
  'invoice-due': 'due day of an invoice',
} as const
export type MailAnchor = keyof typeof MAIL_ANCHORS

/**
 * Who gets a rule's mails, in words. `member` is the person whose sign-up or approval is the anchor, `buyers` those whose orders are
 * still open. `figure-readers` of a week and of an event are chosen separately.
 */
export const MAIL_AUDIENCES = {
  'event-team': 'Team of the event',
  'vendor-contacts': 'Vendor contacts of the event',
  'open-tasks': 'People with open tasks',
  'room-followers': 'Members who follow the event’s room',
  reporters: 'Reporters from the event’s page',
  administrators: 'Administrators',
  'figure-readers': 'Administrators who want figures',
  member: 'The member',
  buyers: 'Buyers of open orders',
} as const
export type MailAudience = keyof typeof MAIL_AUDIENCES
/** The audiences that belong to an event. */
export type EventAudience = Exclude<MailAudience, 'member' | 'buyers'>

/** What has to be true of an event for a rule to apply, in words. Being published and taking place is always required. */
export const MAIL_CONDITIONS = {
  'has-venue': 'The venue is known',
  'has-early-bird': 'The event has an early bird price',
  'has-room': 'The event has a room in the forum',
  'has-open-tasks': 'The event has open tasks',
} as const
export type MailCondition = keyof typeof MAIL_CONDITIONS

/** Where a mail goes whose day is a Saturday or Sunday, in words. */
export const WEEKEND_RULES = {
  send: 'Send on the weekend too',
  before: 'Send on the Friday before',
  after: 'Send on the Monday after',
} as const
export type WeekendRule = keyof typeof WEEKEND_RULES

export const RULE_STATES = ['draft', 'on', 'paused'] as const
/** `draft` plans nothing; `on` plans and sends; `paused` plans and holds. */
export type RuleState = (typeof RULE_STATES)[number]

/**
 * `planned` waits for its time; `held` waits for something else too; `sent` was handed to the outbox; `skipped` is not sent to this
 * person; `missed` was not sent in time; `cancelled` lost its occasion. All but the first and `sent` have a reason.
 */
export type MailPlanState = 'planned' | 'held' | 'sent' | 'skipped' | 'missed' | 'cancelled'

/** The furthest that a mail is from its anchor, in days. */
export const MOST_DAYS = 90
/** Hours after its time in which a late mail is still sent, unless its rule says otherwise. */
export const DEFAULT_LATE_HOURS = 12
/** Each subject and body stay within these lengths. */
export const SUBJECT_MAX = 150
export const BODY_MAX = 5000

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM')

/** When a rule's mails are due: as soon as the anchor is reached, or days before or after it, at a time of day. */
const mailTiming = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at-once') }),
  z.strictObject({
    kind: z.literal('day'),
    /** Negative is before the anchor's day, 0 is the day itself. */
    days: z
      .number('Enter a number of days')
      .int('Enter a whole number of days')
      .min(-MOST_DAYS, `At most ${MOST_DAYS} days before`)
      .max(MOST_DAYS, `At most ${MOST_DAYS} days after`),
    /** On the clock of the event’s zone. */
    at: clock,
  }),
])

/** What the mails of a rule are about: an event, the recipient's account, an order in the shop, or the week before. */
type MailSubject = 'event' | 'account' | 'order' | 'week'

const OTHER_SUBJECTS: Partial<Record<MailAnchor, MailSubject>> = {
  'sign-up': 'account',
  approval: 'account',
  week: 'week',
  'po-due': 'order',
  'invoice-due': 'order',
}

/** What mails with this anchor are about. */
export function subjectOf(anchor: MailAnchor): MailSubject {
  return OTHER_SUBJECTS[anchor] ?? 'event'
}

/** True for an audience that belongs to an event. */
export function isEventAudience(audience: MailAudience): audience is EventAudience {
  return audience !== 'member' && audience !== 'buyers'
}

const isInWeek = (timing: z.output<typeof mailTiming>) =>
  timing.kind === 'at-once' || (timing.days >= 0 && timing.days <= 6)

const keys = <Key extends string>(words: Readonly<Record<Key, string>>): [Key, ...Key[]] => {
  // Object.keys knows no key types.
  const [first, ...rest] = Object.keys(words) as Key[]
  if (first === undefined) throw new Error('A list of choices is empty')
  return [first, ...rest]
}

const fields = {
  anchor: z.enum(keys(MAIL_ANCHORS)),
  timing: mailTiming,
  audience: z.enum(keys(MAIL_AUDIENCES)),
  conditions: z.array(z.enum(keys(MAIL_CONDITIONS))).max(4),
  /** Hours after the due time in which the mail is still sent. */
  lateHours: z.number('Enter a number of hours').int('Enter a whole number of hours').min(1).max(168),
  weekend: z.enum(keys(WEEKEND_RULES)),
  subject: text(1, SUBJECT_MAX, 'Subject'),
  /** Markdown with placeholders such as `{{event.name}}`. */
  body: text(1, BODY_MAX, 'Text'),
}

/** All that a version of a rule says. */
export const mailRuleDefinition = z
  .strictObject(fields)
  .refine(({ anchor, audience }) => (subjectOf(anchor) === 'account') === (audience === 'member'), {
    path: ['audience'],
    message: 'Only mails about a sign-up or an approval go to the member, and they go to no one else',
  })
  .refine(({ anchor, audience }) => (subjectOf(anchor) === 'order') === (audience === 'buyers'), {
    path: ['audience'],
    message: 'Only mails about an order go to its buyer, and they go to no one else',
  })
  .refine(({ anchor, audience }) => anchor !== 'week' || audience === 'figure-readers', {
    path: ['audience'],
    message: 'Mails of every week go to the administrators who want figures',
  })
  .refine(({ anchor, timing }) => anchor !== 'week' || isInWeek(timing), {
    path: ['timing', 'days'],
    message: 'Mails of every week are sent 0 to 6 days after Monday',
  })
  .refine(({ anchor, audience }) => anchor !== 'task-due' || audience === 'open-tasks', {
    path: ['audience'],
    message: 'Mails about a task go to the people with open tasks',
  })
export type MailRuleDefinition = z.output<typeof mailRuleDefinition>

/** The fields that one event may have differently. The anchor and the audience make the rule what it is. */
export const mailRuleOverrides = z
  .strictObject({
    timing: fields.timing,
    conditions: fields.conditions,
    lateHours: fields.lateHours,
    weekend: fields.weekend,
    subject: fields.subject,
    body: fields.body,
  })
  .partial()
export type MailRuleOverrides = z.output<typeof mailRuleOverrides>

/** When mails wait, and how many one person gets. Security mail does not count, and does not wait. (decision 0054) */
export const mailPolicy = z.strictObject({
  /** On the clock of the event's zone. The same time twice means that no hours are quiet. */
  quietFrom: clock,
  quietTo: clock,
  /** Mails of workflows that one person gets on one day. Those about orders count, and only each other for themselves. (decision 0060) */
  mostPerDay: z
    .number('Enter a number of emails')
    .int('Enter a whole number of emails')
    .min(1, 'At least 1 email a day')
    .max(20, 'At most 20 emails a day'),
})
export type MailPolicy = z.output<typeof mailPolicy>

/** What holds until somebody saves something else. */
export const DEFAULT_MAIL_POLICY: MailPolicy = { quietFrom: '21:00', quietTo: '07:00', mostPerDay: 4 }

/** What a mail tells of an event; if it differs from what a recipient knows, a correction is due. */
export type EventFacts = {
  eventDate: PlainDay
  timeStart: PlainClock | null
  timeEnd: PlainClock | null
  timeZone: string
  venue: string | null
  address: string | null
  city: string | null
  status: 'scheduled' | 'postponed' | 'moved' | 'cancelled' | 'unpublished'
}
