import { and, asc, desc, eq, gt, gte, inArray, isNull, min, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { eventMailRules, mailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { mailRuleDefinition } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import {
  compareRules,
  type MailRuleAnswer,
  type MailRuleLine,
  type MailRuleVersion,
  type RuleException,
} from '#src/contract/workflows.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { findDifferences, readOverrides } from './event-mail-rules.ts'
import { isCurrentVersion, type MailRuleRow } from './mail-rule.ts'

/** Every rule by its time before and after the day of an event. */
export async function listMailRules(db: Db, now: Instant): Promise<MailRuleLine[]> {
  return (await readLines(db, now)).sort(compareRules)
}

/** One rule with its versions and the events that are exceptions. Throws `not_found`. */
export async function readMailRule(db: Db, id: string, now: Instant): Promise<MailRuleAnswer> {
  const [rule] = await readLines(db, now, id)
  if (!rule) throw new Failure('not_found', NOT_FOUND.workflow)
  return { rule, versions: await readVersions(db, id), exceptions: await readExceptions(db, now, [rule]) }
}

async function readLines(db: Db, now: Instant, id?: string): Promise<MailRuleLine[]> {
  const rows = await db
    .select({ rule: mailRules, definition: mailRuleVersions.definition })
    .from(mailRules)
    .innerJoin(mailRuleVersions, isCurrentVersion)
    .where(and(isNull(mailRules.deletedAt), id === undefined ? undefined : eq(mailRules.id, id)))
  const rules = rows.map(({ rule, definition }) => ({ row: rule, definition: mailRuleDefinition.parse(definition) }))
  const [mails, exceptions] = [
    await countMails(db, now),
    await readExceptions(
      db,
      now,
      rules.map(({ row, definition }) => ({ id: row.id, definition })),
    ),
  ]
  return rules.map(({ row, definition }) => {
    const own = exceptions.filter(({ ruleId }) => ruleId === row.id)
    return {
      ...toLine(row),
      definition,
      skippedBy: own.filter(({ isSkipped }) => isSkipped).length,
      changedBy: own.filter(({ isSkipped }) => !isSkipped).length,
      ...(mails.get(row.id) ?? NO_MAILS),
    }
  })
}

function toLine({ id, title, state, key, currentVersion, version, onSince, updatedAt }: MailRuleRow) {
  const times = { onSince: onSince?.getTime() ?? null, updatedAt: updatedAt.getTime() }
  return { id, title, state, isStarter: key !== null, currentVersion, version, ...times }
}

type Counted = Pick<MailRuleLine, 'mails' | 'nextDueAt' | 'nextZone'>
const NO_MAILS: Counted = { mails: { planned: 0, held: 0 }, nextDueAt: null, nextZone: null }

/** The mails of each rule that wait. Those of all years that were sent are not counted: that would take longer every year. */
async function countMails(db: Db, now: Instant): Promise<Map<string, Counted>> {
  const { ruleId, state, dueAt, zone } = plannedMails
  const isAhead = gt(dueAt, new Date(now))
  const rows = await db
    .select({
      ruleId,
      planned: sql<number>`(count(*) filter (where ${state} = 'planned'))::int`,
      held: sql<number>`(count(*) filter (where ${state} = 'held'))::int`,
      next: min(sql`case when ${isAhead} then ${dueAt} end`).mapWith(dueAt),
      nextZone: sql<string | null>`(array_agg(${zone} order by ${dueAt}) filter (where ${isAhead}))[1]`,
    })
    .from(plannedMails)
    .where(inArray(state, ['planned', 'held']))
    .groupBy(ruleId)
  return new Map(
    rows.map(({ ruleId: id, next, nextZone, ...mails }) => [
      id,
      { mails, nextDueAt: next?.getTime() ?? null, nextZone },
    ]),
  )
}

const MOST_VERSIONS = 100

async function readVersions(db: Db, ruleId: string): Promise<MailRuleVersion[]> {
  const rows = await db
    .select()
    .from(mailRuleVersions)
    .where(eq(mailRuleVersions.ruleId, ruleId))
    .orderBy(desc(mailRuleVersions.number))
    .limit(MOST_VERSIONS)
  const names = await readUsernames(
    db,
    rows.map(({ madeBy }) => madeBy),
  )
  return rows.map(({ number, definition, madeBy, createdAt }) => ({
    number,
    definition: mailRuleDefinition.parse(definition),
    madeByName: actorName(names, madeBy),
    createdAt: createdAt.getTime(),
  }))
}

type Defined = Pick<MailRuleLine, 'id' | 'definition'>

/** The exceptions of events from yesterday on: an event of yesterday may still have mails. */
async function readExceptions(
  db: Db,
  now: Instant,
  rules: readonly Defined[],
): Promise<(RuleException & { ruleId: string })[]> {
  const { id, eventName, eventDate } = eventConfig
  const since = dayIn(DEFAULT_TIME_ZONE, now - 86_400_000)
  const rows = await db
    .select({ own: eventMailRules, eventName, eventDate })
    .from(eventMailRules)
    .innerJoin(eventConfig, eq(id, eventMailRules.eventId))
    .where(
      and(
        inArray(
          eventMailRules.ruleId,
          rules.map((rule) => rule.id),
        ),
        gte(eventDate, since),
      ),
    )
    .orderBy(asc(eventDate), asc(id))
  return rows.flatMap(({ own, ...event }) => {
    const rule = rules.find((one) => one.id === own.ruleId)
    const differs = rule ? findDifferences(rule.definition, readOverrides(own.overrides)) : []
    if (!own.isSkipped && differs.length === 0) return []
    return [{ ruleId: own.ruleId, eventId: own.eventId, ...event, isSkipped: own.isSkipped, differs }]
  })
}
