import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { formatCents } from '#src/contract/money.ts'
import { PaymentRefused, type ProviderNotice, type ProviderRefund } from '#src/contract/payment-provider.ts'
import { STATE_REFUSED } from '#src/contract/shop-order.ts'
import type { RefundInput } from '#src/contract/shop-order-admin.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import {
  changeOrder,
  hasTakenStock,
  lockOrder,
  moveOrder,
  type OrderRow,
  readPieces,
} from '../shop-orders/order-row.ts'
import { putBack, takeStock } from '../shop-orders/stock.ts'
import { BY_PROVIDER, changePayment, type PaymentContext, type PaymentRow, readPayments } from './payment.ts'
import { noteNotice } from './settle-payment.ts'

type RefundRow = typeof shopRefunds.$inferSelect

/** States in which a refund keeps its amount: it has arrived, or may still do so. */
const KEEPS_AMOUNT: readonly RefundRow['state'][] = ['requested', 'pending', 'succeeded']

/** Refuses more than is left. */
function tooMuch(leftCents: number): string {
  return `At most ${formatCents(leftCents)} of this order can still be refunded.`
}
/** Refuses putting pieces back for a part of the money. */
const PUT_BACK_WHOLE = 'Pieces return to stock only with a refund of everything that is left.'

/**
 * Writes down a refund, once for each id. The amount counts from then on, so that refunds in parallel never exceed the payment. What was
 * paid by other means than a card is refunded by other means: then the entry is all there is. Resolves with the refund; one that the
 * provider has to be asked for is `requested`. Throws `not_found`, `conflict` for an order without money and `invalid` for too much.
 * (security SH10)
 */
export async function requestRefund(
  db: Db,
  context: PaymentContext,
  input: RefundInput,
  actor: Actor,
): Promise<RefundRow> {
  const { id, orderId, amountCents, reason } = input
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const [stored] = await tx.select().from(shopRefunds).where(eq(shopRefunds.id, id))
    if (stored) {
      if (stored.amountCents !== amountCents) throw new Failure('conflict', STATE_REFUSED)
      return stored
    }
    const payment = await choosePayment(tx, orderId, amountCents)
    const isManual = payment.provider === 'manual'
    await changePayment(tx, payment.id, { refundedCents: payment.refundedCents + amountCents })
    if (input.putBack) await putAllBack(tx, order)
    const state = isManual ? 'succeeded' : 'requested'
    const settledAt = isManual ? new Date(context.now) : null
    const row = { id, paymentId: payment.id, amountCents, state, reason, askedBy: actor.id, settledAt } as const
    const [refund] = await tx.insert(shopRefunds).values(row).returning()
    if (!refund) throw new Error('A refund was not stored')
    const audited = { number: order.number, amountCents, reason, putBack: input.putBack }
    const subject = { subjectType: 'order', subjectId: orderId }
    await recordAudit(tx, actor, { action: 'order.refund', ...subject, after: audited })
    const after = await followRefunds(tx, context, await lockOrder(tx, orderId))
    if (isManual) await context.tell(tx, after, 'refunded', reason)
    return refund
  })
}

/** The payment that still has this much. Throws `invalid` where none has. */
async function choosePayment(tx: Db, orderId: string, amountCents: number): Promise<PaymentRow> {
  const paid = (await readPayments(tx, orderId)).filter(({ state }) => state === 'paid')
  if (paid.length === 0) throw new Failure('conflict', STATE_REFUSED)
  const left = (payment: PaymentRow) => payment.amountCents - payment.refundedCents
  const payment = paid.find((one) => left(one) >= amountCents)
  if (payment) return payment
  throw new Failure('invalid', tooMuch(Math.max(...paid.map(left))), { field: 'amountCents' })
}

/** Puts the pieces of an order back. What was handed over or sent comes back by a change of the stock, once it has arrived. */
async function putAllBack(tx: Db, order: OrderRow): Promise<void> {
  const payments = (await readPayments(tx, order.id)).filter(({ state }) => state === 'paid')
  if (payments.some(({ amountCents, refundedCents }) => refundedCents < amountCents)) {
    throw new Failure('invalid', PUT_BACK_WHOLE, { field: 'putBack' })
  }
  const isGone = order.fulfillment === 'handed_over' || order.fulfillment === 'shipped'
  if (isGone || !hasTakenStock(order)) throw new Failure('invalid', PUT_BACK_WHOLE, { field: 'putBack' })
  await putBack(tx, order.id, await readPieces(tx, order.id))
}

/** Asks the provider for a refund that is written down. Asked again, it is the same refund. */
export async function sendRefund(db: Db, context: PaymentContext, refund: RefundRow): Promise<void> {
  const [payment] = await db.select().from(shopPayments).where(eq(shopPayments.id, refund.paymentId))
  if (!payment?.intentId || refund.state !== 'requested') return
  const wish = { refundId: refund.id, intentId: payment.intentId, amountCents: refund.amountCents }
  try {
    await syncRefunds(db, context, { intentId: payment.intentId, refunds: [await context.provider.refund(wish)] })
  } catch (fault) {
    if (!(fault instanceof PaymentRefused)) throw fault
    await syncRefunds(db, context, { intentId: payment.intentId, refunds: [toFailed(refund)] })
  }
}

const toFailed = ({ id, amountCents }: RefundRow): ProviderRefund => ({
  id: `refused:${id}`,
  refundId: id,
  amountCents,
  state: 'failed',
})

