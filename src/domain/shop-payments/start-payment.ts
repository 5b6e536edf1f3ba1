import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { SessionWish } from '#src/contract/payment-provider.ts'
import { PaymentRefused } from '#src/contract/payment-provider.ts'
import { OUT_OF_STOCK, STATE_REFUSED } from '#src/contract/shop-order.ts'
import { lockOrder, type OrderRow, readLines, readPieces } from '../shop-orders/order-row.ts'
import { holdStock } from '../shop-orders/stock.ts'
import {
  changePayment,
  endPaymentHold,
  nextAttempt,
  type PaymentContext,
  type PaymentRow,
  readWaiting,
} from './payment.ts'

const MINUTE = 60_000
/** The provider ends a session 30 minutes after it began at the earliest; one more for the way there. */
const SESSION_LIFE = 31 * MINUTE
/** How long a hold outlives its session, so that a payment of the last second finds its goods. (security SH1) */
export const HOLD_MARGIN = 5 * MINUTE
/** A session that ends this soon is not offered again. */
const TOO_SHORT = 2 * MINUTE

/** Said where the provider cannot be reached, or refuses. */
const NO_CARD_NOW = 'Payment by card is not possible at the moment. Try again in a few minutes, or pay on invoice.'

/** The provider asks for a whole second. */
const toSecond = (instant: Instant): Instant => Math.floor(instant / 1000) * 1000

type Starting = { orderId: string; successUrl: string; cancelUrl: string }

/**
 * Begins paying an order by card and returns the address of the provider's page. A payment that has begun goes on in the session it
 * has. The payment is stored, and its pieces are held, before the provider is asked. Throws `not_found`, `conflict` for an order that
 * is paid or over or whose pieces are gone, and `unavailable` if the provider cannot be reached. (decision 0060)
 */
export async function startPayment(
  db: Db,
  { provider, now }: Pick<PaymentContext, 'provider' | 'now'>,
  starting: Starting,
): Promise<string> {
  const { payment, wish } = await db.transaction((tx) => prepare(tx, starting, now))
  try {
    const session = await provider.openSession(wish)
    await db.transaction(async (tx) => {
      await lockOrder(tx, starting.orderId)
      const [stored] = await tx.select().from(shopPayments).where(eq(shopPayments.id, payment.id))
      // A notice may have come first: then the payment is further already.
      if (stored?.state !== 'starting' && stored?.state !== 'open') return
      await changePayment(tx, payment.id, { state: 'open', sessionId: session.id, sessionUrl: session.url })
    })
    if (session.url === null) throw new Failure('conflict', STATE_REFUSED)
    return session.url
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    if (cause instanceof PaymentRefused) await db.transaction((tx) => giveUp(tx, payment.id, starting.orderId, now))
    throw new Failure('unavailable', NO_CARD_NOW, { cause, retryAfter: 60 })
  }
}

/** The session as it is asked for, from what is stored alone: asked for again it is the same. */
async function toWish(
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  urls: Pick<Starting, 'successUrl' | 'cancelUrl'>,
): Promise<SessionWish> {
  const lines = await readLines(tx, order.id)
  const named = lines.map(({ title, label, unitCents, quantity }) => ({
    name: label === '' ? title : `${title}, ${label}`,
    unitCents,
    quantity,
  }))
  const more = [
    { name: 'Shipping', unitCents: order.shippingCents, quantity: 1 },
    { name: 'Sales tax', unitCents: order.taxCents, quantity: 1 },
  ]
  return {
    key: `payment:${payment.id}`,
    orderId: order.id,
    paymentId: payment.id,
    number: order.number,
    email: order.email,
    lines: [...named, ...more.filter(({ unitCents }) => unitCents > 0)],
    expiresAt: payment.expiresAt?.getTime() ?? 0,
    ...urls,
  }
}

async function prepare(tx: Db, { orderId, ...urls }: Starting, now: Instant) {
  const order = await lockOrder(tx, orderId)
  const { state } = order
  if (state !== 'awaiting_payment' && state !== 'awaiting_po' && state !== 'invoiced') {
    throw new Failure('conflict', STATE_REFUSED)
  }
  const payment = (await findUsable(tx, orderId, now)) ?? (await addPayment(tx, order, urls, now))
  return { payment, wish: await toWish(tx, order, payment, toUrls(payment, urls)) }
}

/** The addresses a session was first asked for with: with others the provider would refuse its key. */
function toUrls(payment: PaymentRow, urls: Pick<Starting, 'successUrl' | 'cancelUrl'>) {
  return payment.returnUrls ?? urls
}

async function findUsable(tx: Db, orderId: string, now: Instant): Promise<PaymentRow | undefined> {
  const waiting = await readWaiting(tx, orderId)
  // Money that is on its way must not be paid twice.
  if (waiting.some(({ state }) => state === 'processing')) throw new Failure('conflict', STATE_REFUSED)
  return waiting.find(({ expiresAt }) => expiresAt !== null && expiresAt.getTime() > now + TOO_SHORT)
}

async function addPayment(
  tx: Db,
  order: OrderRow,
  returnUrls: Pick<Starting, 'successUrl' | 'cancelUrl'>,
  now: Instant,
): Promise<PaymentRow> {
  const expiresAt = toSecond(now + SESSION_LIFE)
  if (order.state !== 'invoiced') {
    const pieces = await readPieces(tx, order.id)
    if (pieces.length === 0) throw new Failure('conflict', OUT_OF_STOCK)
    await holdStock(tx, order.id, pieces, { expiresAt: expiresAt + HOLD_MARGIN, awaitsProvider: true }, now)
  }
  const [row] = await tx
    .insert(shopPayments)
    .values({
      id: randomUUID(),
      orderId: order.id,
      provider: 'stripe',
      attempt: await nextAttempt(tx, order.id),
      amountCents: order.totalCents,
      state: 'starting',
      expiresAt: new Date(expiresAt),
      returnUrls,
      createdAt: new Date(now),
    })
    .returning()
  if (!row) throw new Error('A payment was not stored')
  return row
}

/** The provider has refused the session: there is none, and never was. */
async function giveUp(tx: Db, paymentId: string, orderId: string, now: Instant): Promise<void> {
  const order = await lockOrder(tx, orderId)
  await changePayment(tx, paymentId, { state: 'failed' })
  if ((await readWaiting(tx, orderId)).length > 0 || order.state === 'invoiced') return
  await endPaymentHold(tx, order, now)
}
