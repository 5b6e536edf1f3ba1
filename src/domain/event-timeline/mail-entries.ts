import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { eventMailRules, mailRules, mailRuleVerdicts, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import type { MailEntry, MailPerson, RuleHere } from '#src/contract/event-timeline.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { mailRuleOverrides } from '#src/contract/mail-rule.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { findRow } from '../events/create-event.ts'
import { maskEmail } from '../outbox/templates/account-letters.ts'

const { ruleId, itemId, occurrence, state, reason } = plannedMails

/** The mails of an event by workflow, occurrence and task, each with how many people have which state. */
export async function readMailEntries(db: Db, eventId: string): Promise<MailEntry[]> {
  const rows = await db
    .select({
      ...{ ruleId, occurrence, itemId, state, reason },
      title: mailRules.title,
      about: eventTasks.title,
      people: sql<number>`count(*)::int`,
      dueAt: sql<string>`min(${plannedMails.dueAt})`,
      lateAt: sql<string>`max(${plannedMails.lateAt})`,
      sentAt: sql<string | null>`min(${plannedMails.sentAt})`,
    })
    .from(plannedMails)
    .innerJoin(mailRules, eq(mailRules.id, ruleId))
    .leftJoin(eventTasks, and(eq(eventTasks.eventId, eventId), sql`${eventTasks.id}::text = ${itemId}`))
    .where(eq(plannedMails.eventId, eventId))
    .groupBy(ruleId, occurrence, itemId, mailRules.title, eventTasks.title, state, reason)
  const groups = Map.groupBy(rows, (row) => `${row.ruleId} ${row.occurrence} ${row.itemId}`)
  return [...groups.values()].flatMap(toEntry)
}

type Row = Pick<MailEntry, 'ruleId' | 'occurrence' | 'itemId' | 'title' | 'about' | 'people'> &
  MailEntry['shares'][number] & { dueAt: string; lateAt: string; sentAt: string | null }

/** A mail is where it was sent first, or else where it is due. */
function toEntry(rows: readonly Row[]): MailEntry[] {
  const [first] = rows
  if (!first) return []
  const sent = rows.flatMap(({ sentAt }) => (sentAt === null ? [] : [Date.parse(sentAt)]))
  const dueAt = Math.min(...rows.map((row) => Date.parse(row.dueAt)))
  const { title, about } = first
  return [
    {
      kind: 'mail',
      at: sent.length > 0 ? Math.min(...sent) : dueAt,
      ...{ ruleId: first.ruleId, occurrence: first.occurrence, itemId: first.itemId, title, about, dueAt },
      lateAt: Math.max(...rows.map((row) => Date.parse(row.lateAt))),
      people: rows.reduce((sum, { people }) => sum + people, 0),
      shares: rows
        .map((row) => ({ state: row.state, reason: row.reason, people: row.people }))
        .toSorted((a, b) => b.people - a.people),
    },
  ]
}

/** What every workflow that was judged means for the event, by title. */
export async function readRulesHere(db: Db, eventId: string): Promise<RuleHere[]> {
  const { isWanted, dueAt, people, reason: because } = mailRuleVerdicts
  const rows = await db
    .select({
      ruleId: mailRules.id,
      title: mailRules.title,
      isSkipped: sql<boolean>`coalesce(${eventMailRules.isSkipped}, false)`,
      overrides: eventMailRules.overrides,
      version: eventMailRules.version,
      ...{ isWanted, reason: because, dueAt, people },
    })
    .from(mailRuleVerdicts)
    .innerJoin(mailRules, eq(mailRules.id, mailRuleVerdicts.ruleId))
    .leftJoin(eventMailRules, and(eq(eventMailRules.ruleId, mailRules.id), eq(eventMailRules.eventId, eventId)))
    .where(eq(mailRuleVerdicts.eventId, eventId))
    .orderBy(asc(mailRules.title), asc(mailRules.id))
  return rows.map(({ dueAt: due, overrides, version, ...row }) => ({
    ...row,
    dueAt: due?.getTime() ?? null,
    overrides: mailRuleOverrides.safeParse(overrides).data ?? {},
    version: version ?? 0,
  }))
}

type PeopleAsk = PageQuery<[string]> & { rule: string; occurrence: string; item: string }

/** The people of one mail entry, a page at a time. Throws `not_found` for the event. */
export async function listMailPeople(db: Db, eventId: string, ask: PeopleAsk): Promise<Page<MailPerson>> {
  if (!(await findRow(db, eventId))) throw new Failure('not_found', NOT_FOUND.event)
  const { id } = plannedMails
  const isThis = and(eq(plannedMails.eventId, eventId), eq(ruleId, ask.rule), eq(occurrence, ask.occurrence))
  const rows = await selectPeople(db)
    .where(and(isThis, eq(itemId, ask.item), ask.after && comesAfter([id], ask.after)))
    .orderBy(asc(id))
    .limit(ask.limit + 1)
  return toPage(rows, { limit: ask.limit, toItem: toMailPerson, getPlace: (row) => [row.mail.id] })
}

/** Planned mails with the version of the workflow that each came from. */
export function selectPeople(db: Db) {
  return db
    .select({ mail: plannedMails, version: mailRuleVersions.number })
    .from(plannedMails)
    .innerJoin(mailRuleVersions, eq(mailRuleVersions.id, plannedMails.versionId))
    .$dynamic()
}

type PersonRow = { mail: typeof plannedMails.$inferSelect; version: number }

/** A planned mail as the timeline shows it: its address is masked. (security SC2) */
export function toMailPerson({ mail, version }: PersonRow): MailPerson {
  const { id, name, recipient, sentAt } = mail
  const masked = maskEmail(recipient)
  return {
    id,
    name,
    recipient: masked,
    state: mail.state,
    reason: mail.reason,
    sentAt: sentAt?.getTime() ?? null,
    version,
  }
}

/** The address of a planned mail. The audit log names the mail and the admin, not the address. Throws `not_found`. (security SC2) */
export async function revealMailPerson(
  db: Db,
  { eventId, mailId }: { eventId: string; mailId: string },
  actor: Actor,
): Promise<{ recipient: string }> {
  return db.transaction(async (tx) => {
    const isThis = and(eq(plannedMails.id, mailId), eq(plannedMails.eventId, eventId))
    const [mail] = await tx.select({ recipient: plannedMails.recipient }).from(plannedMails).where(isThis)
    if (!mail) throw new Failure('not_found', NOT_FOUND.message)
    const subject = { subjectType: 'planned_mail', subjectId: mailId, after: { eventId } }
    await recordAudit(tx, actor, { action: 'planned_mail.reveal_recipient', ...subject })
    return mail
  })
}
