import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { Failure } from '#src/contract/failure.ts'
import { oneLine } from './one-line.ts'

/** A mail as a template of this folder writes it; news that nobody has to get also says where one click ends them. */
export type Letter = { template: string; subject: string; text: string; html: string; unsubscribeUrl?: string }

/** A text message as a template of this folder writes it. */
export type Note = { template: string; text: string }

const LONGEST_ADDRESS = 254
/** One address and nothing around it: no name, no list, no comment, no line break. (security OB6) */
const ONE_ADDRESS = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u
const ONE_NUMBER = /^\+[1-9]\d{6,14}$/

/**
 * Writes down a mail in the caller's transaction, so that there is one exactly if the change it tells of is made.
 * A mail that can still be taken back is not delivered before `heldFor` milliseconds are over. Throws `invalid` for anything
 * but one plain address. (security OB1, OB6)
 */
export async function enqueueMail(
  tx: Db,
  { to, template, subject, text, html, unsubscribeUrl, heldFor = 0 }: Letter & { to: string; heldFor?: number },
) {
  if (to.length > LONGEST_ADDRESS || !ONE_ADDRESS.test(to)) {
    throw new Failure('invalid', 'Please enter a valid email address.', { field: 'email' })
  }
  const row = { channel: 'mail', recipient: to, subject: oneLine(subject), textBody: text, htmlBody: html } as const
  await tx.insert(outbox).values({
    ...row,
    template,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    ...(heldFor > 0 && { nextAttemptAt: sql`now() + ${heldFor} * interval '1 millisecond'` }),
  })
}

/** What can be taken back: a mail by its template and its recipient. */
type Held = { to: string; template: string }

/**
 * Takes back a mail that is still held, in the caller's transaction. False when there is none: it is being sent, or was. A
 * worker that is about to claim it waits for this transaction, and then finds nothing.
 */
export async function takeBackMail(tx: Db, { to, template }: Held): Promise<boolean> {
  const isHeld = and(eq(outbox.state, 'queued'), eq(outbox.attempts, 0), gt(outbox.nextAttemptAt, sql`now()`))
  const taken = await tx
    .delete(outbox)
    .where(and(isHeld, eq(outbox.recipient, to), eq(outbox.template, template)))
    .returning({ id: outbox.id })
  return taken.length > 0
}

/** The same for a text message, to a number such as `+15551234567`. */
export async function enqueueSms(tx: Db, { to, template, text }: Note & { to: string }) {
  if (!ONE_NUMBER.test(to)) throw new Failure('invalid', 'Please enter a valid phone number.', { field: 'phone' })
  await tx.insert(outbox).values({ channel: 'sms', recipient: to, textBody: text, template })
}
