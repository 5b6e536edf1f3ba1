import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { mailRules, mailRuleVerdicts, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import type { ExplainedPerson, Explanation } from '#src/contract/event-timeline.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { NOT_JUDGED_YET } from '#src/contract/mail-reason.ts'
import { isEventAudience, MAIL_AUDIENCES, mailRuleDefinition } from '#src/contract/mail-rule.ts'
import { findRow } from '../events/create-event.ts'
import { maskEmail } from '../outbox/templates/account-letters.ts'
import { selectPeople, toMailPerson } from './mail-entries.ts'

const MOST_PEOPLE = 5

/**
 * Why the people of this name or address got the mails of an event, or did not, workflow by workflow, from what was stored when
 * it was decided. A whole address that no workflow knows is explained too. Throws `not_found` for the event.
 */
export async function explainMail(
  db: Db,
  { eventId, query }: { eventId: string; query: string },
): Promise<ExplainedPerson[]> {
  if (!(await findRow(db, eventId))) throw new Failure('not_found', NOT_FOUND.event)
  const rules = await readRules(db, eventId)
  const keys = await findPeople(db, eventId, query)
  const explained: ExplainedPerson[] = []
  for (const key of keys) explained.push(await explainPerson(db, { eventId, key, rules }))
  const address = normalizeEmail(query)
  if (explained.length > 0 || address === undefined) return explained
  return [{ name: null, recipient: maskEmail(address), explanations: rules.map(withoutMail) }]
}

async function findPeople(db: Db, eventId: string, query: string): Promise<string[]> {
  const { recipientKey, name } = plannedMails
  const isNamed = sql`strpos(lower(coalesce(${name}, '')), ${query.toLowerCase()}) > 0`
  const isAddress = eq(recipientKey, emailKey(normalizeEmail(query) ?? query))
  const rows = await db
    .selectDistinct({ recipientKey })
    .from(plannedMails)
    .where(and(eq(plannedMails.eventId, eventId), or(isAddress, isNamed)))
    .orderBy(recipientKey)
    .limit(MOST_PEOPLE)
  return rows.map((row) => row.recipientKey)
}

type Rule = Pick<Explanation, 'ruleId' | 'title' | 'audience' | 'verdict'>

/** Every workflow about events, with why it sends nothing here if it does not. */
async function readRules(db: Db, eventId: string): Promise<Rule[]> {
  const { isWanted, reason } = mailRuleVerdicts
  const isCurrent = and(
    eq(mailRuleVersions.ruleId, mailRules.id),
    eq(mailRuleVersions.number, mailRules.currentVersion),
  )
  const rows = await db
    .select({ id: mailRules.id, title: mailRules.title, definition: mailRuleVersions.definition, isWanted, reason })
    .from(mailRules)
    .innerJoin(mailRuleVersions, isCurrent)
    .leftJoin(mailRuleVerdicts, and(eq(mailRuleVerdicts.ruleId, mailRules.id), eq(mailRuleVerdicts.eventId, eventId)))
    .where(isNull(mailRules.deletedAt))
    .orderBy(mailRules.title, mailRules.id)
  return rows.flatMap(({ id: ruleId, title, definition, isWanted: is, reason: because }) => {
    const parsed = mailRuleDefinition.safeParse(definition).data
    if (!parsed || !isEventAudience(parsed.audience)) return []
    const verdict = is === true ? null : (because ?? NOT_JUDGED_YET)
    return [{ ruleId, title, audience: MAIL_AUDIENCES[parsed.audience], verdict }]
  })
}

type Person = { eventId: string; key: string; rules: readonly Rule[] }

async function explainPerson(db: Db, { eventId, key, rules }: Person): Promise<ExplainedPerson> {
  const rows = await selectPeople(db)
    .where(and(eq(plannedMails.eventId, eventId), eq(plannedMails.recipientKey, key)))
    .orderBy(desc(plannedMails.dueAt), desc(plannedMails.id))
  const latest = rows[0]?.mail
  const explanations: Explanation[] = []
  for (const rule of rules) {
    const mails = rows.filter(({ mail }) => mail.ruleId === rule.ruleId)
    if (mails.length === 0) explanations.push(withoutMail(rule))
    for (const row of mails) {
      const mail = { ...toMailPerson(row), dueAt: row.mail.dueAt.getTime(), occurrence: row.mail.occurrence }
      explanations.push({ ...rule, mail, trouble: await readTrouble(db, row.mail.outboxId) })
    }
  }
  return { name: latest?.name ?? null, recipient: maskEmail(latest?.recipient ?? key), explanations }
}

const withoutMail = (rule: Rule): Explanation => ({ ...rule, mail: null, trouble: null })

/** Why a mail that was handed to the outbox did not arrive, as far as that is known. */
async function readTrouble(db: Db, outboxId: string | null): Promise<string | null> {
  if (outboxId === null) return null
  const { lastError, skippedBecause } = outbox
  const [mail] = await db.select({ lastError, skippedBecause }).from(outbox).where(eq(outbox.id, outboxId))
  return mail?.skippedBecause ?? mail?.lastError ?? null
}
