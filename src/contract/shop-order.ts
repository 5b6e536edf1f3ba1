import { z } from 'zod'
import { emailAddress } from './email.ts'
import type { Instant, PlainDay } from './instant.ts'
import { nameText } from './library.ts'
import type { Cents } from './money.ts'
import { MOST_LINES, MOST_PIECES, type OrderState } from './order-state.ts'
import type { ProductKind, ShopVariant } from './shop-product.ts'
import { optionalText } from './text.ts'

export {
  type Delivery,
  FULFILLMENTS,
  type Fulfillment,
  MOST_PIECES,
  ORDER_STATES,
  type OrderState,
  SHOP_CLOSED,
} from './order-state.ts'

/** Every state that an order can go to from each state. All others are refused. (decision 0060) */
export const ORDER_MOVES: Readonly<Record<OrderState, readonly OrderState[]>> = {
  awaiting_payment: ['paid', 'short', 'invoiced', 'awaiting_po', 'expired', 'cancelled'],
  awaiting_po: ['invoiced', 'paid', 'short', 'expired', 'cancelled'],
  invoiced: ['paid', 'cancelled'],
  // A refund that has put the pieces back can fail once they are sold to somebody else.
  paid: ['refunded', 'short'],
  short: ['paid', 'refunded'],
  // A payment that was under way when an order ended still counts: it becomes an order again, or is refunded.
  expired: ['paid', 'short', 'refunded'],
  cancelled: ['paid', 'short', 'refunded'],
  // A refund can fail days after it was made.
  refunded: ['paid', 'short'],
}

/** Refuses an order of more pieces than are free. */
export const OUT_OF_STOCK = 'There are not enough pieces left. Change the quantity or remove the product.'
/** Refuses a change for which an order has gone too far, or not far enough. */
export const STATE_REFUSED =
  'This order can no longer be changed in this way. Reload the page to see its present state.'
/** Refuses an order whose prices have changed since they were shown. */
export const PRICE_CHANGED = 'The total has changed since you opened this page. Check it, then order again.'
/** Refuses an order that no invoice and no payment can be made for. */
export const ORDER_TOO_LARGE = 'This order is too large for the shop. Ask us for an offer.'
/** Refuses a product that is no longer sold, or that cannot be delivered in the chosen way. */
export const NOT_SOLD = 'A product of your cart cannot be ordered in this way. Open the cart to see which one.'
/** Refuses a workshop that takes place soon, does not take place, or is not known. */
export const PICKUP_CLOSED = 'Orders can no longer be picked up at this workshop. Choose another workshop, or shipping.'
/** Refuses a payment by card where none is set up. */
export const CARD_OFF = 'Payment by card is not available. Choose payment on invoice.'
/** Refuses an order without a PO number where the setting gives no days to wait for it. */
export const PO_REQUIRED = 'Enter the number of your purchase order.'
/** Refuses an id that an order with other content has. */
export const OTHER_ORDER = 'This order was already sent with other content. Reload the page and order again.'
/** Refuses more orders of one buyer that are neither invoiced nor paid. */
export const TOO_MANY_WAITING =
  'Several orders of this email address still wait for their payment or PO number. Finish them first, or call us.'
/** The answer to a request for new links, whatever the address. (security SH4) */
export const ORDER_LINKS_SENT =
  'If there are orders of this address, an email with links to them is on its way. It can take a few minutes.'
/** The answer to a link for purchasing. */
export const PURCHASING_SENT = 'We have sent a link to this order.'
/** Refuses a mail to an address that was just sent one. */
export const JUST_MAILED = 'This address was just sent an email. Try again in a minute.'
/** Refuses what the link for purchasing is not for. */
export const BUYER_ONLY = 'This link finishes the order. Only the person who ordered can do this.'

/** The most that one order can come to, in cents. */
export const MOST_TOTAL_CENTS = 99_999_999
/** Days after an order for which the links to it work. (security SH4) */
export const ORDER_LINK_DAYS = 180

/** True in the states in which goods may leave: the order is invoiced or paid. */
export function mayDeliver(state: OrderState): boolean {
  return state === 'invoiced' || state === 'paid'
}

/** One line of a cart. Prices are the server's. */
const cartLine = z.strictObject({
  variantId: z.uuid('This product is not known'),
  quantity: z
    .int('Enter a whole number')
    .min(1, 'Enter at least 1')
    .max(MOST_PIECES, `At most ${MOST_PIECES} pieces of one product; ask us for more`),
})
export type CartLine = z.output<typeof cartLine>

const MOST_ASKED = 100
/** `?ids=` of `GET /api/shop/stock`: variants, separated by commas. */
export const stockQuery = z.strictObject({
  ids: z
    .string('Name the variants')
    .max(MOST_ASKED * 37)
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.uuid('A variant is an id')).min(1).max(MOST_ASKED, `At most ${MOST_ASKED} variants`)),
})
/** The price and stock of variants now. One that is no longer sold is left out. */
export type StockNow = {
  isOpen: boolean
  items: (Pick<ShopVariant, 'id' | 'priceCents' | 'stock' | 'left'> & { available: number | null })[]
}

