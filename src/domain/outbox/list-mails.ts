import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore } from '#db/keyset.ts'
import { users } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import type { BulkResult } from '#src/contract/bulk.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type MailCounts, type MailLine, type MailRecipient, type MailState, NOT_FAILED } from '#src/contract/mail.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { byId, changeEach } from '../change-each.ts'
import { maskEmail } from './templates/account-letters.ts'

/** All that is read of a message: never its text. (security SC2) */
export const SHOWN = {
  id: outbox.id,
  channel: outbox.channel,
  recipient: outbox.recipient,
  subject: outbox.subject,
  template: outbox.template,
  state: outbox.state,
  attempts: outbox.attempts,
  lastError: outbox.lastError,
  skippedBecause: outbox.skippedBecause,
  createdAt: outbox.createdAt,
  nextAttemptAt: outbox.nextAttemptAt,
  sentAt: outbox.sentAt,
  /** The instant to the microsecond, which a Date has not. */
  place: sql<string>`to_char(${outbox.nextAttemptAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
}

type Place = [at: string, id: string]
type Row = Omit<MailLine, 'createdAt' | 'nextAttemptAt' | 'sentAt'> & {
  createdAt: Date
  nextAttemptAt: Date
  sentAt: Date | null
}

/** Which messages: those in one state, those to a recipient that begins like this, or both. */
export type MailFilter = { state?: MailState | undefined; recipient?: string | undefined }

/** A page of messages, the one tried last or to be tried last first. */
export async function listMails(
  db: Db,
  filter: MailFilter,
  { limit, after }: PageQuery<Place>,
): Promise<Page<MailLine>> {
  const rows = await mailRows(db, filter, { limit: limit + 1, after })
  return toPage(rows, { limit, toItem: toMailLine, getPlace: ({ place, id }) => [place, id] })
}

/** The query behind it, for tests of its plan. */
export function mailRows(db: Db, { state, recipient }: MailFilter, { limit, after }: PageQuery<Place>) {
  const order = [outbox.nextAttemptAt, outbox.id]
  const isTo = recipient && sql`lower(${outbox.recipient}) like ${toPattern(recipient)}`
  return db
    .select(SHOWN)
    .from(outbox)
    .where(and(state && eq(outbox.state, state), isTo || undefined, after && comesBefore(order, after)))
    .orderBy(desc(outbox.nextAttemptAt), desc(outbox.id))
    .limit(limit)
}

/** What begins like this, in any spelling. No character of it has a meaning of its own. */
const toPattern = (start: string) => `${emailKey(start).replaceAll(/[\\%_]/g, '\\$&')}%`

/** How many messages there are in each state. */
export async function countMails(db: Db): Promise<MailCounts> {
  const rows = await db.select({ state: outbox.state, count: count() }).from(outbox).groupBy(outbox.state)
  const countOf = (state: MailState) => rows.find((row) => row.state === state)?.count ?? 0
  return { dead: countOf('dead'), queued: countOf('queued'), sent: countOf('sent'), skipped: countOf('skipped') }
}

/** A message as an admin may see it. */
export function toMailLine(row: Row): MailLine {
  const { id, channel, recipient, subject, template, state, attempts, lastError, skippedBecause } = row
  return {
    id,
    channel,
    recipient: maskRecipient(channel, recipient),
    subject,
    template,
    state,
    attempts,
    lastError,
    skippedBecause,
    createdAt: row.createdAt.getTime(),
    nextAttemptAt: row.nextAttemptAt.getTime(),
    sentAt: row.sentAt?.getTime() ?? null,
  }
}

/** The recipient of a message, shortened: `a…@plant.example`, `+1…67`. (security SC2) */
function maskRecipient(channel: 'mail' | 'sms', recipient: string): string {
  return channel === 'mail' ? maskEmail(recipient) : `${recipient.slice(0, 2)}…${recipient.slice(-2)}`
}

/**
 * Gives a dead message all its tries again, the first one at once. Throws `not_found`, and `conflict` for one that is
 * not dead. The log does not name the recipient. (security OB4, AZ9)
 */
export async function retryMail(db: Db, id: string, actor: Actor): Promise<MailLine> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(outbox).where(eq(outbox.id, id)).for('update')
    if (!before) throw new Failure('not_found', NOT_FOUND.message)
    if (before.state !== 'dead') throw new Failure('conflict', NOT_FAILED)
    const [after] = await tx
      .update(outbox)
      .set({ state: 'queued', attempts: 0, nextAttemptAt: sql`now()`, leasedUntil: null, leasedBy: null })
      .where(eq(outbox.id, id))
      .returning()
    if (!after) throw new Failure('not_found', NOT_FOUND.message)
    await recordAudit(tx, actor, {
      action: 'mail.retry',
      subjectType: 'mail',
      subjectId: id,
      before: { ...getState(before), lastError: before.lastError },
      after: getState(after),
    })
    return toMailLine(after)
  })
}

/** Retries several messages, each in its own right. */
export function retryMails(db: Db, ids: readonly string[], actor: Actor): Promise<BulkResult[]> {
  return changeEach(byId(ids), ({ id }) => retryMail(db, id, actor))
}

/**
 * Whom exactly a message is to, for an admin who follows up a failed one. The audit log names the message and the admin, not
 * the address. Throws `not_found`. (security SC2, AZ9)
 */
export async function revealRecipient(db: Db, id: string, actor: Actor): Promise<MailRecipient> {
  return db.transaction(async (tx) => {
    const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id))
    if (!mail) throw new Failure('not_found', NOT_FOUND.message)
    const { recipient, channel } = mail
    const [account] =
      channel === 'mail'
        ? await tx
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.emailKey, emailKey(recipient)), isNull(users.deletedAt)))
        : []
    const subject = { subjectType: 'mail', subjectId: id }
    await recordAudit(tx, actor, { action: 'mail.reveal_recipient', ...subject, after: { template: mail.template } })
    return { recipient, userId: account?.id ?? null }
  })
}

const getState = ({ state, attempts, template }: typeof outbox.$inferSelect) => ({ template, state, attempts })
