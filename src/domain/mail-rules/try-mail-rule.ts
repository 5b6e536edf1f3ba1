import { and, asc, between, count, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { plannedMails } from '#db/schema/workflows.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isAccountAnchor, type MailRuleDefinition, MOST_DAYS } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { type DryRun, type DryRunLine, MOST_DRY_RUN_EVENTS, MOST_DRY_RUN_MAILS } from '#src/contract/workflow-trial.ts'
import { type MailRulePreviewInput, NOTHING_MISSED, RULE_NOT_ON, TEST_PREFIX } from '#src/contract/workflows.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { advance, planEvent } from '../mail-plan/advance.ts'
import { ACCOUNTS } from '../mail-plan/read-plan-input.ts'
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
 * that it could have mails for, or for all accounts. Writes nothing. Throws `not_found`, and `invalid` for a text that cannot be
 * sent. (security MR3)
 */
export async function dryRun(db: Db, { id, definition: given }: Trial, now: Instant): Promise<DryRun> {
  const { definition: saved } = await readRule(db, id)
  const definition = given ?? saved
  requireBody(definition.body, 'definition.body')
  const asIf = { ruleId: id, definition }
  if (isAccountAnchor(definition.anchor)) return { lines: [await runFor(db, null, { asIf, now })], more: 0 }
  const events = await readEvents(db, now)
  const lines: DryRunLine[] = []
  for (const event of events.slice(0, MOST_DRY_RUN_EVENTS)) lines.push(await runFor(db, event, { asIf, now }))
  return { lines, more: Math.max(0, events.length - MOST_DRY_RUN_EVENTS) }
}

type Event = { id: string; name: string; date: string; zone: string }

/** Published events that a mail may still be due for, the next first. */
function readEvents(db: Db, now: Instant): Promise<Event[]> {
  const { id, eventName: name, eventDate: date, eventTimezone: zone, isPublished } = eventConfig
  const today = dayIn(DEFAULT_TIME_ZONE, now)
  return db
    .select({ id, name, date, zone })
    .from(eventConfig)
    .where(and(eq(isPublished, true), between(date, addDays(today, -7), addDays(today, MOST_DAYS))))
    .orderBy(asc(date), asc(id))
}

type AsIf = { asIf: { ruleId: string; definition: MailRuleDefinition }; now: Instant }

async function runFor(db: Db, event: Event | null, { asIf, now }: AsIf): Promise<DryRunLine> {
  const { mails, verdicts } = await planEvent(db, event?.id ?? ACCOUNTS, now, { asIf })
  const own = mails.filter(({ ruleId }) => ruleId === asIf.ruleId).sort((a, b) => a.dueAt - b.dueAt)
  const verdict = verdicts.find(({ ruleId }) => ruleId === asIf.ruleId)
  return {
    event,
    isWanted: verdict?.isWanted ?? own.length > 0,
    reason:
      verdict?.reason ??
      (own.length > 0 ? 'The workflow applies to accounts.' : 'No account has signed up or was approved lately.'),
    dueAt: verdict?.dueAt ?? own[0]?.dueAt ?? null,
    people: verdict?.people ?? own.length,
    mails: own.slice(0, MOST_DRY_RUN_MAILS).map(({ name, recipient, state, reason, dueAt }) => ({
      ...{ name, state, reason, dueAt },
      masked: maskEmail(recipient),
    })),
  }
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