const lines = z
  .array(cartLine)
  .min(1, 'Your cart is empty')
  .max(MOST_LINES, `At most ${MOST_LINES} different products in one order`)
  .refine((all) => new Set(all.map(({ variantId }) => variantId)).size === all.length, 'A product is in the cart twice')

const US_STATES =
  /^(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/

/** An address in the United States. */
const shippingAddress = z.strictObject({
  name: nameText(100, 'Recipient'),
  line1: nameText(120, 'Street address'),
  line2: optionalText(120, 'Suite, dock or department'),
  city: nameText(80, 'City'),
  state: z.string().trim().toUpperCase().regex(US_STATES, 'Enter a state as two letters, such as TX'),
  postcode: z
    .string()
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code, such as 77002'),
})
export type ShippingAddress = z.output<typeof shippingAddress>

/** Where an order goes. */
const destination = z.discriminatedUnion('delivery', [
  z.strictObject({ delivery: z.literal('pickup'), eventId: z.uuid('Choose a workshop') }),
  z.strictObject({ delivery: z.literal('ship'), shipTo: shippingAddress }),
  z.strictObject({ delivery: z.literal('email') }),
])

export const poNumber = z
  .string()
  .trim()
  .min(1, 'PO number is required')
  .max(60, 'PO number must be at most 60 characters')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/#-]*$/u, 'Enter the PO number as it is on your purchase order')

/** How an order is paid: by card at once, or on invoice with a PO number that may follow. */
const paying = z.discriminatedUnion('payBy', [
  z.strictObject({ payBy: z.literal('card') }),
  z.strictObject({ payBy: z.literal('invoice'), poNumber: poNumber.nullable() }),
])
export type Paying = z.output<typeof paying>

const buyerFields = {
  company: nameText(120, 'Company'),
  buyerName: nameText(100, 'Name'),
  phone: optionalText(40, 'Phone'),
  email: emailAddress,
  buyerNote: optionalText(500, 'Note'),
}

/** Body of `POST /api/shop/quote`: what a cart costs now. */
export const quoteInput = z.strictObject({ lines, delivery: z.enum(['pickup', 'ship', 'email']) })
export type QuoteInput = z.output<typeof quoteInput>

/**
 * Body of `POST /api/shop/orders`. The browser chooses the id, so that a second click or a lost answer makes no second order.
 * `totalCents` is what the buyer saw: an order that would cost something else is refused with the new price.
 */
export const orderInput = z.strictObject({
  id: z.uuid(),
  lines,
  // In the order of the form: the first error of the schema is that of the field that gets the focus.
  to: destination,
  ...buyerFields,
  pay: paying,
  totalCents: z.int().min(1),
})
export type OrderInput = z.output<typeof orderInput>

const token = z.string().max(200)
/** Body of the calls behind a link to an order. */
export const orderToken = z.strictObject({ token })
/** Body of `POST /api/shop/order/finish`: the PO number of an order that waits for it, or paying it by card instead. */
export const orderFinish = z.strictObject({ token, pay: paying })
/** Body of `POST /api/shop/order/cancel`. */
export const orderCancel = z.strictObject({ token, reason: optionalText(300, 'Reason') })
/** Body of `POST /api/shop/order/purchasing`: who finishes the order, by a link of their own. */
export const purchasingInput = z.strictObject({
  token,
  email: emailAddress,
  note: optionalText(300, 'Note'),
})
/** Body of `POST /api/shop/new-links`. */
export const newOrderLinks = z.strictObject({ email: emailAddress })

/** Why a line of a cart cannot be ordered as it is. */
export type LineProblem = 'gone' | 'sold_out' | 'not_enough' | 'wrong_delivery'

/**
 * A line of a cart with its price of now. `available` is the most that can be ordered; null where it does not run out. A line that
 * is `gone` has no texts and no price, and counts in no total.
 */
export type QuotedLine = {
  variantId: string
  sku: string
  title: string
  label: string
  kind: ProductKind
  unitCents: Cents
  quantity: number
  problem: LineProblem | null
  available: number | null
}
export type Totals = { subtotalCents: Cents; shippingCents: Cents; taxCents: Cents; totalCents: Cents }
export type Quote = Totals & { lines: QuotedLine[]; isOpen: boolean; canPayByCard: boolean; taxBasisPoints: number }

/** A workshop at which orders can be picked up. */
export type PickupPlace = {
  eventId: string
  eventName: string
  eventDate: PlainDay
  city: string | null
  /** Until when it can be ordered for this workshop. */
  closesAt: Instant
}

/**
 * The answer to an order and to finishing one: the path of its page, and where it is paid if it is paid by card. `payUrl` is also null
 * if the payment provider could not be reached; the page of the order then tries again.
 */
export type PlacedOrder = { number: string; orderUrl: string; payUrl: string | null }
