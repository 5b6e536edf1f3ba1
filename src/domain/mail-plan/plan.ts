import { normalizeEmail } from '#src/contract/email.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { MAIL_REASON, mostPerDayReason, VERDICT } from '#src/contract/mail-reason.ts'
import { subjectOf } from '#src/contract/mail-rule.ts'
import { quietUntil } from './due-time.ts'
import {
  dayKey,
  isOfOrder,
  type Occasion,
  occasionsOf,
  type PlanInput,
  type PlanRule,
  personKey,
  type StoredMail,
  type Verdict,
  type WantedMail,
} from './occasions.ts'
import { judge, missedBefore, refusal } from './rule-verdict.ts'

/** `mails` are those that have to be added or may have changed; a stored one that is not among them stays as it is. */
export type Plan = { mails: WantedMail[]; verdicts: Verdict[] }

/**
 * Which mails one event has, or all accounts or orders have: for each rule and person at most one for each occurrence. The same input always
 * leads to the same plan, and a plan that was stored leads to no further change. (decision 0054)
 */
export function plan(input: PlanInput): Plan {
  const stored = Map.groupBy(input.stored, ({ ruleId }) => ruleId)
  const planned = input.rules.map((rule) => planRule(rule, input, stored.get(rule.id) ?? []))
  const wanted = keepLatestSteps(
    planned.flatMap((rule) => rule.wanted),
    input,
  )
  const mails = limitDays(joinTasks(wanted, input), input)
  const kept = new Set([...planned.flatMap(({ settled }) => settled), ...mails.map(({ id }) => id)])
  const dropped = input.stored.filter(({ id }) => !kept.has(id)).flatMap((mail) => drop(mail, planned, input.now))
  return { mails: [...mails, ...dropped], verdicts: planned.flatMap(({ verdict }) => verdict ?? []) }
}

/** True for a mail that is handed to the outbox now. */
export function isDue({ state, dueAt }: Pick<WantedMail, 'state' | 'dueAt'>, now: Instant): boolean {
  return state === 'planned' && dueAt <= now
}

/** A mail that is sent at `at` if nothing changes until then. */
export type ForecastMail = WantedMail & { at: Instant }

/** Of a plan, the mails that are sent if nothing changes, each with its time: a late one waits for the end of the quiet hours. */
export function forecast({ mails }: Plan, input: PlanInput): ForecastMail[] {
  return mails
    .filter(({ state, reason }) => state === 'planned' || reason === MAIL_REASON.quiet)
    .map((mail) => ({ ...mail, at: sendingTime(mail, input) }))
}

/** When a mail is sent if nothing changes. */
function sendingTime({ dueAt, zone }: WantedMail, { policy, now }: PlanInput): Instant {
  return quietUntil(dueAt, zone, policy, now) ?? Math.max(dueAt, now)
}

/** True for a mail that counts for its person and day before it is sent. */
export function takesTurn({ state, reason }: Pick<WantedMail, 'state' | 'reason'>): boolean {
  return state === 'planned' || (state === 'held' && reason !== MAIL_REASON.paused)
}

type PlannedRule = {
  rule: PlanRule
  verdict?: Verdict
  /** Why the rule has no mails here, if it has none. */
  no: string | undefined
  wanted: WantedMail[]
  /** The ids of stored mails that stay as they are. */
  settled: string[]
  people: ReadonlySet<string>
}

function planRule(rule: PlanRule, input: PlanInput, stored: readonly StoredMail[]): PlannedRule {
  const occasions = occasionsOf(rule, input)
  const people = new Set(occasions.map(personKey))
  const no = refusal(rule, input.event)
  const planned: PlannedRule = { rule, no, wanted: [], settled: [], people }
  const ofPeople = Map.groupBy(stored, personKey)
  const isOfEvents = subjectOf(rule.definition.anchor) === 'event'
  const ofSubjects = Map.groupBy(isOfEvents ? [] : stored, ({ subjectId }) => subjectId)
  for (const occasion of no === undefined ? occasions : []) {
    const theirs = ofPeople.get(personKey(occasion)) ?? []
    const ofSubject = ofSubjects.get(occasion.member.subjectId) ?? []
    const mail = planOccasion(occasion, { rule, theirs, ofSubject, input })
    if (typeof mail === 'string') planned.settled.push(mail)
    else if (mail) planned.wanted.push(mail)
  }
  const isSentNow = rule.id === input.sendNow && planned.wanted.some((mail) => isDue(mail, input.now))
  const isSent = isSentNow || stored.some(({ state }) => state === 'sent')
  const verdict = judge(rule, { input, no, occasions, isSent })
  return verdict ? { ...planned, verdict } : planned
}

