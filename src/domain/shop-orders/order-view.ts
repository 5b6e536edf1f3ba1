import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import type { Instant } from '#src/contract/instant.ts'
import { mayDeliver, type OrderState, type ShippingAddress } from '#src/contract/shop-order.ts'
import type { OrderLine, OrderView, SellerFacts } from '#src/contract/shop-order-view.ts'
import type { ShopSetting } from '#src/contract/shop-setting.ts'
import { readShopSetting } from '../settings/settings.ts'
import { openOrder } from './order-links.ts'
import { type OrderRow, readLines, readRefunded, requireOrder } from './order-row.ts'
import { readPickup } from './pickup-places.ts'

/** States in which an order can still be finished with a PO number or a payment by card. */
export const OPEN_STATES: readonly OrderState[] = ['awaiting_payment', 'awaiting_po', 'invoiced']

/**
 * What a link to an order shows. Its texts and prices are those of the order, its place of pick-up is that of the event now. Throws
 * `not_found` with one sentence for every link that opens none. (decision 0060, security SH3, SH4)
 */
export async function readOrderView(
  db: Db,
  token: string,
  { now, isCardOn }: { now: Instant; isCardOn: boolean },
): Promise<OrderView> {
  const { orderId, as, noteToPurchasing } = await openOrder(db, token, now)
  const order = await requireOrder(db, orderId)
  const facts = await readFacts(db, order)
  return {
    ...facts,
    as,
    noteToPurchasing,
    lines: facts.lines.map((line) => ({ ...line, codes: mayDeliver(order.state) ? line.codes : [] })),
    whyNotCancel:
      as === 'buyer' ? refuseCancel(order, facts.isPaying) : 'Only the person who ordered can cancel the order.',
    canPayByCard: isCardOn && OPEN_STATES.includes(order.state) && !facts.isPaying,
    seller: toSeller(await readShopSetting(db)),
  }
}

/** What buyers and administrators see of an order. */
export async function readFacts(db: Db, order: OrderRow) {
  const { number, state, fulfillment, payBy, buyerName, email, company, poNumber, delivery, buyerNote } = order
  const { subtotalCents, shippingCents, taxCents, totalCents, taxBasisPoints } = order
  const { dueOn, carrier, tracking, endReason } = order
  return {
    ...{ number, state, fulfillment, payBy, buyerName, email, company, poNumber, delivery, buyerNote },
    ...{ subtotalCents, shippingCents, taxCents, totalCents, taxBasisPoints, dueOn, carrier, tracking, endReason },
    ...toInstants(order),
    pickup: await readPickup(db, order.eventId),
    // Written by `placeOrder` alone, from the same schema.
    shipTo: order.shipTo as ShippingAddress | null,
    lines: (await readLines(db, order.id)).map(toLine),
    refundedCents: await readRefunded(db, order.id),
    isPaying: await isPaying(db, order.id),
  }
}

function toInstants(order: OrderRow) {
  const at = (moment: Date | null): Instant | null => moment?.getTime() ?? null
  return {
    placedAt: order.placedAt.getTime(),
    poDueAt: at(order.poDueAt),
    invoicedAt: at(order.invoicedAt),
    paidAt: at(order.paidAt),
    backOrderedAt: at(order.backOrderedAt),
    readyAt: at(order.readyAt),
    fulfilledAt: at(order.fulfilledAt),
    endedAt: at(order.endedAt),
  }
}

function toLine({
  id,
  sku,
  title,
  label,
  kind,
  unitCents,
  quantity,
  codes,
}: Awaited<ReturnType<typeof readLines>>[number]): OrderLine {
  return { id, sku, title, label, kind, unitCents, quantity, codes }
}

/** Whether the payment provider is still confirming a payment: its money may come. */
export async function isPaying(db: Db, orderId: string): Promise<boolean> {
  const isUnderWay = and(eq(shopPayments.orderId, orderId), eq(shopPayments.state, 'processing'))
  return (await db.$count(shopPayments, isUnderWay)) > 0
}

/** Why a buyer cannot cancel; null if they can. */
export function refuseCancel({ state, fulfillment }: OrderRow, isBeingPaid: boolean): string | null {
  if (isBeingPaid) return 'Your payment is being confirmed. Ask us to cancel the order.'
  if (state === 'paid' || state === 'short') return 'This order is paid. Ask us to cancel it and to pay you back.'
  if (!OPEN_STATES.includes(state)) return 'This order has already ended.'
  return fulfillment === 'open' ? null : 'This order is already prepared. Ask us to cancel it.'
}

function toSeller({ seller_name, seller_address, payment_instructions, tax_id }: ShopSetting): SellerFacts {
  return { name: seller_name, address: seller_address, payment: payment_instructions, taxId: tax_id }
}
