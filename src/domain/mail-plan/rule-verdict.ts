import { CONDITION_UNMET, VERDICT } from '#src/contract/mail-reason.ts'
import { type MailCondition, subjectOf } from '#src/contract/mail-rule.ts'
import { type MailTime, mailTime } from './due-time.ts'
import { eventAnchor, type Occasion, type PlanEvent, type PlanInput, type PlanRule, type Verdict } from './occasions.ts'

/**
 * Why a rule has no mails for this event at all; undefined if it has some. A deleted event is null: it is planned a last time when it is
 * deleted, so what becomes of its rules later changes no reason.
 */
export function refusal(rule: PlanRule, event: PlanEvent | null): string | undefined {
  const isOfEvents = subjectOf(rule.definition.anchor) === 'event'
  if (event === null && isOfEvents) return VERDICT.eventDeleted
  if (rule.isDeleted) return VERDICT.deleted
  if (rule.state === 'draft') return VERDICT.draft
  if (event === null || !isOfEvents) return undefined
  return refusalOfEvent(event) ?? refusalHere(rule, event)
}

function refusalOfEvent(event: PlanEvent): string | undefined {
  if (!event.isPublished) return VERDICT.unpublished
  return event.status === 'postponed' || event.status === 'cancelled' ? VERDICT[event.status] : undefined
}

function refusalHere({ isSkipped, definition }: PlanRule, event: PlanEvent): string | undefined {
  if (isSkipped) return VERDICT.skipped
  const unmet = definition.conditions.find((condition) => !IS_MET[condition](event))
  if (unmet) return CONDITION_UNMET[unmet]
  if (definition.anchor === 'early-bird-end' && event.earlyBirdDeadline === null) return VERDICT.noDeadline
  return definition.anchor === 'task-due' && !event.hasOpenTasks ? CONDITION_UNMET['has-open-tasks'] : undefined
}

const IS_MET: Readonly<Record<MailCondition, (event: PlanEvent) => boolean>> = {
  'has-venue': ({ venueName }) => venueName !== null,
  'has-early-bird': ({ earlyBirdDeadline }) => earlyBirdDeadline !== null,
  'has-room': ({ hasRoom }) => hasRoom,
  'has-open-tasks': ({ hasOpenTasks }) => hasOpenTasks,
}

/** Why nothing is made up for whose time had passed before there could be a mail. */
export function missedBefore({ onSince }: PlanRule, { dueAt }: MailTime, event: PlanEvent | null): string | undefined {
  if (onSince === null || dueAt < onSince) return VERDICT.beforeOn
  return event !== null && dueAt < (event.publishedAt ?? 0) ? VERDICT.beforePublished : undefined
}

type Judged = {
  input: PlanInput
  /** Why the rule has no mails here, if it has none. */
  no: string | undefined
  occasions: readonly Occasion[]
  /** Whether a mail of the rule was sent for this event. */
  isSent: boolean
}

/** What a rule means for an event as a whole. Rules about accounts or orders, and rules that were deleted, have no verdict. */
export function judge(rule: PlanRule, { input, no, occasions, isSent }: Judged): Verdict | undefined {
  const { event, now, policy } = input
  if (event === null || rule.isDeleted || subjectOf(rule.definition.anchor) !== 'event') return undefined
  const anchor = eventAnchor(event, rule.definition.anchor)
  const times = anchor ? [mailTime(rule.definition, anchor, policy)] : occasions.map(({ time }) => time)
  const first = times.toSorted((a, b) => a.dueAt - b.dueAt)[0]
  const last = times.toSorted((a, b) => b.lateAt - a.lateAt)[0]
  const people = new Set(occasions.map(({ recipientKey }) => recipientKey)).size
  const verdict = { ruleId: rule.id, dueAt: first?.dueAt ?? null, people }
  if (no !== undefined) return { ...verdict, isWanted: false, reason: no }
  const passed = last && missedBefore(rule, last, event)
  if (passed !== undefined) return { ...verdict, isWanted: isSent, reason: isSent ? VERDICT.sentByHand : passed }
  if (people === 0) return { ...verdict, isWanted: false, reason: VERDICT.nobody }
  if (rule.state === 'paused') return { ...verdict, isWanted: true, reason: VERDICT.paused }
  return { ...verdict, isWanted: true, reason: last && now >= last.lateAt ? VERDICT.over : VERDICT.applies }
}
