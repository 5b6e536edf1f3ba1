import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import type { EventConfig } from '#src/contract/event.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import type {
  MailAnchor,
  MailPlanState,
  MailPolicy,
  MailRuleDefinition,
  MailRuleOverrides,
  RuleState,
} from '#src/contract/mail-rule.ts'
import { getPhases } from '#src/contract/phases.ts'
import { remembered } from '#src/contract/remembered.ts'
import { addDays, dayIn, instantAt, startOfDayAfter } from '#src/contract/wall-clock.ts'
import { type Anchor, type MailTime, mailTime } from './due-time.ts'

/** An event, as far as mails depend on it. */
export type PlanEvent = EventConfig & { hasRoom: boolean; hasOpenTasks: boolean }

/** A rule as it holds for one event: the definition with what the event does differently. */
export type PlanRule = {
  id: string
  state: RuleState
  isDeleted: boolean
  onSince: Instant | null
  versionId: string
  definition: MailRuleDefinition
  /** What this event has differently from the version. */
  overrides: MailRuleOverrides
  /** By this event. */
  isSkipped: boolean
}

/** Somebody in the audience of a rule. */
export type Member = {
  /** Where they come from: `team:{id}`, `vendor:{id}`, `user:{id}`, `reporter:{email key}`, `order:{id}`. */
  subjectId: string
  address: string
  /** The number of the order, for a rule about orders. */
  name: string | null
  /** Why they get no mail; null if they do. */
  refusal: string | null
  /** The open task that the mail is about, where there is one for each task. */
  task?: { id: string; dueDays: number }
  /** The order that the mail is about, for a rule about orders. */
  orderId?: string
  /** For a rule about an account or an order: what its time is counted from. */
  anchor?: Anchor
}

/** A mail as it is stored, as far as the plan depends on it. */
export type StoredMail = WantedMail & { id: string }

/** A mail that there has to be, or the reason why there is none. */
export type WantedMail = {
  /** The stored mail that this one is from now on; null for a new one. */
  id: string | null
  ruleId: string
  versionId: string
  subjectId: string
  itemId: string
  recipient: string
  recipientKey: string
  name: string | null
  occurrence: PlainDay
  zone: string
  anchorAt: Instant
  dueAt: Instant
  lateAt: Instant
  state: MailPlanState
  reason: string | null
}

/** What a rule as a whole means for an event. */
export type Verdict = { ruleId: string; isWanted: boolean; reason: string; dueAt: Instant | null; people: number }

/** All that the mails of one event, of all accounts or of all orders follow from. */
export type PlanInput = {
  /** Null for the mails about accounts and orders, and for an event that was deleted. */
  event: PlanEvent | null
  rules: readonly PlanRule[]
  /** By the id of the rule. */
  audiences: ReadonlyMap<string, readonly Member[]>
  /** Every mail of this event. */
  stored: readonly StoredMail[]
  /** How many mails of other events people get, by `dayKey`. */
  others: ReadonlyMap<string, number>
  policy: MailPolicy
  now: Instant
  /** A rule whose time has passed, and whose mails are sent now because an editor asked for it. */
  sendNow?: string | undefined
}

/** The person and the day for which mails are counted. */
export function dayKey({ recipientKey, zone, dueAt }: Pick<WantedMail, 'recipientKey' | 'zone' | 'dueAt'>): string {
  return `${recipientKey} ${dueDay(`${dueAt} ${zone}`)}`
}

/** The mails of a rule have the same time, and formatting it takes longer than all else that is done for one of them. */
const dueDay = remembered((timeAndZone: string) => {
  const [time, zone = ''] = timeAndZone.split(' ')
  return dayIn(zone, Number(time))
})

/** A member at the time that a rule has for them. */
export type Occasion = { member: Member; recipientKey: string; itemId: string; anchor: Anchor; time: MailTime }

