import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { deliveryNotes } from '#db/schema/deliveries.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import type { BounceNote, MailProvider } from '#src/contract/bounce-note.ts'
import type { Instant } from '#src/contract/instant.ts'
import { toHash } from '../links/link.ts'
import { keepAddress, suppress } from '../suppressions/suppression.ts'

type Report = {
  provider: MailProvider
  notes: readonly BounceNote[]
  /** What may be used for one report only. */
  once?: string | undefined
}

/**
 * Stores what a provider reports about messages that we sent, and stops mail to an address after a hard bounce or a
 * complaint. A report that came before, and one about a message that we did not send, change nothing. Resolves with the number of
 * new notes. (security MD3)
 */
export async function recordNotes(db: Db, { provider, notes, once }: Report, now: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    if (once !== undefined && !(await takeOnce(tx, `mail-hook:${provider}:${toHash(once)}`, now))) return 0
    let count = 0
    for (const note of notes) if (await recordNote(tx, provider, note, now)) count += 1
    return count
  })
}

/** Twice as long as a signature is believed, in milliseconds. */
const ONCE_WITHIN = 20 * 60_000

async function takeOnce(tx: Db, key: string, now: Instant): Promise<boolean> {
  const taken = await tx
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt: new Date(now + ONCE_WITHIN) })
    .onConflictDoNothing()
    .returning({ key: rateLimits.key })
  return taken.length > 0
}

const STOPS = { bounce_hard: 'hard', complaint: 'complaint' } as const

async function recordNote(tx: Db, provider: MailProvider, note: BounceNote, now: Instant): Promise<boolean> {
  const mail = await findSent(tx, note)
  if (!mail) return false
  const { eventId: providerEventId, type, code, at } = note
  const text = note.text === null ? null : withoutAddresses(note.text)
  const known = { provider, providerEventId, type, code, text, at: new Date(at), receivedAt: new Date(now) }
  const added = await tx
    .insert(deliveryNotes)
    .values({ ...known, outboxId: mail.id })
    .onConflictDoNothing()
    .returning({ id: deliveryNotes.id })
  if (added.length === 0) return false
  // The address is the one that we wrote to, whatever the report names.
  if (type === 'bounce_hard' || type === 'complaint')
    await suppress(tx, keepAddress(mail.recipient), { reason: STOPS[type], source: provider }, now)
  return true
}

/** The message of a report: by our own id, else by what its server called it. Undefined for one that was never sent. */
async function findSent(tx: Db, { outboxId, providerMessageId }: BounceNote) {
  const isThis = outboxId === null ? eq(outbox.providerMessageId, providerMessageId ?? '') : eq(outbox.id, outboxId)
  const wasTried = or(gt(outbox.attempts, 0), isNotNull(outbox.leasedBy))
  const [mail] = await tx
    .select({ id: outbox.id, recipient: outbox.recipient })
    .from(outbox)
    .where(and(isThis, eq(outbox.channel, 'mail'), wasTried))
  return mail
}

const LONGEST_TEXT = 500

/** What a server said, without the addresses that it names. (security SC2) */
function withoutAddresses(text: string): string {
  const clean = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ')
  return clean.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…').slice(0, LONGEST_TEXT)
}
