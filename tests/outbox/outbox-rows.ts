import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import type { Delivering } from '#src/domain/outbox/deliver-due.ts'
import { fakeMailer, fakeSms } from '#tests/support/outside-services.ts'

export const LETTER = { template: 'test', subject: 'Subject', text: 'Text', html: '<p>Text</p>' }

/** Parts for one run. */
export function delivering(given: Partial<Delivering> = {}): Delivering {
  return { mail: fakeMailer(), sms: fakeSms(), worker: crypto.randomUUID(), timeLeft: () => 19_000, ...given }
}

/** Queues many mails with one statement. */
export async function queueMany(db: Db, count: number): Promise<void> {
  const { template, subject, text: textBody, html: htmlBody } = LETTER
  const row = (index: number) => ({ recipient: `r${index}@mail.example`, subject, textBody, htmlBody, template })
  await db
    .insert(outbox)
    .values(Array.from({ length: count }, (_, index) => ({ ...row(index), channel: 'mail' as const })))
}

export const getRows = (db: Db) => db.select().from(outbox)

/** The only row, with the pause to its next try in whole seconds. */
export async function theRow(db: Db) {
  const pause = sql<number>`round(extract(epoch from ${outbox.nextAttemptAt} - now()))::int`
  const rows = await db
    .select({ id: outbox.id, state: outbox.state, attempts: outbox.attempts, lastError: outbox.lastError, pause })
    .from(outbox)
  const [row] = rows
  if (!row || rows.length > 1) throw new Error(`There are ${rows.length} rows.`)
  return row
}

/** As if its pause were over. */
export async function makeDue(db: Db): Promise<void> {
  await db.update(outbox).set({ nextAttemptAt: sql`now()` }).where(eq(outbox.state, 'queued'))
}

/** As if a worker's lease had run out; all of them without a name. */
export async function endLeases(db: Db, worker?: string): Promise<void> {
  await db
    .update(outbox)
    .set({ leasedUntil: sql`now()` })
    .where(worker === undefined ? undefined : eq(outbox.leasedBy, worker))
}

export async function empty(db: Db): Promise<void> {
  await db.delete(outbox)
}