type Syncing = { intentId: string; refunds: readonly ProviderRefund[]; notice?: ProviderNotice }

/** Brings the refunds of a payment to what the provider says, and its order with them. (security SH10) */
export async function syncRefunds(
  db: Db,
  context: PaymentContext,
  { intentId, refunds, notice }: Syncing,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(shopPayments).where(eq(shopPayments.intentId, intentId))
    const order = found && (await lockOrder(tx, found.orderId))
    if (notice && !(await noteNotice(tx, notice))) return
    if (!order) return
    const arrived = []
    for (const refund of refunds) arrived.push(await syncRefund(tx, context, found.id, refund))
    await countRefunds(tx, found.id)
    const after = await followRefunds(tx, context, order)
    for (const reason of arrived) if (reason !== undefined) await context.tell(tx, after, 'refunded', reason)
  })
}

/** Resolves with the reason of a refund that has arrived by this, which its buyer is mailed; undefined for any other. */
async function syncRefund(
  tx: Db,
  { now }: PaymentContext,
  paymentId: string,
  refund: ProviderRefund,
): Promise<string | undefined> {
  const { id: providerId, refundId, amountCents, state } = refund
  const isThis = refundId === null ? eq(shopRefunds.providerId, providerId) : eq(shopRefunds.id, refundId)
  const [stored] = await tx
    .select()
    .from(shopRefunds)
    .where(and(isThis, eq(shopRefunds.paymentId, paymentId)))
  const settledAt = state === 'pending' ? null : new Date(now)
  if (stored) {
    // A notice that was delayed must not undo what a newer one said: what failed stays so.
    if (stored.state === 'failed' || stored.state === 'canceled') return undefined
    if (stored.state === 'succeeded' && state === 'pending') return undefined
    await tx.update(shopRefunds).set({ providerId, state, settledAt }).where(eq(shopRefunds.id, stored.id))
    return state === 'succeeded' && stored.state !== 'succeeded' ? stored.reason : undefined
  }
  // It was made at the provider, by somebody who signed in there.
  const reason = 'Refunded at the payment provider.'
  const made = { paymentId, amountCents, state, providerId, reason, askedBy: 'payment-provider', settledAt } as const
  await tx
    .insert(shopRefunds)
    .values({ id: sql`gen_random_uuid()`, ...made })
    .onConflictDoNothing()
  return state === 'succeeded' ? reason : undefined
}

/** What a payment says of its refunds is the sum of those that have arrived or may do so. */
async function countRefunds(tx: Db, paymentId: string): Promise<void> {
  const isKept = and(eq(shopRefunds.paymentId, paymentId), inArray(shopRefunds.state, [...KEEPS_AMOUNT]))
  const [sum] = await tx
    .select({ cents: sql<number>`coalesce(sum(${shopRefunds.amountCents}), 0)::int` })
    .from(shopRefunds)
    .where(isKept)
  await changePayment(tx, paymentId, { refundedCents: sum?.cents ?? 0 })
}

/** An order is refunded once all of its money has arrived at the buyer. If a refund fails after that, or after its pieces were put back, it is resumed. */
async function followRefunds(tx: Db, { now }: PaymentContext, order: OrderRow): Promise<OrderRow> {
  const { paid, leaving, back } = await readMoney(tx, order.id)
  const isWhole = paid > 0 && back === paid
  if (isWhole && (order.state === 'paid' || order.state === 'short')) {
    // From here on the state does not tell whether the order has its pieces.
    const set = { isStockTaken: hasTakenStock(order) }
    return moveOrder(tx, order, { to: 'refunded', set, verb: 'refunded', actor: BY_PROVIDER })
  }
  const isOver = order.state === 'refunded' || (order.state === 'paid' && !hasTakenStock(order))
  return isOver && leaving < paid ? resumeOrder(tx, order, now) : order
}

/**
 * Some of the money came back, so it is an order with goods again. Pieces that were put back, or that it never had, are taken now. If
 * there are not enough, the order is short, and an administrator decides what becomes of it.
 */
async function resumeOrder(tx: Db, order: OrderRow, now: Instant): Promise<OrderRow> {
  const change = { verb: 'refund-failed', actor: BY_PROVIDER }
  if (hasTakenStock(order)) return moveOrder(tx, order, { ...change, to: 'paid' })
  const to = (await takeStock(tx, order.id, await readPieces(tx, order.id), now)) ? 'paid' : 'short'
  const set = { fulfillment: 'open', readyAt: null, backOrderedAt: null } as const
  return order.state === to ? changeOrder(tx, order, { ...change, set }) : moveOrder(tx, order, { ...change, set, to })
}

/** What an order's payments brought, what of it has arrived back, and what has or may still do so, in cents. */
async function readMoney(db: Db, orderId: string): Promise<{ paid: number; leaving: number; back: number }> {
  const payments = (await readPayments(db, orderId)).filter(({ state }) => state === 'paid')
  const ids = payments.map(({ id }) => id)
  const refunds =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(shopRefunds)
          .where(and(inArray(shopRefunds.paymentId, ids), eq(shopRefunds.state, 'succeeded')))
          .orderBy(asc(shopRefunds.createdAt))
  const sum = (amounts: readonly { amountCents: number }[]) =>
    amounts.reduce((all, { amountCents }) => all + amountCents, 0)
  const leaving = payments.reduce((all, { refundedCents }) => all + refundedCents, 0)
  return { paid: sum(payments), leaving, back: sum(refunds) }
}
