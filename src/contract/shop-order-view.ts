import type { Instant, PlainDay } from './instant.ts'
import type { Cents } from './money.ts'
import type { Delivery, Fulfillment, OrderState, ShippingAddress, Totals } from './shop-order.ts'
import type { ProductKind } from './shop-product.ts'

export type OrderLine = {
  id: string
  sku: string
  title: string
  label: string
  kind: ProductKind
  unitCents: Cents
  quantity: number
  codes: string[]
}

/** Where an order is picked up, as the event is now. `times` and `zone` are for reading; `startsAt` and `endsAt` for a calendar. */
export type PickupFacts = {
  eventId: string
  eventName: string
  eventSlug: string
  day: PlainDay
  times: string
  zone: string
  startsAt: Instant
  endsAt: Instant
  venue: string | null
  address: string | null
  status: 'scheduled' | 'postponed' | 'moved' | 'cancelled' | 'unpublished'
}

/** Who is on the invoice, and how it is paid. */
export type SellerFacts = { name: string; address: string; payment: string; taxId: string | null }

/** What the link to an order opens. `as` is whose link it is. */
export type OrderView = Totals & {
  as: 'buyer' | 'purchasing'
  number: string
  state: OrderState
  fulfillment: Fulfillment
  payBy: 'invoice' | 'card'
  buyerName: string
  email: string
  company: string
  poNumber: string | null
  delivery: Delivery
  /** Null unless it is picked up, and if the workshop was deleted. */
  pickup: PickupFacts | null
  shipTo: ShippingAddress | null
  buyerNote: string | null
  taxBasisPoints: number
  lines: OrderLine[]
  placedAt: Instant
  poDueAt: Instant | null
  invoicedAt: Instant | null
  dueOn: PlainDay | null
  paidAt: Instant | null
  /** When it was decided that a paid order waits for new pieces. */
  backOrderedAt: Instant | null
  readyAt: Instant | null
  fulfilledAt: Instant | null
  carrier: string | null
  tracking: string | null
  endedAt: Instant | null
  endReason: string | null
  refundedCents: Cents
  /** What the buyer wrote to purchasing, behind their link alone. */
  noteToPurchasing: string | null
  /** Whether a payment by card is being confirmed by the provider. */
  isPaying: boolean
  /** Why it cannot be cancelled by the buyer any longer; null if it can. */
  whyNotCancel: string | null
  canPayByCard: boolean
  seller: SellerFacts
}

/** An order's page. */
export const ORDER_PAGE = '/shop/order'

/** The path of an order's page with its link. The token comes after the #, where no server, log or referrer sees it. (security SH4) */
export function orderPath(token: string): string {
  return `${ORDER_PAGE}#token=${token}`
}

/**
 * Where the payment provider sends the buyer back to, which proves nothing. The token of the order is not in it: the provider and our own
 * list of payments would keep it. The browser that left has kept it. (security SH4)
 */
export function cameBackPath(as: 'paid' | 'cancelled'): string {
  return `${ORDER_PAGE}?back=${as}`
}
