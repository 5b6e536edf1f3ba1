import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import { INVALID_EMAIL } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Letter, oneLine } from './letter.ts'
import type { Template } from './templates.ts'

/** A text message as a template of this folder writes it. */
export type Note = { template: string; text: string }

const LONGEST_ADDRESS = 254
/** One address and nothing around it: no name, no list, no comment, no line break. (security OB6) */
const ONE_ADDRESS = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u
const ONE_NUMBER = /^\+[1-9]\d{6,14}$/

/** To whom, for how long it can be taken back in milliseconds, and its id if that is already known. */
type Enqueued = { to: string; heldFor?: number; id?: string }

/**
 * Writes down a mail in the caller's transaction, so that there is one exactly if the change it tells of is made.
 * A mail that can still be taken back is not delivered before `heldFor` milliseconds are over. Throws `invalid` for anything
 * but one plain address. (security OB1, OB6)
 */
export async function enqueueMail(
  tx: Db,
  { to, template, subject, text, html, unsubscribeUrl, heldFor = 0, id }: Letter & Enqueued,
): Promise<void> {
  requireAddress(to)
  const row = { channel: 'mail', recipient: to, subject: oneLine(subject), textBody: text, htmlBody: html } as const
  await tx.insert(outbox).values({
    ...row,
    ...(id !== undefined && { id }),
    template,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    ...(heldFor > 0 && { nextAttemptAt: sql`now() + ${heldFor} * interval '1 millisecond'` }),
  })
}

function requireAddress(to: string): void {
  if (to.length > LONGEST_ADDRESS || !ONE_ADDRESS.test(to))
    throw new Failure('invalid', INVALID_EMAIL, { field: 'email' })
}

const ROWS_AT_ONCE = 500

/** Writes down the same mail to each of these addresses of accounts, in the caller's transaction. (security OB1) */
export async function enqueueToAll(tx: Db, addresses: readonly string[], letter: Letter): Promise<void> {
  const { template, subject, text: textBody, html: htmlBody } = letter
  const row = { channel: 'mail', subject: oneLine(subject), textBody, htmlBody, template } as const
  for (let at = 0; at < addresses.length; at += ROWS_AT_ONCE) {
    const some = addresses.slice(at, at + ROWS_AT_ONCE)
    await tx.insert(outbox).values(some.map((recipient) => ({ ...row, recipient })))
  }
}

/** A letter with its recipient, and the id that its message gets. */
type Addressed = Letter & { id: string; to: string }

/** Writes down different mails, in the caller's transaction. Throws `invalid` as `enqueueMail` does. (security OB1, OB6) */
export async function enqueueLetters(tx: Db, letters: readonly Addressed[]): Promise<void> {
  const rows = letters.map(({ id, to, template, subject, text, html, unsubscribeUrl = null }) => {
    requireAddress(to)
    const row = { channel: 'mail', recipient: to, subject: oneLine(subject), textBody: text, htmlBody: html } as const
    return { ...row, id, template, unsubscribeUrl }
  })
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.insert(outbox).values(rows.slice(at, at + ROWS_AT_ONCE))
}

/** What can be taken back: a mail by its template and its recipient. */
type Held = { to: string; template: Template }

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

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MOST_A_DAY = 5

/**
 * Whether a public form may have a mail sent to this address: at most one in 60 seconds and five in any 24 hours, over all
 * forms together. A `true` is counted, in the caller's transaction: ask it once, right before `enqueueMail`. Forms that ask
 * for the same address at the same time wait for each other. (security OB6)
 */
export async function mayMail(tx: Db, recipient: string, now: Instant): Promise<boolean> {
  const keys = getKeys(recipient)
  if (!(await take(tx, keys.minute, now, MINUTE))) return false
  const used = await tx
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keys.day), gt(rateLimits.windowEndsAt, new Date(now))))
  const free = keys.day.find((key) => used.every((slot) => slot.key !== key))
  return free !== undefined && take(tx, free, now, DAY)
}

/** Five slots for a day each: the sixth mail waits until the first is a day old. */
function getKeys(recipient: string): { minute: string; day: string[] } {
  const hash = createHash('sha256').update(recipient.trim().toLowerCase()).digest('base64url')
  return {
    minute: `mail-minute:${hash}`,
    day: Array.from({ length: MOST_A_DAY }, (_, place) => `mail-day:${hash}:${place}`),
  }
}

/** True if the place was free; then it is taken for `span` milliseconds. One statement, so that no other call can come between. */
async function take(tx: Db, key: string, now: Instant, span: number): Promise<boolean> {
  const windowEndsAt = new Date(now + span)
  const taken = await tx
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { count: sql`1`, windowEndsAt },
      setWhere: lte(rateLimits.windowEndsAt, new Date(now)),
    })
    .returning({ key: rateLimits.key })
  return taken.length === 1
}
