import { Temporal } from 'temporal-polyfill'
import type { EventStatus } from '#src/contract/event.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { DEFAULT_MAIL_POLICY, type MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { dayKey, type Member, type PlanInput, type PlanRule, type StoredMail } from '#src/domain/mail-plan/occasions.ts'
import { forecast, isDue, type Plan, plan, takesTurn } from '#src/domain/mail-plan/plan.ts'
import { differing } from '#src/domain/mail-plan/store-plan.ts'
import { anEvent } from '#tests/support/event-fixture.ts'

export type World = {
  now: Instant
  events: Map<string, WorldEvent>
  rules: PlanRule[]
  /** What events do differently, by event and rule. */
  own: Map<string, { isSkipped: boolean; definition: Partial<MailRuleDefinition> }>
  audience: Map<string, Member>
  stored: Map<string, StoredMail[]>
  verdicts: Map<string, Plan['verdicts']>
  sent: Sent[]
}
export type WorldEvent = {
  eventDate: PlainDay
  zone: string
  status: EventStatus
  isPublished: boolean
  publishedAt: Instant | null
  deadline: PlainDay | null
  isDeleted: boolean
  tasks: Map<string, number>
}
/** A mail with what was true when it was sent. */
type Sent = {
  eventId: string
  mail: StoredMail
  at: Instant
  rule: PlanRule
  event: WorldEvent
  member: Member | undefined
}

const TEAM = 'p0'

/** All that the mails of an event follow from, in this world. */
export function inputOf(world: World, eventId: string): PlanInput {
  const event = world.events.get(eventId)
  if (!event) throw new Error('There is no such event.')
  const { zone: eventTimezone, deadline: earlyBirdDeadline, tasks, isDeleted, ...rest } = event
  const rules = world.rules.map((rule) => {
    const own = world.own.get(`${eventId} ${rule.id}`)
    return { ...rule, isSkipped: own?.isSkipped ?? false, definition: { ...rule.definition, ...own?.definition } }
  })
  const people = [...world.audience.values()]
  const workers = [...tasks].map(([id, dueDays]) => ({ ...somebody(TEAM), task: { id, dueDays } }))
  const others = new Map<string, number>()
  for (const [other, mails] of world.stored)
    for (const mail of other === eventId ? [] : mails)
      if (mail.state === 'sent' || takesTurn(mail)) others.set(dayKey(mail), (others.get(dayKey(mail)) ?? 0) + 1)
  const planned = {
    ...anEvent({ ...rest, eventTimezone, earlyBirdDeadline }),
    hasRoom: true,
    hasOpenTasks: tasks.size > 0,
  }
  return {
    event: isDeleted ? null : planned,
    rules,
    audiences: new Map(
      rules.map(({ id, definition }) => [id, definition.audience === 'open-tasks' ? workers : people]),
    ),
    stored: world.stored.get(eventId) ?? [],
    others,
    policy: DEFAULT_MAIL_POLICY,
    now: world.now,
  }
}

export function somebody(name: string, refusal: string | null = null): Member {
  return { subjectId: `team:${name}`, address: `${name}@plant.example`, name, refusal }
}

/** Plans one event and stores what differs, as the database does. Returns how many stored mails changed. */
export function advanceIn(world: World, eventId: string): number {
  const input = inputOf(world, eventId)
  const { mails, verdicts } = plan(input)
  const due = mails.filter((mail) => isDue(mail, world.now)).map((mail) => ({ ...mail, id: mail.id ?? newId() }))
  const changed = differing(
    mails.filter((mail) => !isDue(mail, world.now)),
    input.stored,
  ).map((mail) => ({ ...mail, id: mail.id ?? newId() }))
  const next = new Map(input.stored.map((mail) => [mail.id, mail]))
  for (const mail of changed) next.set(mail.id, mail)
  for (const mail of due) {
    next.set(mail.id, { ...mail, state: 'sent', reason: null })
    const [rule, event] = [input.rules.find(({ id }) => id === mail.ruleId), world.events.get(eventId)]
    const member = input.audiences.get(mail.ruleId)?.find(({ address }) => address === mail.recipient)
    if (rule && event) world.sent.push({ eventId, mail, at: world.now, rule, event: { ...event }, member })
  }
  world.stored.set(eventId, [...next.values()])
  world.verdicts.set(eventId, verdicts)
  return changed.length + due.length
}

let lastId = 0
const newId = () => `mail-${lastId++}`

/** Plans every event until nothing changes any longer. */
export function settle(world: World): void {
  for (let round = 0; round < 10; round += 1) {
    const changes = [...world.events.keys()].map((id) => advanceIn(world, id))
    if (changes.every((count) => count === 0)) return
  }
  throw new Error('The plan does not settle.')
}

export const mailKey = ({ ruleId, recipientKey, occurrence, itemId }: StoredMail | Plan['mails'][number]) =>
  [ruleId, recipientKey, occurrence, itemId].join(' ')

/** What a dry run says now of all events: each mail with its time. */
export function forecastIn(world: World): { key: string; at: Instant }[] {
  return [...world.events.keys()].flatMap((id) => {
    const input = inputOf(world, id)
    return forecast(plan(input), input).map((mail) => ({ key: `${id} ${mailKey(mail)}`, at: mail.at }))
  })
}

/** The first and the last instant of a mail's time, computed apart from the planner. Without a weekend rule and at a time of day. */
export function boundsOf({ rule, event, mail }: Sent): { from: Instant; until: Instant } | undefined {
  const { timing, lateHours, weekend, anchor } = rule.definition
  if (timing.kind === 'at-once' || weekend !== 'send') return undefined
  const task = event.tasks.get(mail.itemId)
  const eventDay = Temporal.PlainDate.from(event.eventDate)
  const taskDay = task === undefined ? undefined : eventDay.add({ days: task })
  const day = anchor === 'task-due' ? taskDay : anchor === 'early-bird-end' ? event.deadline : eventDay
  if (!day) return undefined
  const zoned = Temporal.PlainDate.from(day)
    .add({ days: timing.days })
    .toZonedDateTime({ timeZone: event.zone, plainTime: timing.at })
  const from = zoned.epochMilliseconds
  return {
    from,
    until: Math.min(from + lateHours * 3_600_000, from < mail.anchorAt ? mail.anchorAt : Number.POSITIVE_INFINITY),
  }
}

const onClock = (at: Instant, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

/** True for a mail that was due on a Saturday or Sunday although its rule leaves weekends out. */
export function isOnForbiddenWeekend({ rule: { definition }, mail }: Sent): boolean {
  const isFree = definition.weekend === 'send' || definition.timing.kind === 'at-once'
  return !isFree && onClock(mail.dueAt, mail.zone).dayOfWeek > 5
}

/** True for a mail that was sent in the quiet hours although nobody gave it a time of day, or it was more than half an hour late. */
export function isAtForbiddenHour({ rule: { definition }, mail, at }: Sent): boolean {
  const isPunctual = definition.timing.kind === 'day' && at - mail.dueAt <= 30 * 60_000
  const clock = onClock(at, mail.zone).toPlainTime().toString().slice(0, 5)
  const { quietFrom, quietTo } = DEFAULT_MAIL_POLICY
  return !isPunctual && (clock >= quietFrom || clock < quietTo)
}
