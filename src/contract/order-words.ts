import { formatCents } from './money.ts'
import type { OrderState } from './order-state.ts'
import type { OrderView, PickupFacts } from './shop-order-view.ts'
import { isTrackingAddress } from './tracking.ts'

/** What an order waits for, in a sentence, and what happens next. */
type OrderNews = { title: string; next: string }

/** How moments and days are said: moments with the zone that they are meant in. */
type Dates = { sayDay: (day: string) => string; sayMoment: (instant: number) => string }

/** The state of an order as its page says it to the buyer or to purchasing. */
export function sayOrder(order: OrderView, dates: Dates): OrderNews {
  if (order.isPaying) return PAYING
  if (order.state === 'paid' || order.state === 'invoiced') return sayGoods(order, dates)
  return WAITING[order.state](order, dates)
}

const PAYING: OrderNews = {
  title: 'Your payment is being confirmed',
  next: 'The payment provider usually needs a few seconds. This page shows it by itself.',
}

const WAITING: Record<Exclude<OrderState, 'paid' | 'invoiced'>, (order: OrderView, dates: Dates) => OrderNews> = {
  awaiting_payment: () => ({
    title: 'This order is not paid yet',
    next: 'Pay by card, or enter a PO number to pay on invoice. We hold what you ordered while the payment page is open.',
  }),
  awaiting_po: ({ poDueAt, as, totalCents }, { sayMoment }) => ({
    title: 'This order waits for its PO number',
    next: `${as === 'buyer' ? 'Enter it here, or send the order to your purchasing department.' : `Enter it here to finish this order for ${formatCents(totalCents)}.`}${
      poDueAt === null ? '' : ` We hold what is ordered until ${sayMoment(poDueAt)}.`
    }`,
  }),
  short: ({ backOrderedAt }) =>
    backOrderedAt === null
      ? {
          title: 'Paid, but not everything is in stock',
          next: 'There is nothing you need to do. We either refund you or send the goods as soon as new ones arrive, and email you which.',
        }
      : {
          title: 'Your order is back-ordered',
          next: 'It is paid and waits for new pieces. We email you as soon as they are there. If you do not want to wait, tell us: you get all of your money back.',
        },
  expired: ({ payBy }) => ({
    title: 'This order has expired',
    next:
      payBy === 'card'
        ? 'It was not paid in time. Nothing was charged, and you can order again in the shop.'
        : 'No PO number came in time. There is nothing to pay, and you can order again in the shop.',
  }),
  cancelled: ({ endReason }) => ({
    title: 'This order was cancelled',
    next: endReason === null ? 'There is nothing to pay.' : `Reason: ${endReason}`,
  }),
  refunded: ({ refundedCents }) => ({
    title: 'This order was refunded',
    next: `${formatCents(refundedCents)} went back the way it was paid. Banks need up to ten days to show it.`,
  }),
}

function sayGoods(order: OrderView, dates: Dates): OrderNews {
  const { state, dueOn, totalCents } = order
  const isToPay = state === 'invoiced'
  const until = dueOn === null ? '' : ` by ${dates.sayDay(dueOn)}`
  const toPay = isToPay ? ` Please pay ${formatCents(totalCents)}${until}: the invoice below says how.` : ''
  return { title: titleOf(order), next: `${nextOf(order, dates)}${toPay}` }
}

function titleOf({ state, fulfillment, delivery }: OrderView): string {
  if (fulfillment === 'handed_over') return delivery === 'email' ? 'Your codes were sent' : 'Your order was picked up'
  if (fulfillment === 'shipped') return 'Your order was shipped'
  if (fulfillment === 'ready' && delivery === 'pickup') return 'Your order is ready to be picked up'
  if (fulfillment === 'ready') return 'Your order is packed'
  return state === 'paid' ? 'Your order is paid' : 'Your order is confirmed'
}

function nextOf({ fulfillment, delivery, pickup, carrier, tracking, fulfilledAt }: OrderView, dates: Dates): string {
  const when = fulfilledAt === null ? '' : ` on ${dates.sayMoment(fulfilledAt)}`
  const number = tracking !== null && isTrackingAddress(tracking) ? null : tracking
  if (fulfillment === 'shipped')
    return `We sent it${when}${carrier ? ` with ${carrier}` : ''}${number ? `, tracking number ${number}` : ''}.`
  if (fulfillment === 'handed_over')
    return delivery === 'email' ? `They were sent${when}.` : `It was handed over${when}.`
  if (delivery === 'email') return 'We email the codes of your seats. They also appear on this page.'
  if (delivery === 'ship') return 'We pack it and email you once it is on its way.'
  if (pickup === null) return 'The workshop is no longer planned. We contact you about another way to get it.'
  return fulfillment === 'ready'
    ? `It waits for you at ${pickup.eventName} on ${dates.sayDay(pickup.day)}. Bring the number of the order.`
    : `We bring it to ${pickup.eventName} on ${dates.sayDay(pickup.day)}.`
}

/** What has become of the workshop where an order is picked up; undefined while it takes place as planned. */
export const PICKUP_NEWS: Record<PickupFacts['status'], string | undefined> = {
  scheduled: undefined,
  postponed: 'This workshop is postponed. Your order waits for the new date.',
  moved: 'This workshop has moved. Your order moves with it.',
  cancelled: 'This workshop is cancelled. We contact you about another way to get your order.',
  unpublished: 'The page of this workshop is not public at the moment. We email you if anything changes.',
}

/** The button that finishes an order with its PO number. */
export const CONFIRM_ON_INVOICE = 'Confirm on invoice'
export const ASK_TO_CANCEL = 'What is ordered goes back on the shelf. This cannot be undone.'
export const PURCHASING_LEAD =
  'They get a link of their own to this order. With it they can see the order and do what is still to be done, such as entering the PO number. They cannot change what is ordered.'
export const CAME_BACK_UNPAID = 'Nothing was charged. You can pay by card again, or enter a PO number.'
export const NEW_LINK_LEAD = 'Enter the address that ordered. We email the links to its orders.'
