import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PaymentSession } from '#src/contract/payment-provider.ts'
import { lockOrder, moveOrder } from '../shop-orders/order-row.ts'
import { releaseHolds } from '../shop-orders/stock.ts'
import { BY_PROVIDER, hasNoneWaiting, type PaymentContext, type PaymentRow, readWaiting, WAITING } from './payment.ts'
import { sendRefund, syncRefunds } from './refunds.ts'
import { settlePayment } from './settle-payment.ts'
import { HOLD_MARGIN } from './start-payment.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Of each kind. A run begins with those that were asked about the longest ago, so that none keeps another from its turn. */
const MOST_AT_ONCE = 50
/** States of a payment that ends once its time is over. */
const ENDING = ['starting', 'open'] as const
/** A bank debit takes days: it stays in this state however often the provider is asked. */
const ON_ITS_WAY = ['processing'] as const
const NEVER_PAID = 'The payment was not finished in time.'

/** True where a sweep has something to ask the provider. */
export async function isSweepDue(db: Db, now: Instant): Promise<boolean> {
  const due = [await readOverdue(db, WAITING, now, 1), await readUnsent(db, now, 1), await readAbandoned(db, now, 1)]
  return due.some((rows) => rows.length > 0)
}

/**
 * Asks the provider about payments whose time is over and refunds that wait, and settles what it says. This makes good every notice that
 * was lost, and every process that ended half-way. Resolves with how many were looked at, and how many could not be.
 */
export async function sweepPayments(
  db: Db,
  context: PaymentContext,
  { timeLeft, onFault }: { timeLeft: () => number; onFault: (fault: unknown) => void },
): Promise<{ swept: number; faulty: number }> {
  const count = { swept: 0, faulty: 0 }
  const each = async <T>(rows: readonly T[], work: (row: T) => Promise<void>) => {
    for (const row of rows) {
      if (timeLeft() <= 0) return
      try {
        await work(row)
        count.swept += 1
      } catch (fault) {
        count.faulty += 1
        onFault(fault)
      }
    }
  }
  const { now } = context
  const close = (payment: PaymentRow) => closePayment(db, context, payment)
  await each(await readOverdue(db, ENDING, now, MOST_AT_ONCE), close)
  await each(await readUnsent(db, now, MOST_AT_ONCE), (refund) => askAgain(db, context, refund))
  await each(await readAbandoned(db, now, MOST_AT_ONCE), ({ id }) => endAbandoned(db, context, id))
  await each(await readOverdue(db, ON_ITS_WAY, now, MOST_AT_ONCE), close)
  return count
}

async function readOverdue(
  db: Db,
  states: readonly PaymentRow['state'][],
  now: Instant,
  most: number,
): Promise<PaymentRow[]> {
  const isOver = lt(shopPayments.expiresAt, new Date(now - HOLD_MARGIN))
  return db
    .select()
    .from(shopPayments)
    .where(and(inArray(shopPayments.state, [...states]), isOver))
    .orderBy(asc(shopPayments.updatedAt))
    .limit(most)
}

/** Refunds that the provider was perhaps not asked for, and those of which nothing was heard for a day. */
async function readUnsent(db: Db, now: Instant, most: number): Promise<(typeof shopRefunds.$inferSelect)[]> {
  const requested = await db
    .select()
    .from(shopRefunds)
    .where(and(eq(shopRefunds.state, 'requested'), lt(shopRefunds.createdAt, new Date(now - MINUTE))))
    .orderBy(asc(shopRefunds.updatedAt))
    .limit(most)
  const pending = await db
    .select()
    .from(shopRefunds)
    .where(and(eq(shopRefunds.state, 'pending'), lt(shopRefunds.updatedAt, new Date(now - DAY))))
    .orderBy(asc(shopRefunds.updatedAt))
    .limit(most)
  return [...requested, ...pending]
}

/** Orders by card whose buyer never came as far as a payment, or whose payment was refused. */
async function readAbandoned(db: Db, now: Instant, most: number): Promise<{ id: string }[]> {
  const isOld = lt(shopOrders.placedAt, new Date(now - HOUR))
  return db
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(eq(shopOrders.state, 'awaiting_payment'), isOld, hasNoneWaiting(db)))
    .orderBy(asc(shopOrders.placedAt))
    .limit(most)
}

async function endAbandoned(db: Db, { now, tell }: PaymentContext, orderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.state !== 'awaiting_payment' || (await readWaiting(tx, orderId)).length > 0) return
    await releaseHolds(tx, orderId)
    const set = { endedAt: new Date(now), endReason: NEVER_PAID }
    await tell(tx, await moveOrder(tx, order, { to: 'expired', set, verb: 'expire', actor: BY_PROVIDER }), 'expired')
  })
}

/** Ends the session of a payment at the provider, and settles what has become of it. */
async function closePayment(db: Db, context: PaymentContext, payment: PaymentRow): Promise<void> {
  const { provider } = context
  // Before the question, so that a payment to which the provider does not answer goes to the end of the queue too.
  await db.update(shopPayments).set({ updatedAt: sql`now()` }).where(eq(shopPayments.id, payment.id))
  const session = payment.sessionId === null ? await findSession(context, payment) : undefined
  const id = payment.sessionId ?? session?.id
  if (id === undefined) return settlePayment(db, context, { session: toNone(payment) })
  // Money that is on its way comes or does not, whatever we do.
  const isUnderWay = payment.state === 'processing'
  await settlePayment(db, context, {
    session: isUnderWay ? await provider.readSession(id) : await provider.endSession(id),
  })
}

/** The session that was perhaps opened and never stored. Undefined where there is none. */
async function findSession({ provider }: PaymentContext, payment: PaymentRow): Promise<PaymentSession | undefined> {
  const from = payment.createdAt.getTime() - MINUTE
  return provider.findSession(payment.id, { from, until: payment.expiresAt?.getTime() ?? from })
}

/** What is settled of a payment that never had a session. */
function toNone({ id, amountCents, expiresAt }: PaymentRow): PaymentSession {
  const ended = { url: null, status: 'expired', isPaid: false, hasFailed: false, intentId: null } as const
  return { ...ended, id: `none:${id}`, amountCents, expiresAt: expiresAt?.getTime() ?? 0, paymentId: id }
}

/**
 * What has become of a refund. One that was asked for is looked for before it is asked for again: an answer that was lost, or an error
 * after the money was sent, must not send it twice once the provider has forgotten the key. (security SH10)
 */
async function askAgain(db: Db, context: PaymentContext, refund: typeof shopRefunds.$inferSelect): Promise<void> {
  const [payment] = await db.select().from(shopPayments).where(eq(shopPayments.id, refund.paymentId))
  await db.update(shopRefunds).set({ updatedAt: sql`now()` }).where(eq(shopRefunds.id, refund.id))
  if (!payment?.intentId) throw new Error(`Refund ${refund.id} cannot be sent: its payment has no id at the provider`)
  const refunds = await context.provider.listRefunds(payment.intentId)
  const isKnown = refunds.some(({ refundId }) => refundId === refund.id)
  if (refund.state === 'requested' && !isKnown) return sendRefund(db, context, refund)
  await syncRefunds(db, context, { intentId: payment.intentId, refunds })
}
