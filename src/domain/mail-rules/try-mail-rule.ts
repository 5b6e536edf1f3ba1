import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { plannedMails } from '#db/schema/workflows.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { VERDICT } from '#src/contract/mail-reason.ts'
import { type MailAnchor, type MailRuleDefinition, subjectOf } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import {
  type DryRun,
  type DryRunLine,
  MOST_DRY_RUN_EVENTS,
  MOST_DRY_RUN_MAILS,
  NO_MAIL_PLANNED,
} from '#src/contract/workflow-trial.ts'
import { type MailRulePreviewInput, NOTHING_MISSED, RULE_NOT_ON, TEST_PREFIX } from '#src/contract/workflows.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { advance, planEvent } from '../mail-plan/advance.ts'
import { countEverybody, type DayCounts, keepCounts } from '../mail-plan/day-counts.ts'
import type { Verdict } from '../mail-plan/occasions.ts'
import { forecast } from '../mail-plan/plan.ts'
import { mayHaveMails } from '../mail-plan/plan-marked.ts'
import { ACCOUNTS, ORDERS } from '../mail-plan/scope.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { maskEmail } from '../outbox/templates/account-letters.ts'
import { LIMITS } from '../security/limits.ts'
import { takeAttempt } from '../security/take-attempt.ts'
import { lockRule, readRule, requireBody } from './mail-rule.ts'
import { previewMailRule } from './preview-mail-rule.ts'
import { ruleLetters } from './rule-letters.ts'

type Trial = { id: string; definition: MailRuleDefinition | null }

/**
 * What a rule would do if it were turned on now, with this definition or the saved one: the planner's own answer for the events
 * that it could have mails for, or for all accounts or orders. As in a pass of the planner, what is planned for one event counts for the day's
 * limit of the next. Writes nothing. Throws `not_found`, and `invalid` for a text that cannot be sent. (security MR3)
 */
export async function dryRun(db: Db, { id, definition: given }: Trial, now: Instant): Promise<DryRun> {
  const { definition: saved } = await readRule(db, id)
  const definition = given ?? saved
  requireBody(definition.body, 'definition.body')
  const run = {
    asIf: { ruleId: id, definition },
    counts: await countEverybody(db, now),
    people: new Set<string>(),
    now,
  }
  if (subjectOf(definition.anchor) !== 'event') {
    const line = await runFor(db, null, run)
    return { lines: [line], recipients: run.people.size, more: 0 }
  }
  const events = await readEvents(db, now)
  const lines: DryRunLine[] = []
  let seen = 0
  for (const { isOver, ...event } of events) {
    if (lines.length === MOST_DRY_RUN_EVENTS) break
    const line = await runFor(db, event, run)
    if (!isOver || line.planned > 0) lines.push(line)
    seen += 1
  }
  return { lines, recipients: run.people.size, more: events.length - seen }
}

type Event = { id: string; name: string; date: string; zone: string }

/** An event is of interest for a week; after that, only if there are still mails to send. */
const INTEREST = 7

/** The published events that the planner looks at, in its order. */
function readEvents(db: Db, now: Instant) {
  const { id, eventName: name, eventDate: date, eventTimezone: zone, isPublished } = eventConfig
  const isOver = sql<boolean>`${date} < ${addDays(dayIn(DEFAULT_TIME_ZONE, now), -INTEREST)}`
  return db
    .select({ id, name, date, zone, isOver })
    .from(eventConfig)
    .where(and(eq(isPublished, true), mayHaveMails(now)))
    .orderBy(asc(date), asc(id))
}

type Run = {
  asIf: { ruleId: string; definition: MailRuleDefinition }
  counts: DayCounts
  /** Whom the planned mails of all lines are for. */
  people: Set<string>
  now: Instant
}

