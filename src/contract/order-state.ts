/** Where the money of an order is, in words. */
export const ORDER_STATES = {
  awaiting_payment: 'Waiting for payment',
  awaiting_po: 'Waiting for PO',
  invoiced: 'Invoiced',
  paid: 'Paid',
  short: 'Paid, out of stock',
  expired: 'Expired',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} as const
export type OrderState = keyof typeof ORDER_STATES

/** Where the goods of an order are, in words. */
export const FULFILLMENTS = {
  open: 'Not ready',
  ready: 'Ready',
  handed_over: 'Handed over',
  shipped: 'Shipped',
} as const
export type Fulfillment = keyof typeof FULFILLMENTS

export const DELIVERIES = {
  pickup: 'Pick up at a workshop',
  ship: 'Ship to my address',
  email: 'By email',
} as const
/** The same to those who run the shop, and above what it says. */
export const DELIVERY_NAMES = { pickup: 'Pick-up', ship: 'Shipping', email: 'Email' } as const satisfies Record<
  Delivery,
  string
>
export type Delivery = keyof typeof DELIVERIES

/** The most different products in one order. */
export const MOST_LINES = 30
/** The most pieces of one product. */
export const MOST_PIECES = 99

/** Said while the setting `is_open` is off. */
export const SHOP_CLOSED = 'The shop is closed at the moment. You can look around, but not order.'
