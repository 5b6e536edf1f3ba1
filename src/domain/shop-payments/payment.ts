import { and, desc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PaymentProvider } from '#src/contract/payment-provider.ts'
import type { OrderRow } from '../shop-orders/order-row.ts'
import { extendHolds, releaseHolds } from '../shop-orders/stock.ts'

export type PaymentRow = typeof shopPayments.$inferSelect

/** What has become of an order by a payment, which its buyer is mailed. */
type PaymentNews = 'paid' | 'short' | 'expired' | 'refunded'

/** What settling payments needs beside the database. */
export type PaymentContext = {
  provider: PaymentProvider
  now: Instant
  /** Mails the buyer what has become of an order, in the transaction that changes it. `reason` is that of a refund. */
  tell: (tx: Db, order: OrderRow, news: PaymentNews, reason?: string) => Promise<void>
}

/** Who changes an order when the provider says something: nobody at the keyboard. */
export const BY_PROVIDER = { id: 'payment-provider' } as const

/** States of a payment of which the provider may still say that it was paid. */
export const WAITING = ['starting', 'open', 'processing'] as const

/** The payments of an order, the newest first. */
export async function readPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db.select().from(shopPayments).where(eq(shopPayments.orderId, orderId)).orderBy(desc(shopPayments.attempt))
}

/** The payments of an order that may still be paid. */
export async function readWaiting(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(shopPayments)
    .where(and(eq(shopPayments.orderId, orderId), inArray(shopPayments.state, [...WAITING])))
    .orderBy(desc(shopPayments.attempt))
}

/** Of the orders in a query: true for one of which no payment may still be paid. */
export function hasNoneWaiting(db: Db): SQL {
  const isWaiting = and(eq(shopPayments.orderId, shopOrders.id), inArray(shopPayments.state, [...WAITING]))
  return notExists(db.select({ one: sql`1` }).from(shopPayments).where(isWaiting))
}

/**
 * Ends what an order holds for its payment: until its PO number is due it goes on holding its pieces, and then it holds none. If that day
 * came while the payment was under way, the next run of `runShopJobs` lets the order expire.
 */
export async function endPaymentHold(tx: Db, { id, poDueAt }: OrderRow, now: Instant): Promise<void> {
  if (poDueAt === null || poDueAt.getTime() <= now) return releaseHolds(tx, id)
  await extendHolds(tx, id, { expiresAt: poDueAt.getTime(), awaitsProvider: false })
}

/** The next number of an attempt. The order is locked. */
export async function nextAttempt(tx: Db, orderId: string): Promise<number> {
  const [latest] = await readPayments(tx, orderId)
  return (latest?.attempt ?? 0) + 1
}

/** Changes a payment and returns it as it is then. */
export async function changePayment(
  tx: Db,
  id: string,
  set: Partial<typeof shopPayments.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await tx.update(shopPayments).set(set).where(eq(shopPayments.id, id)).returning()
  if (!row) throw new Error('A payment was deleted while its order was locked')
  return row
}
