import type { Db } from '#db/client.ts'
import { retryRead } from '#db/retry.ts'
import type { Delivery, Mailer } from '#src/platform/mail.ts'
import type { SmsSender } from '#src/platform/sms.ts'
import { claimNext, type OutboxRow, recordDelivery, type Settled, skipSuppressed } from './claim.ts'
import type { Template } from './templates.ts'

/** Who delivers, with what, and how long it may. */
export type Delivering = {
  mail: Mailer
  sms: SmsSender
  /** A unique name for this run. */
  worker: string
  /** Milliseconds left for sending. After them only the last result is written down, within five seconds. */
  timeLeft: () => number
}

/** How many messages of a run ended how. Those that were skipped are not counted. */
export type Delivered = Record<Settled, number>

/** Its id is the mark of the round trip. */
const ROUND_TRIP: Template = 'mail-round-trip'

const LONGEST_SEND = 12_000
/** With less than this many milliseconds left no message is begun: too little for a slow server. */
export const SHORTEST_TURN = 4_000

/**
 * Delivers what is due, one message after the other, until nothing is or the time is over; the next run goes on from there.
 * A worker that is killed leaves at most one message that was sent and not written down: it is sent again with the same
 * id once its lease is over. (security OB2-OB5)
 */
export async function deliverDue(db: Db, delivering: Delivering): Promise<Delivered> {
  const { worker, timeLeft } = delivering
  const delivered: Delivered = { sent: 0, retry: 0, dead: 0 }
  while (timeLeft() >= SHORTEST_TURN) {
    const row = await claimNext(db, worker)
    if (!row) break
    if (await retryRead(() => skipSuppressed(db, row, worker))) continue
    const delivery = await send(row, delivering)
    // Written down twice is written down once, so this may be tried again like a read.
    const settled = await retryRead(() => recordDelivery(db, row, worker, delivery))
    delivered[settled] += 1
  }
  return delivered
}

async function send(row: OutboxRow, { mail, sms, timeLeft }: Delivering): Promise<Delivery> {
  const { id, recipient: to, textBody: text, htmlBody: html, subject, unsubscribeUrl } = row
  const within = Math.max(1, Math.min(LONGEST_SEND, Math.floor(timeLeft())))
  try {
    if (row.channel === 'sms') return await sms.send({ id, to, text }, within)
    const mark = row.template === ROUND_TRIP && { roundTrip: id }
    return await mail.send({ id, to, subject: subject ?? '', text, html, unsubscribeUrl, ...mark }, within)
  } catch {
    return { ok: false, isPermanent: false, reason: 'Sending failed.' }
  }
}
