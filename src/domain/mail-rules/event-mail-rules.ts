import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventMailRules, mailRules, mailRuleVerdicts, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { findTextFaults } from '#src/contract/mail-placeholder.ts'
import { VERDICT } from '#src/contract/mail-reason.ts'
import {
  type MailPlanState,
  type MailRuleDefinition,
  type MailRuleOverrides,
  mailRuleDefinition,
  mailRuleOverrides,
  subjectOf,
} from '#src/contract/mail-rule.ts'
import { STALE } from '#src/contract/versioned.ts'
import { compareRules, type EventMailRule, type EventMailRuleChange } from '#src/contract/workflows.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { findRow } from '../events/create-event.ts'
import { type EventRow, toEventConfig } from '../events/read-event-parts.ts'
import { eventAnchor } from '../mail-plan/occasions.ts'
import { isCurrentVersion, lockRule, requireBody } from './mail-rule.ts'

/** An event's exceptions as they are stored; nothing for what can no longer be read. */
export function readOverrides(stored: unknown): MailRuleOverrides {
  return mailRuleOverrides.safeParse(stored).data ?? {}
}

/** A rule as it holds for an event with these exceptions. */
function withOverrides(standard: MailRuleDefinition, overrides: MailRuleOverrides): MailRuleDefinition {
  return mailRuleDefinition.parse({ ...standard, ...overrides })
}

/** The fields that an event has differently from what the rule says now. */
export function findDifferences(
  standard: MailRuleDefinition,
  overrides: MailRuleOverrides,
): (keyof MailRuleOverrides)[] {
  // Object.keys knows no key types.
  const fields = Object.keys(mailRuleOverrides.shape) as (keyof MailRuleOverrides)[]
  return fields.filter(
    (field) => Object.hasOwn(overrides, field) && !isDeepStrictEqual(overrides[field], standard[field]),
  )
}

/** Every rule about events as it holds for this one, by its time. Throws `not_found`. */
export async function listEventMailRules(db: Db, eventId: string, now: Instant): Promise<EventMailRule[]> {
  const event = toEventConfig(await requireEvent(db, eventId))
  const rows = await db
    .select({
      rule: mailRules,
      definition: mailRuleVersions.definition,
      own: eventMailRules,
      verdict: mailRuleVerdicts,
    })
    .from(mailRules)
    .innerJoin(mailRuleVersions, isCurrentVersion)
    .leftJoin(eventMailRules, and(eq(eventMailRules.ruleId, mailRules.id), eq(eventMailRules.eventId, eventId)))
    .leftJoin(mailRuleVerdicts, and(eq(mailRuleVerdicts.ruleId, mailRules.id), eq(mailRuleVerdicts.eventId, eventId)))
    .where(isNull(mailRules.deletedAt))
  const counts = await countMails(db, eventId)
  const rules = rows
    .map((row) => {
      const rule = toEventMailRule(row)
      return { ...rule, missed: countMissed(rule, { event, now, mails: counts.get(rule.ruleId) ?? NO_MAILS }) }
    })
    .filter(({ standard }) => subjectOf(standard.anchor) === 'event')
  return rules.sort((a, b) =>
    compareRules({ title: a.title, definition: a.effective }, { title: b.title, definition: b.effective }),
  )
}

type Joined = {
  rule: typeof mailRules.$inferSelect
  definition: unknown
  own: typeof eventMailRules.$inferSelect | null
  verdict: typeof mailRuleVerdicts.$inferSelect | null
}

function toEventMailRule({ rule, definition, own, verdict }: Joined): Omit<EventMailRule, 'missed'> {
  const standard = mailRuleDefinition.parse(definition)
  const overrides = readOverrides(own?.overrides)
  return {
    ruleId: rule.id,
    title: rule.title,
    state: rule.state,
    standard,
    effective: withOverrides(standard, overrides),
    differs: findDifferences(standard, overrides),
    isSkipped: own?.isSkipped ?? false,
    version: own?.version ?? 0,
    verdict: verdict && {
      isWanted: verdict.isWanted,
      reason: verdict.reason,
      dueAt: verdict.dueAt?.getTime() ?? null,
      people: verdict.people,
    },
  }
}

