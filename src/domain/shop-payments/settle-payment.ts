import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopPayments, shopProviderEvents, shopRefunds } from '#db/schema/shop-payments.ts'
import type { PaymentSession, ProviderNotice } from '#src/contract/payment-provider.ts'
import type { OrderState } from '#src/contract/shop-order.ts'
import { hasTakenStock, lockOrder, moveOrder, type OrderRow, readPieces } from '../shop-orders/order-row.ts'
import { takeStock } from '../shop-orders/stock.ts'
import {
  BY_PROVIDER,
  changePayment,
  endPaymentHold,
  type PaymentContext,
  type PaymentRow,
  readWaiting,
} from './payment.ts'

/** Why money goes back without anybody asking for it, as the buyer reads it. */
const REFUND_REASONS: Partial<Record<OrderState, string>> = {
  cancelled: 'The order was cancelled before the payment arrived.',
  refunded: 'The order was refunded before this payment arrived.',
  paid: 'The order was paid twice.',
  short: 'The order was paid twice.',
}
const PAYMENT_EXPIRED = 'The payment was not finished in time.'
const PAYMENT_FAILED = 'The payment failed.'

type Settling = {
  session: PaymentSession
  /** The notice that said so; none where the provider was asked. */
  notice?: ProviderNotice
}

/**
 * Brings a payment and its order to what the provider says of its session. Any number of notices in any order lead to the same: what
 * counts is what the session is now. The id of a notice is stored in the same transaction. (security SH9)
 */
export async function settlePayment(db: Db, context: PaymentContext, settling: Settling): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findPayment(tx, settling.session)
    if (!found) {
      if (settling.notice) await noteNotice(tx, settling.notice)
      return
    }
    // The order is locked before its payment is read: whoever settles next sees what this transaction did.
    const order = await lockOrder(tx, found.orderId)
    if (settling.notice && !(await noteNotice(tx, settling.notice))) return
    const [payment] = await tx.select().from(shopPayments).where(eq(shopPayments.id, found.id))
    if (!payment || payment.state === 'paid') return
    await settle(tx, context, { order, payment, ...settling })
  })
}

/** Stores the id of a notice; false if it is stored already. */
export async function noteNotice(tx: Db, { id, type, createdSeconds }: ProviderNotice): Promise<boolean> {
  const row = { id, type, created: createdSeconds }
  return (await tx.insert(shopProviderEvents).values(row).onConflictDoNothing().returning()).length > 0
}

async function findPayment(tx: Db, { id, paymentId }: PaymentSession): Promise<PaymentRow | undefined> {
  const [bySession] = await tx.select().from(shopPayments).where(eq(shopPayments.sessionId, id))
  if (bySession) return bySession
  // The session was opened, and its id was not stored any more.
  if (paymentId === null || !UUID.test(paymentId)) return undefined
  const [byId] = await tx.select().from(shopPayments).where(eq(shopPayments.id, paymentId))
  return byId?.sessionId === null ? byId : undefined
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type Pair = { order: OrderRow; payment: PaymentRow }

async function settle(tx: Db, context: PaymentContext, settling: Pair & Settling): Promise<void> {
  const { session, payment } = settling
  const { hasFailed } = session
  const known = { sessionId: session.id, sessionUrl: session.url, intentId: session.intentId }
  if (session.isPaid) {
    const paid = { ...known, state: 'paid', paidAt: new Date(context.now), amountCents: session.amountCents } as const
    return takePaid(tx, context, { ...settling, payment: await changePayment(tx, payment.id, paid) })
  }
  if (session.status === 'open') {
    if (payment.state === 'starting') await changePayment(tx, payment.id, { ...known, state: 'open' })
    return
  }
  if (session.status === 'complete' && !hasFailed) {
    await changePayment(tx, payment.id, { ...known, state: 'processing' })
    return
  }
  await changePayment(tx, payment.id, { ...known, state: hasFailed ? 'failed' : 'expired' })
  await endUnpaid(tx, context, settling.order, hasFailed ? PAYMENT_FAILED : PAYMENT_EXPIRED)
}

/** A payment has arrived: it becomes an order with goods, an order that waits for goods, or a refund. */
async function takePaid(tx: Db, context: PaymentContext, { order, payment }: Pair): Promise<void> {
  const { now, tell } = context
  const reason = REFUND_REASONS[order.state]
  if (reason !== undefined) return askBack(tx, payment, reason)
  const hasGoods = hasTakenStock(order) || (await takeStock(tx, order.id, await readPieces(tx, order.id), now))
  const to = hasGoods ? 'paid' : 'short'
  const set = { paidAt: new Date(now), payBy: 'card', endedAt: null, endReason: null } as const
  const after = await moveOrder(tx, order, { to, set, verb: to === 'paid' ? 'pay' : 'pay-short', actor: BY_PROVIDER })
  await tell(tx, after, to)
}

/** Writes down that a whole payment goes back. It is sent by `sendRefund`, or by the next sweep. */
async function askBack(tx: Db, payment: PaymentRow, reason: string): Promise<void> {
  const { id: paymentId, amountCents } = payment
  await changePayment(tx, paymentId, { refundedCents: amountCents })
  const refund = { id: randomUUID(), paymentId, amountCents, state: 'requested', reason, askedBy: 'system' } as const
  await tx.insert(shopRefunds).values(refund)
}

/** The session has ended without money. An order that waited for nothing else has expired. */
async function endUnpaid(tx: Db, { tell, now }: PaymentContext, order: OrderRow, endReason: string): Promise<void> {
  if ((await readWaiting(tx, order.id)).length > 0) return
  if (order.state !== 'awaiting_payment' && order.state !== 'awaiting_po') return
  await endPaymentHold(tx, order, now)
  if (order.state === 'awaiting_po') return
  const set = { endedAt: new Date(now), endReason }
  await tell(tx, await moveOrder(tx, order, { to: 'expired', set, verb: 'expire', actor: BY_PROVIDER }), 'expired')
}
