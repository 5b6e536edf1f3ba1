import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import type { MailCondition, MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { dayIn } from '#src/contract/wall-clock.ts'

const DAY = 86_400_000

/** Ten zones in which clocks change twice a year, on days of their own. */
export const ZONES = [
  ...['America/Chicago', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'Europe/London', 'Europe/Berlin'],
  ...['Africa/Cairo', 'Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Auckland'],
]
/** Both changes of each zone in 2027. */
export const CHANGES = ZONES.flatMap((zone) => {
  const first = Temporal.PlainDate.from('2027-01-01').toZonedDateTime(zone).getTimeZoneTransition('next')
  const changes = [first, first?.getTimeZoneTransition('next')]
  return changes.map((change) => ({ zone, at: change?.epochMilliseconds ?? Number.NaN }))
})
/** A sequence begins so many days before clocks change where its first event is, which is four days ahead. */
export const start = fc
  .record({ change: fc.constantFrom(...CHANGES), days: fc.integer({ min: 1, max: 7 }) })
  .map(({ change, days }) => ({ ...change, day: dayIn(change.zone, change.at - days * DAY) }))

/** What a rule says. */
export const rule: fc.Arbitrary<MailRuleDefinition> = fc
  .record({
    anchor: fc.constantFrom('event-start', 'event-end', 'early-bird-end', 'registration-close', 'task-due'),
    timing: fc.oneof(
      fc.constant({ kind: 'at-once' as const }),
      fc.record({
        kind: fc.constant('day' as const),
        days: fc.integer({ min: -5, max: 3 }),
        at: fc.constantFrom('00:30', '02:30', '09:00', '15:00', '22:30'),
      }),
    ),
    lateHours: fc.constantFrom(1, 12, 48),
    weekend: fc.constantFrom('send', 'send', 'before', 'after'),
    conditions: fc.constantFrom<MailCondition[]>([], [], ['has-early-bird'], ['has-open-tasks']),
  })
  .map((given) => ({
    ...given,
    audience: given.anchor === 'task-due' ? 'open-tasks' : 'event-team',
    subject: 'S',
    body: 'B',
  }))

/** More than there are at first. */
export const MOST_RULES = 8
const index = (count: number) => fc.nat({ max: count - 1 })
export const EVENTS = ['e0', 'e1']
const event = fc.constantFrom(...EVENTS)

/** Something that happens. */
export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.2, 1, 3, 9, 20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('outage' as const), hours: fc.constantFrom(2, 7, 30, 100) }) },
  fc.record({
    kind: fc.constant('create' as const),
    event,
    days: fc.integer({ min: 0, max: 6 }),
    zone: fc.constantFrom(...ZONES),
  }),
  fc.record({ kind: fc.constant('newRule' as const), definition: rule }),
  fc.record({ kind: fc.constant('move' as const), event, days: fc.integer({ min: -4, max: 9 }) }),
  fc.record({
    kind: fc.constant('status' as const),
    event,
    status: fc.constantFrom(
      'scheduled' as const,
      'scheduled' as const,
      'moved' as const,
      'postponed' as const,
      'cancelled' as const,
    ),
  }),
  fc.record({ kind: fc.constant('publish' as const), event, isPublished: fc.constantFrom(true, true, false) }),
  fc.record({ kind: fc.constant('delete' as const), event, isDeleted: fc.constantFrom(false, false, true) }),
  fc.record({ kind: fc.constant('deadline' as const), event, days: fc.option(fc.integer({ min: -6, max: 0 })) }),
  fc.record({ kind: fc.constant('zone' as const), event, zone: fc.constantFrom(...ZONES) }),
  fc.record({ kind: fc.constant('rule' as const), at: index(MOST_RULES), definition: rule }),
  fc.record({
    kind: fc.constant('state' as const),
    at: index(MOST_RULES),
    state: fc.constantFrom('draft' as const, 'on' as const, 'on' as const, 'paused' as const),
  }),
  fc.record({
    kind: fc.constant('deleteRule' as const),
    at: index(MOST_RULES),
    isDeleted: fc.constantFrom(false, false, true),
  }),
  fc.record({
    kind: fc.constant('own' as const),
    event,
    at: index(MOST_RULES),
    isSkipped: fc.boolean(),
    hours: fc.constantFrom(1, 24),
  }),
  fc.record({ kind: fc.constant('person' as const), at: index(4), is: fc.constantFrom('in', 'in', 'out', 'refused') }),
  fc.record({
    kind: fc.constant('task' as const),
    event,
    at: index(2),
    days: fc.option(fc.integer({ min: -3, max: 2 })),
  }),
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
