import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles, users } from '#db/schema/accounts.ts'
import { siteMode } from '#db/schema/operations.ts'
import { outbox } from '#db/schema/security.ts'
import { emailKey } from '#src/contract/email.ts'
import { NO_LONGER_ADMINISTRATOR } from '#src/contract/figure-wish.ts'
import { SUPPRESSED } from '#src/contract/suppression.ts'
import type { Delivery } from '#src/platform/mail.ts'
import { findSuppressed } from '../suppressions/suppression.ts'
import { kindOf, SECURITY_TEMPLATES } from './templates.ts'

export type OutboxRow = typeof outbox.$inferSelect

/** Seconds a worker may hold a message. One that was killed holds it no longer than that. (security OB2) */
const LEASE = sql`interval '60 seconds'`

/**
 * Takes the message that has been due longest, for `worker` alone; undefined when none is due. While mail is held,
 * only what is about security is. Every time in the outbox is the database's, so that workers whose clocks differ agree on a
 * lease. (security OB2, OB8)
 */
export async function claimNext(db: Db, worker: string): Promise<OutboxRow | undefined> {
  const isDue = and(eq(outbox.state, 'queued'), lte(outbox.nextAttemptAt, sql`now()`))
  const isFree = or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, sql`now()`))
  const holding = db.select({ id: siteMode.id }).from(siteMode).where(isNotNull(siteMode.mailHeldSince))
  const maySend = or(inArray(outbox.template, SECURITY_TEMPLATES), notExists(holding))
  const next = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDue, isFree, maySend))
    .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(outbox)
    .set({ leasedUntil: sql`now() + ${LEASE}`, leasedBy: worker })
    .where(eq(outbox.id, sql`(${next})`))
    .returning()
  return row
}

/** Milliseconds until the next delayed message becomes due; undefined when none does within `within` milliseconds. */
export async function untilNextHeld(db: Db, within: number): Promise<number | undefined> {
  const left = sql<number>`(extract(epoch from ${outbox.nextAttemptAt} - now()) * 1000)::float8`
  const isSoon = lte(outbox.nextAttemptAt, sql`now() + ${within} * interval '1 millisecond'`)
  const isHeld = and(eq(outbox.state, 'queued'), eq(outbox.attempts, 0), gt(outbox.nextAttemptAt, sql`now()`))
  const [next] = await db
    .select({ left })
    .from(outbox)
    .where(and(isHeld, isSoon))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(1)
  return next?.left
}

/** What `settle` stores in a row. */
export type Settled = 'sent' | 'retry' | 'dead'

/**
 * Stores the result for a message that `worker` claimed, unless another worker has claimed it since. A second call
 * changes nothing more. The text of a sent message is removed, because its links may still work. (security OB3, OB4, TL1)
 */
export async function recordDelivery(db: Db, row: OutboxRow, worker: string, delivery: Delivery): Promise<Settled> {
  const attempts = row.attempts + 1
  const pause = delivery.ok || delivery.isPermanent ? null : pauseAfter(attempts)
  const settled = delivery.ok ? 'sent' : pause === null ? 'dead' : 'retry'
  const outcome = {
    sent: {
      ...WITHOUT_TEXT,
      state: 'sent',
      sentAt: sql`now()`,
      lastError: null,
      providerMessageId: (delivery.ok && delivery.messageId) || null,
    },
    dead: { state: 'dead', lastError: delivery.ok ? null : delivery.reason },
    retry: {
      lastError: delivery.ok ? null : delivery.reason,
      nextAttemptAt: sql`now() + ${pause ?? 0} * interval '1 millisecond'`,
    },
  } as const
  await db
    .update(outbox)
    .set({ ...outcome[settled], attempts, leasedUntil: null, leasedBy: null })
    .where(and(eq(outbox.id, row.id), eq(outbox.leasedBy, worker)))
  return settled
}

/** What was sent, or never will be, needs no text: a link in it may still work. (security TL1) */
const WITHOUT_TEXT = { textBody: '', htmlBody: null, unsubscribeUrl: null }

/**
 * Asks whether the recipient of a mail that `worker` claimed gets such mail, right before it is sent: figures go to administrators
 * alone. If not, stores why and resolves with true. Text messages are never skipped. (security MD1)
 */
export async function skipSuppressed(db: Db, row: OutboxRow, worker: string): Promise<boolean> {
  if (row.channel !== 'mail') return false
  const skippedBecause = await findRefusal(db, row)
  if (skippedBecause === undefined) return false
  await db
    .update(outbox)
    .set({ ...WITHOUT_TEXT, state: 'skipped', skippedBecause, leasedUntil: null, leasedBy: null })
    .where(and(eq(outbox.id, row.id), eq(outbox.leasedBy, worker)))
  return true
}

async function findRefusal(db: Db, { template, recipient }: OutboxRow): Promise<string | undefined> {
  const suppressed = await findSuppressed(db, [recipient], kindOf(template))
  const reason = suppressed.get(emailKey(recipient))
  if (reason !== undefined) return SUPPRESSED[reason]
  const isRefused = template === 'figures' && !(await isAdministrator(db, recipient))
  return isRefused ? NO_LONGER_ADMINISTRATOR : undefined
}

/** Whether an account with this address has such a role now. */
async function isAdministrator(db: Db, email: string): Promise<boolean> {
  const isTheirs = and(eq(users.emailKey, emailKey(email)), isNull(users.deletedAt))
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(isTheirs, inArray(userRoles.role, ['admin', 'owner'])))
    .limit(1)
  return found !== undefined
}

const MINUTE = 60_000
const PAUSES = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE)

/** After so many failed tries a message is dead. (security OB4) */
export const MOST_TRIES = 8

/** Milliseconds from a failed try to the next: 1 m, 5 m, 30 m, 2 h, then 12 h each. Null after the last one. (security OB4) */
export function pauseAfter(tries: number): number | null {
  if (tries >= MOST_TRIES) return null
  return PAUSES[Math.min(tries, PAUSES.length) - 1] ?? MINUTE
}

/** Deletes messages 30 days after they were sent and 90 days after they were given up or skipped. Resolves with the number of rows. */
export async function pruneOutbox(db: Db): Promise<number> {
  const olderThan = (days: number) => lt(outbox.nextAttemptAt, sql`now() - ${days} * interval '1 day'`)
  const gone = await db
    .delete(outbox)
    .where(
      or(and(eq(outbox.state, 'sent'), olderThan(30)), and(inArray(outbox.state, ['dead', 'skipped']), olderThan(90))),
    )
    .returning({ id: outbox.id })
  return gone.length
}