type Context = {
  rule: PlanRule
  /** The stored mails of the person. */
  theirs: readonly StoredMail[]
  /** The stored mails of the account or order, for a rule about those: also those to an address that it no longer has. */
  ofSubject: readonly StoredMail[]
  input: PlanInput
}

/** The mail of one person; the id of the stored one where that is final; undefined where there is none and never was. */
function planOccasion(
  occasion: Occasion,
  { rule, theirs, ofSubject, input }: Context,
): WantedMail | string | undefined {
  const { recipientKey, itemId, anchor, time, member } = occasion
  const isSame = ({ occurrence }: StoredMail) => occurrence === anchor.day
  const same = theirs.find(isSame) ?? ofSubject.find((mail) => isSame(mail) && mail.state === 'sent')
  if (same && (same.state === 'sent' || (isFinal(same) && input.now >= time.lateAt))) return same.id
  // A week that is over keeps its own mail, with what became of it.
  const isOfWeek = rule.definition.anchor === 'week'
  const base = same ?? (isOfWeek ? undefined : theirs.find((mail) => isMovable(mail, input.now)))
  const tooEarly = rule.id === input.sendNow ? undefined : missedBefore(rule, time, input.event)
  // The verdict of the rule says why; mails about single tasks may differ from it.
  if (tooEarly !== undefined && base === undefined && itemId === '') return undefined
  const decided = decide(occasion, { rule, base, input })
  return {
    id: base?.id ?? null,
    ruleId: rule.id,
    versionId: rule.versionId,
    subjectId: member.subjectId,
    itemId,
    recipient: member.address,
    recipientKey,
    name: member.name,
    occurrence: anchor.day,
    zone: anchor.zone,
    anchorAt: anchor.at,
    ...time,
    ...(tooEarly === undefined ? decided : { state: 'missed', reason: tooEarly }),
  }
}

/** Decided, and of no interest to a later plan unless its time comes again. */
const isFinal = ({ state }: StoredMail) => state === 'missed' || state === 'skipped' || state === 'cancelled'

/** True for a mail that was not sent and becomes the one of another date. What was missed, or decided for good, stays as it is. */
function isMovable(mail: StoredMail, now: Instant): boolean {
  return mail.state !== 'sent' && mail.state !== 'missed' && (!isFinal(mail) || mail.lateAt > now)
}

type Decision = Pick<WantedMail, 'state' | 'reason'>
type Decided = { rule: PlanRule; base: StoredMail | undefined; input: PlanInput }

function decide({ member, time, anchor }: Occasion, { rule, base, input }: Decided): Decision {
  const { now, policy, sendNow } = input
  const refused = normalizeEmail(member.address) === undefined ? MAIL_REASON.badAddress : member.refusal
  if (refused !== null) return { state: 'skipped', reason: refused }
  if (now >= time.lateAt) return { state: 'missed', reason: lateReason(base, anchor.day) }
  if (time.dueAt >= time.lateAt) return { state: 'missed', reason: MAIL_REASON.noTime }
  if (rule.state === 'paused') return { state: 'held', reason: MAIL_REASON.paused }
  const until = rule.id === sendNow ? undefined : quietUntil(time.dueAt, anchor.zone, policy, now)
  if (until === undefined) return { state: 'planned', reason: null }
  // The quiet hours are longer than it may still wait.
  if (until >= time.lateAt) return { state: 'missed', reason: MAIL_REASON.lateQuiet }
  return { state: 'held', reason: MAIL_REASON.quiet }
}

function lateReason(base: StoredMail | undefined, day: PlainDay): string {
  if (base === undefined) return MAIL_REASON.lateAdded
  if (base.occurrence !== day) return MAIL_REASON.lateMoved
  if (base.reason === MAIL_REASON.noText) return MAIL_REASON.lateNoText
  return base.reason === MAIL_REASON.paused ? MAIL_REASON.latePaused : MAIL_REASON.late
}