async function runFor(db: Db, event: Event | null, { asIf, counts, people, now }: Run): Promise<DryRunLine> {
  const isOfOrders = subjectOf(asIf.definition.anchor) === 'order'
  const scope = event?.id ?? (isOfOrders ? ORDERS : ACCOUNTS)
  const { input, ...run } = await planEvent(db, scope, now, { asIf, counts })
  keepCounts(counts, undefined, { stored: input.stored, changed: run.mails })
  const own = run.mails.filter(({ ruleId }) => ruleId === asIf.ruleId).sort((a, b) => a.dueAt - b.dueAt)
  const planned = forecast({ mails: own, verdicts: [] }, input)
  for (const { recipientKey } of planned) people.add(recipientKey)
  const verdict = run.verdicts.find(({ ruleId }) => ruleId === asIf.ruleId)
  return {
    event,
    reason: verdict ? explain(verdict, planned.length) : explainOthers(own.length, asIf.definition.anchor),
    dueAt: verdict?.dueAt ?? own[0]?.dueAt ?? null,
    people: verdict?.people ?? own.length,
    planned: planned.length,
    firstAt: planned.length === 0 ? null : Math.min(...planned.map(({ at }) => at)),
    mails: own.slice(0, MOST_DRY_RUN_MAILS).map(({ name, recipient, state, reason, dueAt }) => ({
      ...{ name, state, reason, dueAt },
      masked: maskEmail(recipient),
    })),
  }
}

const explain = ({ reason }: Verdict, planned: number) =>
  reason === VERDICT.applies && planned === 0 ? NO_MAIL_PLANNED : reason

function explainOthers(mails: number, anchor: MailAnchor): string {
  const subject = subjectOf(anchor)
  if (subject === 'order')
    return mails > 0 ? 'The workflow applies to orders.' : 'No order waits for what it reminds of.'
  if (subject === 'week')
    return mails > 0 ? 'The workflow applies to every week.' : 'No administrator wants these figures.'
  return mails > 0 ? 'The workflow applies to accounts.' : 'No account has signed up or was approved lately.'
}

/**
 * Sends a mail of a rule to the account with this id alone, as somebody of the audience would get it. Who else the mail could go
 * to is decided by no field of it: the address is read from the account. Resolves with the address. Throws `rate_limited`, and as
 * `previewMailRule`. (security MR2)
 */
export async function sendTestMail(
  db: Db,
  ownId: string,
  input: MailRulePreviewInput,
  { actor, site, now }: CommandContext,
): Promise<string> {
  const { letter } = await previewMailRule(db, input, { site, now })
  const { template, subject, text, html } = letter
  return db.transaction(async (tx) => {
    const [own] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, ownId), isNull(users.deletedAt)))
    if (!own) throw new Failure('not_found', NOT_FOUND.account)
    await takeAttempt(tx, ownId, LIMITS.testMails, now)
    await enqueueMail(tx, { to: own.email, template, subject: `${TEST_PREFIX}${subject}`, text, html })
    const subjectOf = { subjectType: 'account', subjectId: ownId }
    await recordAudit(tx, actor, { action: 'mail-rule.test', ...subjectOf, after: { subject, eventId: input.eventId } })
    return own.email
  })
}

/**
 * Sends the mails of a rule whose time had passed for an event, to those of its audience who have not had them. Throws `not_found`,
 * and `conflict` if the rule is not on or there is nothing to send.
 */
export async function sendMissedMails(
  db: Db,
  { eventId, ruleId }: { eventId: string; ruleId: string },
  { actor, site, now }: CommandContext,
): Promise<{ sent: number }> {
  return db.transaction(async (tx) => {
    // One call waits here for the other, and then counts what that one sent.
    const { row } = await lockRule(tx, ruleId, 'no key update')
    const [event] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, eventId))
    if (!event) throw new Failure('not_found', NOT_FOUND.event)
    if (row.state !== 'on') throw new Failure('conflict', RULE_NOT_ON)
    const before = await countSent(tx, { eventId, ruleId })
    const onFault = (fault: unknown) => {
      throw fault
    }
    await advance(tx, eventId, { now, letters: ruleLetters(site), onFault, sendNow: ruleId })
    const sent = (await countSent(tx, { eventId, ruleId })) - before
    if (sent === 0) throw new Failure('conflict', NOTHING_MISSED)
    const subject = { subjectType: 'event', subjectId: eventId }
    await recordAudit(tx, actor, {
      action: 'event.mail-rule.send',
      ...subject,
      after: { ruleId, title: row.title, sent },
    })
    return { sent }
  })
}

async function countSent(db: Db, { eventId, ruleId }: { eventId: string; ruleId: string }): Promise<number> {
  const { state } = plannedMails
  const isOwn = and(eq(plannedMails.eventId, eventId), eq(plannedMails.ruleId, ruleId), eq(state, 'sent'))
  const [row] = await db.select({ count: count() }).from(plannedMails).where(isOwn)
  return row?.count ?? 0
}
