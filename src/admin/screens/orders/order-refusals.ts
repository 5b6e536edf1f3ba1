import type { OrderAct, OrderDetail, OrderRow } from '#src/contract/shop-order-admin.ts'

/** What an act depends on. */
type Judged = Pick<OrderRow, 'state' | 'fulfillment' | 'delivery' | 'payBy'>

const IS_GONE = 'The goods have left.'
const HAS_ENDED = 'This order has ended.'
const isGone = ({ fulfillment }: Judged) => fulfillment === 'handed_over' || fulfillment === 'shipped'
const isWaiting = ({ state }: Judged) => state === 'awaiting_po' || state === 'awaiting_payment'
const isEnded = ({ state }: Judged) => state === 'expired' || state === 'cancelled' || state === 'refunded'

/** Why nothing can be done with the goods yet, or any longer. */
function refuseGoods(order: Judged): string | null {
  if (isEnded(order)) return HAS_ENDED
  if (order.state === 'short') return 'Only once there are enough pieces.'
  return isWaiting(order) ? 'Only once the order is invoiced or paid.' : null
}

const refuseLeaving = (order: Judged) => refuseGoods(order) ?? (isGone(order) ? IS_GONE : null)

/** Why an act is not possible with the order as it is; null if it is. The server decides by itself. (decision 0060) */
export const ACT_REFUSALS: Record<OrderAct['act'], (order: Judged) => string | null> = {
  ready: (order) => refuseLeaving(order) ?? (order.fulfillment === 'open' ? null : 'It is marked as ready already.'),
  unready: ({ fulfillment }) => (fulfillment === 'ready' ? null : 'Only for an order that is ready.'),
  handed_over: (order) => (order.delivery === 'ship' ? 'This order is shipped.' : refuseLeaving(order)),
  shipped: (order) => (order.delivery === 'ship' ? refuseLeaving(order) : 'This order is not shipped.'),
  po: (order) => {
    if (isEnded(order)) return HAS_ENDED
    return isWaiting(order) || order.state === 'invoiced' ? null : 'It is paid already.'
  },
  paid: (order) => {
    if (isEnded(order)) return HAS_ENDED
    if (order.state === 'awaiting_po') return 'Only once the order is invoiced.'
    return order.state === 'invoiced' || order.state === 'awaiting_payment' ? null : 'It is paid already.'
  },
  back_order: ({ state }) => (state === 'short' ? null : 'Only for an order that is paid and out of stock.'),
  cancel: (order) => {
    if (isEnded(order)) return HAS_ENDED
    if (isGone(order)) return IS_GONE
    return isWaiting(order) || order.state === 'invoiced' ? null : 'A paid order is refunded, not cancelled.'
  },
  codes: refuseGoods,
}

/** What of the payments is left to be refunded, in cents. Refunds that failed are left out. */
export function refundableCents({ payments, refunds }: Pick<OrderDetail, 'payments' | 'refunds'>): number {
  const paid = payments.filter(({ state }) => state === 'paid').reduce((sum, { amountCents }) => sum + amountCents, 0)
  const gone = refunds.filter(({ state }) => state !== 'failed' && state !== 'canceled')
  return paid - gone.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
