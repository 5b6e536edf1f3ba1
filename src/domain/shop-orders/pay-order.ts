import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { CARD_OFF, type OrderInput, type Paying, type PlacedOrder } from '#src/contract/shop-order.ts'
import { type CameBack, comeBackPath, orderPath } from '#src/contract/shop-order-view.ts'
import type { CommandContext } from '../command-context.ts'
import { siteLink } from '../outbox/letter.ts'
import { finishOrder, type LinkContext } from './finish-order.ts'
import { type OrderRow, readLines } from './order-row.ts'
import type { PayableOrder, StartPayment } from './payment-seam.ts'
import { placeOrder } from './place-order.ts'

/** How a payment by card begins; `startPayment` is null where none is set up. */
export type Means = {
  startPayment: StartPayment | null
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
  const payUrl = order.state === 'awaiting_payment' ? await beginPayment(db, { order, token }, context) : null
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
  const payUrl = pay.payBy === 'card' ? await beginPayment(db, { order, token }, context) : null
  return { number: order.number, orderUrl: orderPath(token), payUrl }
}

function requireCard(pay: Paying, { startPayment }: Means): void {
  if (pay.payBy === 'card' && startPayment === null) throw new Failure('conflict', CARD_OFF, { field: 'pay.payBy' })
}

/** The page on which an order is paid; null if the provider could not be reached: the order is stored, and its page tries again. */
async function beginPayment(
  db: Db,
  { order, token }: { order: OrderRow; token: string },
  { startPayment, site, onFault }: Pick<CommandContext, 'site'> & Means,
): Promise<string | null> {
  if (startPayment === null) return null
  const urlFor = (as: CameBack) => siteLink(site.siteUrl, comeBackPath(token, as))
  try {
    const { url } = await startPayment(await toPayable(db, order), {
      success: urlFor('paid'),
      cancel: urlFor('cancelled'),
    })
    return url
  } catch (fault) {
    if (fault instanceof Failure) throw fault
    onFault(fault)
    return null
  }
}

async function toPayable(db: Db, order: OrderRow): Promise<PayableOrder> {
  const { id, number, email, totalCents, currency, shippingCents, taxCents } = order
  const lines = (await readLines(db, id)).map(({ title, label, unitCents, quantity }) => ({
    title,
    label,
    unitCents,
    quantity,
  }))
  return { id, number, email, totalCents, currency, lines, shippingCents, taxCents }
}
