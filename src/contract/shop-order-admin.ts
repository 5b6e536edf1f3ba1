import { z } from 'zod'
import type { Instant, PlainDay } from './instant.ts'
import { nameText } from './library.ts'
import type { Cents } from './money.ts'
import { type Delivery, type Fulfillment, MOST_PIECES, type OrderState, poNumber } from './shop-order.ts'
import type { OrderView } from './shop-order-view.ts'
import { optionalText, reasonText, text } from './text.ts'

/** What an administrator does with an order. */
export const orderAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('ready'), version: z.int().min(1) }),
  z.strictObject({ act: z.literal('unready'), version: z.int().min(1) }),
  z.strictObject({ act: z.literal('handed_over'), version: z.int().min(1) }),
  z.strictObject({
    act: z.literal('shipped'),
    version: z.int().min(1),
    carrier: nameText(60, 'Carrier'),
    tracking: optionalText(100, 'Tracking number'),
  }),
  z.strictObject({ act: z.literal('po'), version: z.int().min(1), poNumber }),
  z.strictObject({ act: z.literal('paid'), version: z.int().min(1), note: text(1, 200, 'How it was paid') }),
  /** A paid order that is out of stock waits for new pieces: they are taken as soon as there are enough. */
  z.strictObject({ act: z.literal('back_order'), version: z.int().min(1) }),
  z.strictObject({
    act: z.literal('cancel'),
    version: z.int().min(1),
    reason: reasonText('Enter a reason. The buyer reads it.'),
  }),
  z.strictObject({
    act: z.literal('codes'),
    version: z.int().min(1),
    lineId: z.uuid(),
    codes: z.array(nameText(100, 'Code')).max(MOST_PIECES),
  }),
])
export type OrderAct = z.output<typeof orderAct>

/** Body of `POST /api/admin/order-refunds`. `putBack` is whether the pieces go back on the stock. */
export const refundInput = z.strictObject({
  id: z.uuid(),
  orderId: z.uuid(),
  amountCents: z.int('Enter an amount').min(1, 'Enter an amount'),
  reason: reasonText('Enter a reason. The buyer reads it.'),
  putBack: z.boolean(),
})
export type RefundInput = z.output<typeof refundInput>

export const orderNote = z.strictObject({ id: z.uuid(), text: nameText(1000, 'Note') })

export type OrderPayment = {
  id: string
  provider: 'stripe' | 'manual'
  state: 'starting' | 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  amountCents: Cents
  refundedCents: Cents
  note: string | null
  createdAt: Instant
  paidAt: Instant | null
}
export type OrderRefund = {
  id: string
  paymentId: string
  amountCents: Cents
  state: 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled'
  reason: string
  askedBy: string
  createdAt: Instant
}
export type OrderNote = { id: string; text: string; writtenBy: string; createdAt: Instant }

/** One row of the list of orders. */
export type OrderRow = {
  id: string
  number: string
  state: OrderState
  fulfillment: Fulfillment
  payBy: 'invoice' | 'card'
  buyerName: string
  company: string
  email: string
  poNumber: string | null
  delivery: Delivery
  /** The name of the workshop where it is picked up. */
  pickup: string | null
  pieces: number
  totalCents: Cents
  placedAt: Instant
  dueOn: PlainDay | null
}

/** An order as an administrator sees it. */
export type OrderDetail = Omit<OrderView, 'as' | 'seller' | 'isPaying' | 'canPayByCard'> & {
  id: string
  version: number
  phone: string | null
  payments: OrderPayment[]
  refunds: OrderRefund[]
  notes: OrderNote[]
  /** The lines of which fewer pieces are free than a short order needs. */
  missing: { sku: string; title: string; needed: number; free: number }[]
}
