import { desc, eq, inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'

/** The newest payments that the stand-in for the provider takes over. */
const MOST = 1_000

type PaymentRow = typeof shopPayments.$inferSelect
type RefundRow = typeof shopRefunds.$inferSelect

type Known = { sessions: Map<string, Stripe.Checkout.Session>; refunds: Map<string, Stripe.Refund> }

/**
 * Tells the stand-in for the payment provider what it knew before this process started: the payments by card and the refunds that are
 * stored, also those of the demo. Without them, a payment could be neither refunded nor ended after a restart.
 */
export async function takeOverPayments(db: Db, { sessions, refunds }: Known): Promise<void> {
  const payments = await db
    .select()
    .from(shopPayments)
    .where(eq(shopPayments.provider, 'stripe'))
    .orderBy(desc(shopPayments.createdAt))
    .limit(MOST)
  const ids = payments.map(({ id }) => id)
  const made = ids.length === 0 ? [] : await db.select().from(shopRefunds).where(inArray(shopRefunds.paymentId, ids))
  const intents = new Map(payments.map(({ id, intentId }) => [id, intentId]))
  for (const payment of payments)
    if (payment.sessionId) sessions.set(payment.sessionId, toSession(payment.sessionId, payment))
  for (const refund of made)
    if (refund.providerId) refunds.set(refund.providerId, toRefund(refund.providerId, refund, intents))
}

const toSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

function toSession(id: string, { id: paymentId, state, ...payment }: PaymentRow): Stripe.Checkout.Session {
  const isComplete = state === 'paid' || state === 'processing'
  // Of a session's hundred fields, those that this product reads.
  const known: Partial<Stripe.Checkout.Session> = {
    id,
    object: 'checkout.session',
    status: isComplete ? 'complete' : state === 'open' ? 'open' : 'expired',
    payment_status: state === 'paid' ? 'paid' : 'unpaid',
    payment_intent: payment.intentId,
    amount_total: payment.amountCents,
    currency: payment.currency,
    metadata: { order: payment.orderId, payment: paymentId },
    success_url: payment.returnUrls?.successUrl ?? null,
    cancel_url: payment.returnUrls?.cancelUrl ?? null,
    created: toSeconds(payment.createdAt),
    expires_at: toSeconds(payment.expiresAt ?? payment.createdAt),
    url: null,
  }
  return known as Stripe.Checkout.Session
}

function toRefund(id: string, refund: RefundRow, intents: ReadonlyMap<string, string | null>): Stripe.Refund {
  const known: Partial<Stripe.Refund> = {
    id,
    object: 'refund',
    amount: refund.amountCents,
    currency: 'usd',
    status: refund.state,
    payment_intent: intents.get(refund.paymentId) ?? null,
    metadata: { refund: refund.id },
    created: toSeconds(refund.createdAt),
  }
  return known as Stripe.Refund
}
