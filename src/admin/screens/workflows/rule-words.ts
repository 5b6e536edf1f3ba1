import {
  isEventAudience,
  MAIL_ANCHORS,
  MAIL_AUDIENCES,
  MAIL_CONDITIONS,
  type MailAnchor,
  type MailAudience,
  type MailCondition,
  type MailRuleDefinition,
  type MailRuleOverrides,
  subjectOf,
  WEEKEND_RULES,
} from '#src/contract/mail-rule.ts'
import { capitalize, plural } from '#src/contract/plural.ts'
import { describeTiming, OVERRIDE_WORDS } from '#src/contract/workflows.ts'

/** When a mail goes out, as the form asks for it. */
export const WHEN_WORDS = {
  before: 'Days before',
  on: 'On the day',
  after: 'Days after',
  'at-once': 'Right after',
} as const
export type When = keyof typeof WHEN_WORDS

/** The fields of a rule's form: its definition with the time in three fields. A number is null or text while it is not one. */
export type RuleValues = Omit<MailRuleDefinition, 'timing' | 'lateHours'> & {
  title: string
  when: When
  days: number | string | null
  at: string
  lateHours: number | string | null
}

/** How the form and the merge view name the fields. */
export const LABELS = {
  title: 'Title',
  anchor: 'Relative to',
  when: 'Send',
  days: 'Days',
  at: 'Time of day',
  audience: 'Audience',
  conditions: 'Only if',
  lateHours: 'Late window in hours',
  weekend: 'Weekends',
  subject: 'Subject',
  body: 'Text',
} as const satisfies Record<keyof RuleValues, string>

/** How the merge view shows the fields that are no plain text. */
export const DESCRIBED: { [Field in keyof RuleValues]?: (value: RuleValues[Field]) => string } = {
  anchor: (anchor) => capitalize(MAIL_ANCHORS[anchor]),
  when: (when) => WHEN_WORDS[when],
  audience: (audience) => MAIL_AUDIENCES[audience],
  conditions: describeConditions,
  weekend: (weekend) => WEEKEND_RULES[weekend],
}

function describeConditions(conditions: readonly MailCondition[]): string {
  return conditions.map((condition) => MAIL_CONDITIONS[condition]).join(', ') || 'None'
}

/** The audiences that a rule with this anchor can have. */
export function audiencesOf(anchor: MailAnchor): MailAudience[] {
  if (subjectOf(anchor) === 'week') return ['figure-readers']
  if (subjectOf(anchor) === 'account') return ['member']
  if (subjectOf(anchor) === 'order') return ['buyers']
  if (anchor === 'task-due') return ['open-tasks']
  // Object.keys knows no key types.
  return (Object.keys(MAIL_AUDIENCES) as MailAudience[]).filter(isEventAudience)
}

/** When mails with this anchor can go out: none before a sign-up or a week, and none after an order without a PO number has expired. */
export function timesOf(anchor: MailAnchor): When[] {
  if (subjectOf(anchor) === 'week') return ['on', 'after', 'at-once']
  if (subjectOf(anchor) === 'account') return ['at-once', 'on', 'after']
  return anchor === 'po-due' ? ['before', 'on'] : ['before', 'on', 'after', 'at-once']
}

/** What a definition says, field by field, as people read it. */
export function describeDefinition(
  definition: MailRuleDefinition,
): Record<keyof MailRuleOverrides | 'audience', string> {
  const { audience, conditions, lateHours, weekend, subject, body } = definition
  return {
    timing: describeTiming(definition),
    audience: MAIL_AUDIENCES[audience],
    conditions: describeConditions(conditions),
    lateHours: plural(lateHours, 'hour'),
    weekend: WEEKEND_RULES[weekend],
    subject,
    body,
  }
}

/** What the fields of a definition are called. */
export const DEFINITION_WORDS = { ...OVERRIDE_WORDS, audience: LABELS.audience } as const

/** `1 person`, `12 people`. */
export function countPeople(people: number): string {
  return people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`
}

/** The parts of the list, in its order. */
export const GROUPS = ['Before the event', 'On the day', 'After the event', 'Accounts', 'Orders', 'Every week'] as const

/** Where the list shows a rule. */
export function groupOf({
  definition: { anchor, timing },
}: {
  definition: Pick<MailRuleDefinition, 'anchor' | 'timing'>
}): (typeof GROUPS)[number] {
  if (subjectOf(anchor) === 'week') return 'Every week'
  if (subjectOf(anchor) === 'account') return 'Accounts'
  if (subjectOf(anchor) === 'order') return 'Orders'
  if (anchor === 'early-bird-end' || anchor === 'task-due') return 'Before the event'
  const days = timing.kind === 'day' ? timing.days : 0
  if (days === 0) return 'On the day'
  return days < 0 ? 'Before the event' : 'After the event'
}
