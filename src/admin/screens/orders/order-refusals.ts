import type { OrderAct, OrderDetail, OrderRow } from '#src/contract/shop-order-admin.ts'

/** What an act depends on. */
type Judged = Pick<OrderRow, 'state' | 'fulfillment' | 'delivery' | 'payBy'>

const NOT_CONFIRMED = 'Only once the order is invoiced or paid.'
const IS_GONE = 'The goods have left.'
const isConfirmed = ({ state }: Judged) => state === 'invoiced' || state === 'paid'
const isGone = ({ fulfillment }: Judged) => fulfillment === 'handed_over' || fulfillment === 'shipped'
const isWaiting = ({ state }: Judged) => state === 'awaiting_po' || state === 'awaiting_payment'

/** Why an act is not possible with the order as it is; null if it is. The server decides by itself. (decision 0060) */
export const ACT_REFUSALS: Record<OrderAct['act'], (order: Judged) => string | null> = {
  ready: (order) =>
    !isConfirmed(order) ? NOT_CONFIRMED : order.fulfillment === 'open' ? null : 'It is marked as ready already.',
  unready: ({ fulfillment }) => (fulfillment === 'ready' ? null : 'Only for an order that is ready.'),
  handed_over: (order) =>
    order.delivery === 'ship'
      ? 'This order is shipped.'
      : !isConfirmed(order)
        ? NOT_CONFIRMED
        : isGone(order)
          ? IS_GONE
          : null,
  shipped: (order) =>
    order.delivery !== 'ship'
      ? 'This order is not shipped.'
      : !isConfirmed(order)
        ? NOT_CONFIRMED
        : isGone(order)
          ? IS_GONE
          : null,
  po: (order) =>
    isWaiting(order) || order.state === 'invoiced' ? null : 'Only for an order that is neither paid nor ended.',
  paid: ({ state }) =>
    state === 'invoiced' || state === 'awaiting_payment' ? null : 'Only for an order that waits for its payment.',
  back_order: ({ state }) => (state === 'short' ? null : 'Only for an order that is paid and out of stock.'),
  cancel: (order) => {
    if (isGone(order)) return IS_GONE
    return isWaiting(order) || order.state === 'invoiced' ? null : 'A paid order is refunded, not cancelled.'
  },
  codes: (order) => (isConfirmed(order) ? null : NOT_CONFIRMED),
}

/** What of the payments is left to be refunded, in cents. Refunds that failed are left out. */
export function refundableCents({ payments, refunds }: Pick<OrderDetail, 'payments' | 'refunds'>): number {
  const paid = payments.filter(({ state }) => state === 'paid').reduce((sum, { amountCents }) => sum + amountCents, 0)
  const gone = refunds.filter(({ state }) => state !== 'failed' && state !== 'canceled')
  return paid - gone.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
