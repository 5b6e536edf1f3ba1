import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { Failure } from '#src/contract/failure.ts'
import { type MailLine, NOT_FAILED } from '#src/contract/mail.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { toMailLine } from './list-mails.ts'

/**
 * Gives a dead message all its tries again, the first one at once. Throws `not_found`, and `conflict` for one that is not
 * dead. Whom it is to does not stand in the log. (security OB4, AZ9)
 */
export async function retryMail(db: Db, id: string, actor: Actor): Promise<MailLine> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(outbox).where(eq(outbox.id, id)).for('update')
    if (!before) throw new Failure('not_found', 'Message not found.')
    if (before.state !== 'dead') throw new Failure('conflict', NOT_FAILED)
    const [after] = await tx
      .update(outbox)
      .set({ state: 'queued', attempts: 0, nextAttemptAt: sql`now()`, leasedUntil: null, leasedBy: null })
      .where(eq(outbox.id, id))
      .returning()
    if (!after) throw new Failure('not_found', 'Message not found.')
    await recordAudit(tx, actor, {
      action: 'mail.retry',
      subjectType: 'mail',
      subjectId: id,
      before: { ...stateOf(before), lastError: before.lastError },
      after: stateOf(after),
    })
    return toMailLine(after)
  })
}

const stateOf = ({ state, attempts, template }: typeof outbox.$inferSelect) => ({ template, state, attempts })
