import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { PaymentProvider } from '#src/contract/payment-provider.ts'
import { CARD_OFF, type OrderInput, type Paying, type PlacedOrder } from '#src/contract/shop-order.ts'
import { cameBackPath, orderPath } from '#src/contract/shop-order-view.ts'
import type { CommandContext } from '../command-context.ts'
import { siteLink } from '../outbox/letter.ts'
import { finishOrder, type LinkContext } from '../shop-orders/finish-order.ts'
import type { OrderRow } from '../shop-orders/order-row.ts'
import { placeOrder } from '../shop-orders/place-order.ts'
import { startPayment } from './start-payment.ts'

/** How an order is paid by card; `payments` is null where the shop takes no cards. */
export type Means = {
  payments: PaymentProvider | null
  /** Hears of a payment that could not begin. */
  onFault: (fault: unknown) => void
}

/**
 * Places an order and begins its payment, once it is stored. Throws like `placeOrder`, and `conflict` for a card where no payment by card
 * is set up. (decision 0060)
 */
export async function placeAndPay(db: Db, input: OrderInput, context: CommandContext & Means): Promise<PlacedOrder> {
  requireCard(input.pay, context)
  const { order, token } = await placeOrder(db, input, context)
  const payUrl = order.state === 'awaiting_payment' ? await beginPayment(db, order, context) : null
  return { number: order.number, orderUrl: orderPath(token), payUrl }
}

/** Finishes an order by its link, and begins its payment if it is to be paid by card. Throws like `finishOrder`. */
export async function finishAndPay(
  db: Db,
  { token, pay }: { token: string; pay: Paying },
  context: LinkContext & Means,
): Promise<PlacedOrder> {
  requireCard(pay, context)
  const order = await finishOrder(db, { token, pay }, context)
  const payUrl = pay.payBy === 'card' ? await beginPayment(db, order, context) : null
  return { number: order.number, orderUrl: orderPath(token), payUrl }
}

function requireCard(pay: Paying, { payments }: Means): void {
  if (pay.payBy === 'card' && payments === null) throw new Failure('conflict', CARD_OFF, { field: 'pay.payBy' })
}

/** The page on which an order is paid; null if the provider could not be reached: the order is stored, and its page tries again. */
async function beginPayment(
  db: Db,
  order: OrderRow,
  { payments: provider, site, now, onFault }: Pick<CommandContext, 'site' | 'now'> & Means,
): Promise<string | null> {
  if (provider === null) return null
  const urlFor = (as: 'paid' | 'cancelled') => siteLink(site.siteUrl, cameBackPath(as))
  const urls = { successUrl: urlFor('paid'), cancelUrl: urlFor('cancelled') }
  try {
    return await startPayment(db, { provider, now }, { orderId: order.id, ...urls })
  } catch (fault) {
    if (fault instanceof Failure && fault.kind !== 'unavailable') throw fault
    onFault(fault)
    return null
  }
}