/**
 * After an outage or the quiet hours, several reminders of one task or order can be due for a person: only the latest of them is sent. One that
 * was sent counts, so that no earlier one follows it.
 */
function keepLatestSteps(wanted: readonly WantedMail[], input: PlanInput): WantedMail[] {
  const stepsOf = ({ itemId, occurrence, recipientKey }: WantedMail) => `${itemId} ${occurrence} ${recipientKey}`
  const isStep = (mail: WantedMail) => mail.itemId !== '' && takesTurn(mail)
  const sent = input.stored.filter(({ state, itemId }) => state === 'sent' && itemId !== '')
  const steps = Map.groupBy([...sent, ...wanted.filter(isStep)], stepsOf)
  return wanted.map((mail) => {
    if (!isStep(mail)) return mail
    const at = sendingTime(mail, input)
    const isReplaced = steps.get(stepsOf(mail))?.some(({ dueAt }) => dueAt > mail.dueAt && dueAt <= at)
    return isReplaced ? { ...mail, state: 'missed', reason: MAIL_REASON.laterStep } : mail
  })
}

/**
 * Of the reminders of one rule about tasks of somebody that are due on one day, one is sent: it lists the others. The others are skipped,
 * also if the one was sent before. (security VT4)
 */
function joinTasks(wanted: readonly WantedMail[], { stored }: PlanInput): WantedMail[] {
  const dayOf = ({ ruleId, subjectId, recipientKey, occurrence }: WantedMail) =>
    `${ruleId} ${subjectId} ${recipientKey} ${occurrence}`
  const isOfTask = ({ itemId }: WantedMail) => itemId !== ''
  const first = new Map<string, string>()
  for (const mail of stored) if (mail.state === 'sent' && isOfTask(mail)) first.set(dayOf(mail), mail.itemId)
  const inTurn = wanted
    .filter((mail) => isOfTask(mail) && takesTurn(mail))
    .toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))
  for (const mail of inTurn) if (!first.has(dayOf(mail))) first.set(dayOf(mail), mail.itemId)
  return wanted.map((mail) => {
    const isListed = isOfTask(mail) && takesTurn(mail) && first.get(dayOf(mail)) !== mail.itemId
    return isListed ? { ...mail, state: 'skipped', reason: MAIL_REASON.sameDay } : mail
  })
}

/**
 * Skips the mails of people who already get as many on that day. Those that are sent count first, then the others by their time;
 * those of a paused rule do not count, since they may never be sent.
 */
function limitDays(wanted: readonly WantedMail[], { others, stored, policy, sendNow }: PlanInput): WantedMail[] {
  const counts = new Map(others)
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const mail of stored) if (mail.state === 'sent') count(dayKey(mail))
  const inTurn = wanted.toSorted(
    (a, b) => a.dueAt - b.dueAt || (a.ruleId < b.ruleId ? -1 : a.ruleId > b.ruleId ? 1 : a.itemId < b.itemId ? -1 : 1),
  )
  return inTurn.map((mail) => {
    if (!takesTurn(mail) || mail.ruleId === sendNow) return mail
    const key = dayKey(mail)
    if ((counts.get(key) ?? 0) >= policy.mostPerDay)
      return { ...mail, state: 'skipped', reason: mostPerDayReason(policy.mostPerDay) }
    count(key)
    return mail
  })
}

/** A stored mail that is no longer wanted: cancelled with the reason, unless it was sent or its time is over. */
function drop(mail: StoredMail, planned: readonly PlannedRule[], now: Instant): WantedMail[] {
  if (!isMovable(mail, now)) return []
  const own = planned.find(({ rule }) => rule.id === mail.ruleId)
  const isIn = own?.people.has(personKey(mail)) ?? false
  const isOfWeek = own?.rule.definition.anchor === 'week'
  if (isOfWeek && isIn && own.no === undefined && now >= mail.lateAt) {
    return [{ ...mail, state: 'missed', reason: lateReason(mail, mail.occurrence) }]
  }
  const left = isOfOrder(mail) ? MAIL_REASON.settled : MAIL_REASON.left
  const gone = isIn ? MAIL_REASON.moved : left
  return [{ ...mail, state: 'cancelled', reason: own ? (own.no ?? gone) : VERDICT.deleted }]
}
