import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { toEventFacts } from '#src/contract/event-facts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { EVENT_GONE, type MailDetail, NOT_SENT, TEXT_NOT_KEPT } from '#src/contract/mail.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { effectiveDefinition, readPlanInput } from '../mail-plan/read-plan-input.ts'
import { scopeOf } from '../mail-plan/scope.ts'
import { enqueueLetters } from '../outbox/enqueue.ts'
import { readMail } from '../outbox/explain-mail.ts'
import { ruleLetters } from './rule-letters.ts'

/**
 * Sends a mail of a workflow once more to the same recipient, as a new message: written again from the version of the workflow that
 * it came from and from what the event had differently when it was sent, with what the event says now. A second call for the same
 * message is refused, because the stored mail then belongs to the new one. Throws `not_found` and `conflict`. (security MD7, AZ9)
 */
export async function resendRuleMail(db: Db, id: string, context: CommandContext): Promise<MailDetail> {
  const newId = randomUUID()
  await db.transaction(async (tx) => {
    const [mail] = await tx.select({ state: outbox.state }).from(outbox).where(eq(outbox.id, id)).for('update')
    if (!mail) throw new Failure('not_found', NOT_FOUND.message)
    if (mail.state !== 'sent') throw new Failure('conflict', NOT_SENT)
    const { letter, to, plannedId, knownFacts } = await writeAgain(tx, id, context)
    await enqueueLetters(tx, [{ ...letter, id: newId, to }])
    await tx.update(plannedMails).set({ outboxId: newId, knownFacts }).where(eq(plannedMails.id, plannedId))
    const subject = { subjectType: 'mail', subjectId: id }
    await recordAudit(tx, context.actor, { action: 'mail.resend', ...subject, after: { sentAs: newId } })
  })
  return readMail(db, newId)
}

/** The letter of a stored mail as it is now. */
async function writeAgain(tx: Db, id: string, { site, now }: CommandContext) {
  const [row] = await tx
    .select({ planned: plannedMails, version: mailRuleVersions.definition })
    .from(plannedMails)
    .innerJoin(mailRuleVersions, eq(mailRuleVersions.id, plannedMails.versionId))
    .where(eq(plannedMails.outboxId, id))
  if (!row) throw new Failure('conflict', TEXT_NOT_KEPT)
  const { planned, version } = row
  const { event, rules, stored } = await readPlanInput(tx, scopeOf(planned), { now })
  if (planned.eventId !== null && event === null) throw new Failure('conflict', EVENT_GONE)
  const rule = rules.find((one) => one.id === planned.ruleId)
  const mail = stored.find((one) => one.id === planned.id)
  if (!rule || !mail) throw new Failure('conflict', TEXT_NOT_KEPT)
  const write = await ruleLetters(site)(tx, { event, now })
  const letter = await write({
    ...mail,
    rule: { ...rule, definition: effectiveDefinition(version, planned.overrides) },
  })
  return { letter, to: planned.recipient, plannedId: planned.id, knownFacts: event && toEventFacts(event) }
}
