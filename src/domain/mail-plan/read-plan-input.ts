import { and, eq, gte, inArray, isNull, like, not, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { forumCategories } from '#db/schema/forum.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { eventMailRules, mailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailKind } from '#src/contract/mail-kind.ts'
import {
  isEventAudience,
  type MailRuleDefinition,
  mailRuleDefinition,
  mailRuleOverrides,
  subjectOf,
} from '#src/contract/mail-rule.ts'
import { SUPPRESSED } from '#src/contract/suppression.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import { readMailPolicy } from '../mail-rules/mail-policy.ts'
import { findSuppressed } from '../suppressions/suppression.ts'
import { ACCOUNT_WINDOW, readAccountMembers, readAudience, readWeekReaders } from './audiences.ts'
import { countOthers, type DayCounts, noDayCounts } from './day-counts.ts'
import type { Member, PlanEvent, PlanInput, PlanRule, StoredMail } from './occasions.ts'
import { readOrderMembers } from './order-members.ts'
import { ACCOUNTS, eventIdOf, ORDERS, type Scope } from './scope.ts'

/** What a dry run or a person asks for beside what is stored. */
export type Asking = {
  now: Instant
  /** A rule whose time has passed, and whose mails are sent now. */
  sendNow?: string | undefined
  /** Planned as if it were turned on with this definition. */
  asIf?: PlanAsIf | undefined
  /** Planned as if the event were on these days. */
  moved?: Pick<PlanEvent, 'eventDate' | 'earlyBirdDeadline'> | undefined
  /** What is known of the days of other events. */
  counts?: DayCounts
}
type PlanAsIf = { ruleId: string; definition: PlanRule['definition'] }

/** All that the mails of one scope follow from. Reads, and writes nothing. */
export async function readPlanInput(db: Db, scope: Scope, asking: Asking): Promise<PlanInput> {
  const { now, sendNow, asIf, moved, counts = noDayCounts() } = asking
  const eventId = eventIdOf(scope)
  const found = eventId === null ? null : await readEvent(db, eventId)
  const event = found && { ...found, ...moved }
  const rules = (await readRules(db, scope, asIf)).map((rule) => (rule.id === asIf?.ruleId ? asOn(rule, now) : rule))
  const { policy } = await readMailPolicy(db)
  const audiences = await readAudiences(db, { scope, event, rules, now })
  const stored = await readStored(db, scope, now)
  const input = { event, rules, audiences, stored, others: new Map(), policy, now, sendNow }
  // A reminder of an order is not left out since its buyer gets other mails on that day. (decision 0060)
  return scope === ORDERS ? input : { ...input, others: await countOthers(db, counts, input) }
}

async function readEvent(db: Db, eventId: string): Promise<PlanEvent | null> {
  const [row] = await db
    .select({
      event: eventConfig,
      hasRoom: sql<boolean>`exists(select from ${forumCategories} c where c.event_id = ${eventConfig}.id)`,
      hasOpenTasks: sql<boolean>`exists(select from ${eventTasks} t where t.event_id = ${eventConfig}.id and t.state in ('open', 'returned'))`,
    })
    .from(eventConfig)
    .where(eq(eventConfig.id, eventId))
  return row ? { ...toEventConfig(row.event), hasRoom: row.hasRoom, hasOpenTasks: row.hasOpenTasks } : null
}

/** The rules about accounts, about orders, or about events, with what this event does differently. */
async function readRules(db: Db, scope: Scope, asIf: PlanAsIf | undefined): Promise<PlanRule[]> {
  const eventId = eventIdOf(scope)
  // The mails of every week are planned with those about accounts.
  const subjects = scope === ACCOUNTS ? ['account', 'week'] : [scope === ORDERS ? 'order' : 'event']
  const rows = await db
    .select({
      rule: mailRules,
      versionId: mailRuleVersions.id,
      definition: mailRuleVersions.definition,
      own: eventMailRules,
    })
    .from(mailRules)
    .innerJoin(
      mailRuleVersions,
      and(eq(mailRuleVersions.ruleId, mailRules.id), eq(mailRuleVersions.number, mailRules.currentVersion)),
    )
    .leftJoin(
      eventMailRules,
      and(eq(eventMailRules.ruleId, mailRules.id), eventId === null ? sql`false` : eq(eventMailRules.eventId, eventId)),
    )
  const rules = rows.map(({ rule, versionId, definition, own }) => {
    const overrides = mailRuleOverrides.parse(own?.overrides ?? {})
    return {
      id: rule.id,
      state: rule.state,
      isDeleted: rule.deletedAt !== null,
      onSince: rule.onSince?.getTime() ?? null,
      versionId,
      definition: effectiveDefinition(rule.id === asIf?.ruleId ? asIf.definition : definition, overrides),
      overrides,
      isSkipped: own?.isSkipped ?? false,
    }
  })
  return rules.filter(({ definition }) => subjects.includes(subjectOf(definition.anchor)))
}

/** A rule's definition as it was stored, with the fields that an event has differently. Throws for one that no longer fits. */
export function effectiveDefinition(definition: unknown, overrides: unknown): MailRuleDefinition {
  return mailRuleDefinition.parse({ ...mailRuleDefinition.parse(definition), ...mailRuleOverrides.parse(overrides) })
}

/** A paused rule has been on since before its pause, and makes up for what was due during it. */
function asOn(rule: PlanRule, now: Instant): PlanRule {
  return { ...rule, state: 'on', onSince: rule.onSince ?? now }
}

type Of = { scope: Scope; event: PlanEvent | null; rules: readonly PlanRule[]; now: Instant }

/** The people of each rule that may have mails, by its id. Each audience is read once. */
async function readAudiences(db: Db, { scope, event, rules, now }: Of): Promise<Map<string, Member[]>> {
  const used = rules.filter(({ state, isDeleted }) => state !== 'draft' && !isDeleted)
  const sourceOf = ({ definition: { anchor, audience } }: PlanRule) =>
    isEventAudience(audience) && anchor !== 'week' ? audience : anchor
  const found = new Map<string, Member[]>()
  for (const { definition } of new Map(used.map((rule) => [sourceOf(rule), rule])).values()) {
    const { anchor, audience } = definition
    if (anchor === 'week') found.set(anchor, await readWeekReaders(db, now))
    else if (audience === 'member') found.set(anchor, await readAccountMembers(db, anchor, now))
    else if (audience === 'buyers') found.set(anchor, await readOrderMembers(db, anchor, now))
    else if (event !== null) found.set(audience, await readAudience(db, audience, { eventId: event.id, now }))
  }
  const judge = await readRefusals(db, [...found.entries()], scope)
  const bySource = new Map([...found].map(([source, members]) => [source, judge(source, members)]))
  return new Map(used.map((rule) => [rule.id, bySource.get(sourceOf(rule)) ?? []]))
}

/** Figures are ended separately from all other mails of workflows, and nobody ends mails about an order of theirs with either. */
function kindOf(source: string, scope: Scope): MailKind | null {
  if (scope === ORDERS) return null
  return source === 'week' || source === 'figure-readers' ? 'figures' : 'event-mail'
}

/** Resolves with what refuses the members of a source whose address gets no such mail. One query for each kind of mail. */
async function readRefusals(db: Db, found: readonly (readonly [string, readonly Member[]])[], scope: Scope) {
  const suppressed = new Map<MailKind | null, Awaited<ReturnType<typeof findSuppressed>>>()
  for (const [kind, sources] of Map.groupBy(found, ([source]) => kindOf(source, scope))) {
    const addresses = sources.flatMap(([, members]) => members.map(({ address }) => address))
    suppressed.set(kind, await findSuppressed(db, [...new Set(addresses)], kind))
  }
  return (source: string, members: readonly Member[]): Member[] =>
    members.map((member) => {
      const reason = suppressed.get(kindOf(source, scope))?.get(emailKey(member.address))
      return reason === undefined ? member : { ...member, refusal: SUPPRESSED[reason] }
    })
}

/** Mails of an event; of the accounts and orders, those that are not sent yet and those of the last time. */
async function readStored(db: Db, scope: Scope, now: Instant): Promise<StoredMail[]> {
  const { eventId, subjectId, state, anchorAt } = plannedMails
  const isOfOrder = like(subjectId, 'order:%')
  const isOfScope = and(isNull(eventId), scope === ORDERS ? isOfOrder : not(isOfOrder))
  const isRecent = or(inArray(state, ['planned', 'held']), gte(anchorAt, new Date(now - 2 * ACCOUNT_WINDOW)))
  const rows = await db
    .select()
    .from(plannedMails)
    .where(eventIdOf(scope) === null ? and(isOfScope, isRecent) : eq(eventId, scope))
  return rows.map((row) => ({
    id: row.id,
    ruleId: row.ruleId,
    versionId: row.versionId,
    subjectId: row.subjectId,
    itemId: row.itemId,
    recipient: row.recipient,
    recipientKey: row.recipientKey,
    name: row.name,
    occurrence: row.occurrence,
    zone: row.zone,
    anchorAt: row.anchorAt.getTime(),
    dueAt: row.dueAt.getTime(),
    lateAt: row.lateAt.getTime(),
    state: row.state,
    reason: row.reason,
  }))
}
