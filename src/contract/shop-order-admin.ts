import { z } from 'zod'
import type { Instant, PlainDay } from './instant.ts'
import { nameText } from './library.ts'
import type { MailPlanState } from './mail-rule.ts'
import type { Cents } from './money.ts'
import { MOST_LINES } from './order-state.ts'
import {
  type Delivery,
  FULFILLMENTS,
  type Fulfillment,
  MOST_PIECES,
  ORDER_STATES,
  type OrderState,
  poNumber,
} from './shop-order.ts'
import type { OrderView } from './shop-order-view.ts'
import { isStorable, optionalText, reasonText, text } from './text.ts'

/** Refuses acts that do not fit an order. */
export const ACT_REFUSED = {
  shipInstead: 'This order is shipped. Enter the carrier instead.',
  handOverInstead: 'This order is not shipped. Mark it as handed over instead.',
  goodsGone: 'The goods have left. An order can no longer be cancelled then.',
  beingPaid: 'A payment of this order is being confirmed. Wait until it is settled.',
  noVoucher: 'Only a voucher has codes.',
  tooManyCodes: 'There are more codes than pieces.',
} as const

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
    reason: reasonText('Enter a reason'),
  }),
  z.strictObject({
    act: z.literal('codes'),
    version: z.int().min(1),
    lines: z
      .array(z.strictObject({ lineId: z.uuid(), codes: z.array(nameText(100, 'Code')).max(MOST_PIECES) }))
      .min(1)
      .max(MOST_LINES),
  }),
])
export type OrderAct = z.output<typeof orderAct>

/** The reason that is offered for the refund of a paid order that is out of stock, as the buyer reads it. */
export const SHORT_REFUND = 'We could not get enough pieces for your order.'

/** Body of `POST /api/admin/order-refunds`. `putBack` is whether the pieces return to stock. */
export const refundInput = z.strictObject({
  id: z.uuid(),
  orderId: z.uuid(),
  amountCents: z.int('Enter an amount').min(1, 'Enter an amount'),
  reason: reasonText('Enter a reason'),
  putBack: z.boolean(),
})
export type RefundInput = z.output<typeof refundInput>

/** What the list of orders is filtered by. `due` is invoices whose day of payment is over. */
export const orderFilter = {
  q: z.string().max(200).refine(isStorable).optional(),
  state: z.enum(keysOf(ORDER_STATES)).optional(),
  fulfillment: z.enum(keysOf(FULFILLMENTS)).optional(),
  payBy: z.enum(['invoice', 'card']).optional(),
  event: z.uuid().optional(),
  due: z.literal('overdue').optional(),
  /** Orders that are invoiced or paid, and not ready; those whose workshop does not take place; those whose refund failed. */
  needs: z.enum(['ready', 'pickup', 'refund']).optional(),
}
export type OrderFilter = { [Name in keyof typeof orderFilter]?: z.output<(typeof orderFilter)[Name]> }

// Object.keys knows no key types.
function keysOf<Key extends string>(words: Record<Key, string>): [Key, ...Key[]] {
  return Object.keys(words) as [Key, ...Key[]]
}

/** Body of `POST …/links`: an empty object, so that it is JSON like every write. */
export const newOrderLink = z.strictObject({})

/** What of the shop needs an administrator. */
export type ShopCounts = {
  /** Invoiced or paid, and not ready. */
  toMakeReady: number
  /** Paid, out of stock, and nothing decided. */
  short: number
  /** Invoices whose day of payment is over. */
  overdue: number
  /** Orders whose workshop of pick-up was cancelled or deleted. */
  withoutPickup: number
  /** Orders with a refund that did not arrive, and none after it. */
  failedRefunds: number
}

/** A link to an order, without its token. `to` is the address it was made for; `as` is what it lets people do. */
export type OrderLink = {
  id: string
  as: 'buyer' | 'purchasing'
  to: string
  createdAt: Instant
  expiresAt: Instant
}

/** What is handed over at a workshop, for `GET /api/admin/events/:id/pickups`. */
export type PickupList = {
  event: { name: string; day: PlainDay; isCancelled: boolean }
  orders: (Pick<OrderRow, 'id' | 'number' | 'state' | 'fulfillment' | 'buyerName' | 'company' | 'email'> & {
    version: number
    phone: string | null
    lines: { title: string; label: string; quantity: number }[]
  })[]
}

export const orderNote = z.strictObject({ id: z.uuid(), text: nameText(1000, 'Note') })
export type NewOrderNote = z.output<typeof orderNote>

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
/** A mail of a workflow about an order: planned, sent, or the reason why it is not. */
export type OrderReminder = {
  id: string
  ruleId: string
  workflow: string
  state: MailPlanState
  reason: string | null
  dueAt: Instant
  sentAt: Instant | null
  zone: string
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
export type OrderDetail = Omit<OrderView, 'as' | 'seller' | 'noteToPurchasing' | 'canPayByCard' | 'whyNotCancel'> & {
  id: string
  version: number
  phone: string | null
  payments: OrderPayment[]
  refunds: OrderRefund[]
  notes: OrderNote[]
  /** By their time. */
  reminders: OrderReminder[]
  /** The lines of which fewer pieces are free than a short order needs. */
  missing: { sku: string; title: string; needed: number; free: number }[]
}