type Mails = { sent: number; missed: number }
const NO_MAILS: Mails = { sent: 0, missed: 0 }

/** How many people were sent the mails of each rule, and how many did not get one in time. */
async function countMails(db: Db, eventId: string): Promise<Map<string, Mails>> {
  const { ruleId, recipientKey, state } = plannedMails
  const peopleWith = (one: MailPlanState) =>
    sql<string>`count(distinct ${recipientKey}) filter (where ${eq(state, one)})`.mapWith(Number)
  const rows = await db
    .select({ ruleId, sent: peopleWith('sent'), missed: peopleWith('missed') })
    .from(plannedMails)
    .where(eq(plannedMails.eventId, eventId))
    .groupBy(ruleId)
  return new Map(rows.map(({ ruleId: id, ...mails }) => [id, mails]))
}

type Counting = { event: EventConfig; now: Instant; mails: Mails }

/** How many people may get the mails of a rule late, by hand. Nobody gets one that belongs before what has happened already. */
function countMissed({ verdict, effective }: Omit<EventMailRule, 'missed'>, { event, now, mails }: Counting): number {
  if (verdict?.dueAt == null) return 0
  const at = eventAnchor(event, effective.anchor)?.at ?? Number.POSITIVE_INFINITY
  if (verdict.dueAt < at && at <= now) return 0
  if (verdict.reason === VERDICT.over) return mails.missed
  const isMadeUp = [VERDICT.beforeOn, VERDICT.beforePublished, VERDICT.sentByHand].some((one) => one === verdict.reason)
  return isMadeUp ? Math.max(0, verdict.people - mails.sent) : 0
}

async function requireEvent(db: Db, eventId: string): Promise<EventRow> {
  const event = await findRow(db, eventId)
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  return event
}

/**
 * Saves what one event does differently from a rule, all of it. A field with the rule's own value follows the rule. Throws
 * `not_found`, `invalid` for a text that cannot be sent, and `conflict` for another version.
 */
export async function saveEventMailRule(
  db: Db,
  eventId: string,
  { ruleId, ...change }: EventMailRuleChange,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<EventMailRule> {
  await db.transaction(async (tx) => {
    const { definition } = await lockRule(tx, ruleId, 'key share')
    await requireEvent(tx, eventId)
    if (subjectOf(definition.anchor) !== 'event') throw new Failure('not_found', NOT_FOUND.workflow)
    requireTexts(withOverrides(definition, change.overrides))
    const differs = findDifferences(definition, change.overrides)
    const overrides = Object.fromEntries(differs.map((field) => [field, change.overrides[field]]))
    const fields = { overrides, isSkipped: change.isSkipped }
    const [made] = await tx
      .insert(eventMailRules)
      .values({ eventId, ruleId, ...fields })
      .onConflictDoNothing()
      .returning()
    const own = and(eq(eventMailRules.eventId, eventId), eq(eventMailRules.ruleId, ruleId))
    const [before] = made ? [] : await tx.select().from(eventMailRules).where(own).for('update')
    const { overrides: former, isSkipped } = before ?? fields
    if ((before?.version ?? 0) !== change.version) throw new Failure('conflict', STALE)
    if (before && isDeepStrictEqual({ overrides: former, isSkipped }, fields)) return
    const set = { ...fields, version: sql`${eventMailRules.version} + 1` }
    const [after] = made ? [made] : await tx.update(eventMailRules).set(set).where(own).returning()
    const entry = { action: 'event.mail-rule', subjectType: 'event', subjectId: eventId }
    await recordAudit(tx, actor, { ...entry, ...(before && { before }), ...(after && { after }) })
  })
  const rule = (await listEventMailRules(db, eventId, now)).find((one) => one.ruleId === ruleId)
  if (!rule) throw new Failure('not_found', NOT_FOUND.workflow)
  return rule
}

function requireTexts(effective: MailRuleDefinition): void {
  const [fault] = findTextFaults(effective)
  if (fault) throw new Failure('invalid', fault.message, { field: `overrides.${fault.field}` })
  requireBody(effective.body, 'overrides.body')
}
