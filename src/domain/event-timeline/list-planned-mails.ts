import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { mailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import { MOST_PLANNED, type PlannedMail } from '#src/contract/mail.ts'
import { orderOf } from '../mail-plan/scope.ts'
import { toMailPerson } from './mail-entries.ts'

/** The mails of workflows to this address that are no message, over all events, the last due first. None for a part of an address. */
export async function listPlannedMails(db: Db, written: string): Promise<PlannedMail[]> {
  const address = normalizeEmail(written)
  if (address === undefined) return []
  const { recipientKey, outboxId, eventId, dueAt, id } = plannedMails
  const rows = await db
    .select({
      mail: plannedMails,
      version: mailRuleVersions.number,
      workflow: mailRules.title,
      eventName: eventConfig.eventName,
    })
    .from(plannedMails)
    .innerJoin(mailRuleVersions, eq(mailRuleVersions.id, plannedMails.versionId))
    .innerJoin(mailRules, eq(mailRules.id, plannedMails.ruleId))
    .leftJoin(eventConfig, eq(eventConfig.id, eventId))
    .where(and(eq(recipientKey, emailKey(address)), isNull(outboxId)))
    .orderBy(desc(dueAt), desc(id))
    .limit(MOST_PLANNED)
  return rows.map(({ workflow, eventName, ...row }) => ({
    ...toMailPerson(row),
    workflow,
    event: row.mail.eventId === null ? null : { id: row.mail.eventId, name: eventName },
    order: orderOf(row.mail),
    dueAt: row.mail.dueAt.getTime(),
    zone: row.mail.zone,
  }))
}