/** One for each person, and for each task or order of theirs where mails are about those, sorted by nothing but themselves. */
export function occasionsOf(rule: PlanRule, { event, audiences, policy, now, sendNow }: PlanInput): Occasion[] {
  const known = new Map<string, Occasion>()
  const members = (audiences.get(rule.id) ?? []).toSorted((a, b) => (a.subjectId < b.subjectId ? -1 : 1))
  const isOfTasks = rule.definition.anchor === 'task-due'
  // Without tasks, the time of an event's mail is the same for everybody.
  const ofEvent = isOfTasks ? undefined : event && eventAnchor(event, rule.definition.anchor)
  const shared = rule.definition.anchor === 'week' ? weekAnchor(rule, policy, now) : ofEvent
  const timeOf = (anchor: Anchor) => {
    const planned = mailTime(rule.definition, anchor, policy)
    return rule.id === sendNow ? timeOfSending(rule, planned, { anchor, now }) : planned
  }
  const sharedTime = shared && members.length > 0 ? timeOf(shared) : undefined
  for (const member of members) {
    const anchor =
      member.anchor ?? (isOfTasks && event && member.task ? taskAnchor(event, member.task.dueDays) : shared)
    if (!anchor) continue
    const time = anchor === shared && sharedTime ? sharedTime : timeOf(anchor)
    const itemId = member.orderId ?? (isOfTasks ? (member.task?.id ?? '') : '')
    const occasion = { member, recipientKey: recipientKeyOf(member), itemId, anchor, time }
    const other = known.get(personKey(occasion))
    if (other === undefined || (other.member.refusal !== null && member.refusal === null))
      known.set(personKey(occasion), occasion)
  }
  return [...known.values()]
}

const keyOfMember = new WeakMap<Member, string>()

/** An audience is shared by several rules, and to spell an address in ASCII takes long. */
function recipientKeyOf(member: Member): string {
  const known = keyOfMember.get(member)
  if (known !== undefined) return known
  const key = emailKey(normalizeEmail(member.address) ?? member.address)
  keyOfMember.set(member, key)
  return key
}

/** The time of a mail that an editor sends now. A mail from before its anchor is never sent after it. */
function timeOfSending({ definition }: PlanRule, time: MailTime, { anchor, now }: { anchor: Anchor; now: Instant }) {
  const end = now + definition.lateHours * 3_600_000
  const lateAt = time.dueAt < anchor.at ? Math.min(end, anchor.at) : end
  return lateAt > now ? { dueAt: now, lateAt } : time
}

/** The person, and the task or order, for which there is one mail on each occasion. */
export const personKey = ({ recipientKey, itemId }: Pick<WantedMail, 'recipientKey' | 'itemId'>) =>
  `${itemId} ${recipientKey}`

/** True for a mail about an order in the shop. */
export const isOfOrder = ({ subjectId }: Pick<WantedMail, 'subjectId'>) => subjectId.startsWith('order:')

/** What the time of an event's mails is counted from; undefined for an anchor that this event has not, or that is not an event's. */
export function eventAnchor(event: EventConfig, anchor: MailAnchor): Anchor | undefined {
  const { startsAt, endsAt, earlyBirdEndsAt } = getPhases(event)
  const { eventDate: day, eventTimezone: zone, earlyBirdDeadline } = event
  if (anchor === 'event-start' || anchor === 'registration-close') return { at: startsAt, day, zone }
  if (anchor === 'event-end') return { at: endsAt, day, zone }
  // The price ends with its last day: days before that are counted from this day, not from the midnight after it.
  if (anchor === 'early-bird-end' && earlyBirdEndsAt !== undefined && earlyBirdDeadline !== null)
    return { at: earlyBirdEndsAt, day: earlyBirdDeadline, zone }
  return undefined
}

const WEEK = 7
/** Longer than any mail of a week is after its Monday, with its weekend and late window, in days. */
const LONGEST_WEEK = 21

/** The first Monday whose mail is not late yet, on the clock of the statistics: that of this week, then that of the next. */
function weekAnchor({ definition }: PlanRule, policy: MailPolicy, now: Instant): Anchor {
  const zone = STATISTICS_ZONE
  const today = dayIn(zone, now)
  const sinceMonday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % WEEK
  const anchorOf = (day: PlainDay): Anchor => ({ at: instantAt(day, '00:00', zone), day, zone })
  let anchor = anchorOf(addDays(today, -sinceMonday - LONGEST_WEEK))
  while (mailTime(definition, anchor, policy).lateAt <= now) anchor = anchorOf(addDays(anchor.day, WEEK))
  return anchor
}

/** The same for a task that is due `dueDays` from the day of the event: the end of that day. */
function taskAnchor({ eventDate, eventTimezone: zone }: EventConfig, dueDays: number): Anchor {
  const day = addDays(eventDate, dueDays)
  return { at: startOfDayAfter(day, zone), day, zone }
}
