import Stripe from 'stripe'
import {
  type PaymentProvider,
  PaymentRefused,
  type PaymentSession,
  type ProviderNotice,
  type ProviderRefund,
  type SessionWish,
} from '#src/contract/payment-provider.ts'

/** The version of the provider's interface that this code was written for. An endpoint for notices must have the same. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

/** A function has sixty seconds; a buyer waits for ten. */
const PATIENCE = 10_000

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another server than the provider's own, as tests and the demo use. */
  url?: string | undefined
}

/** The payment provider Stripe, through its own package. */
export function stripePayments({ secretKey, webhookSecret, url }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: PATIENCE,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url !== undefined && toServer(url)),
  })
  return {
    openSession: (wish) =>
      refusing(async () => toSession(await stripe.checkout.sessions.create(...toParams(wish)).catch(refuseBroken))),
    readSession: async (id) => toSession(await stripe.checkout.sessions.retrieve(id, WITH_INTENT)),
    findSession: async (paymentId, { from, until }) => {
      const created = { gte: Math.floor(from / 1000), lte: Math.ceil(until / 1000) }
      for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
        if (session.metadata?.payment === paymentId) return toSession(session)
      }
      return undefined
    },
    endSession: async (id) => {
      try {
        return toSession(await stripe.checkout.sessions.expire(id))
      } catch (fault) {
        // The provider refuses to end a session that is over.
        if (!(fault instanceof Stripe.errors.StripeInvalidRequestError)) throw fault
        return toSession(await stripe.checkout.sessions.retrieve(id, WITH_INTENT))
      }
    },
    refund: ({ refundId, intentId, amountCents }) =>
      refusing(async () => {
        const ask = { payment_intent: intentId, amount: amountCents, metadata: { refund: refundId } }
        return toRefund(await stripe.refunds.create(ask, { idempotencyKey: `refund:${refundId}` }))
      }),
    listRefunds: async (intentId) =>
      (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data.map(toRefund),
    readNotice: async (body, signature, now) => {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          webhookSecret,
          TOLERANCE,
          undefined,
          now,
        )
        return toNotice(event)
      } catch (fault) {
        if (fault instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
        throw fault
      }
    },
  }
}

/** With the payment itself, which says whether a delayed one has failed. */
const WITH_INTENT = { expand: ['payment_intent'] }

/** Seconds that a notice may be old when it arrives. */
const TOLERANCE = 300

function toServer(url: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' }
}

/** What the provider refuses for good becomes `PaymentRefused`. A key that is in use at this moment is no such refusal. */
async function refusing<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (fault) {
    const isRefused =
      fault instanceof Stripe.errors.StripeInvalidRequestError || fault instanceof Stripe.errors.StripeCardError
    if (isRefused) throw new PaymentRefused(fault.message, { cause: fault })
    throw fault
  }
}

/**
 * The provider keeps an error of its own for a day and answers with it whenever the same key comes again: that session is lost, and the next
 * try needs another key. If it was opened all the same, nobody has its address.
 */
function refuseBroken(fault: unknown): never {
  if (fault instanceof Stripe.errors.StripeAPIError) throw new PaymentRefused(fault.message, { cause: fault })
  throw fault
}

function toParams(wish: SessionWish): [Stripe.Checkout.SessionCreateParams, Stripe.RequestOptions] {
  const metadata = { order: wish.orderId, payment: wish.paymentId }
  const toItem = ({ name, unitCents, quantity }: SessionWish['lines'][number]) => ({
    quantity,
    price_data: { currency: 'usd', unit_amount: unitCents, product_data: { name } },
  })
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    line_items: wish.lines.map(toItem),
    customer_email: wish.email,
    client_reference_id: wish.orderId,
    metadata,
    // Refunds and disputes name the payment, not the session.
    payment_intent_data: { metadata, description: `Order ${wish.number}` },
    expires_at: Math.floor(wish.expiresAt / 1000),
    success_url: wish.successUrl,
    cancel_url: wish.cancelUrl,
  }
  return [params, { idempotencyKey: wish.key }]
}

function toSession(session: Stripe.Checkout.Session): PaymentSession {
  return {
    id: session.id,
    url: session.url,
    // The provider's type leaves the list of states open.
    status: SESSION_STATES.find((known) => known === session.status) ?? 'open',
    isPaid: session.status === 'complete' && session.payment_status !== 'unpaid',
    hasFailed:
      session.status === 'complete' && session.payment_status === 'unpaid' && hasFailed(session.payment_intent),
    intentId: idOf(session.payment_intent),
    amountCents: session.amount_total ?? 0,
    expiresAt: session.expires_at * 1000,
    paymentId: session.metadata?.payment ?? null,
  }
}

function hasFailed(intent: Stripe.Checkout.Session['payment_intent']): boolean {
  return typeof intent === 'object' && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
}

const SESSION_STATES = ['open', 'complete', 'expired'] as const

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const state = refund.status === 'requires_action' || refund.status === null ? 'pending' : refund.status
  return {
    id: refund.id,
    refundId: refund.metadata?.refund ?? null,
    amountCents: refund.amount,
    // The provider's type leaves the list of states open.
    state: REFUND_STATES.find((known) => known === state) ?? 'pending',
  }
}

const REFUND_STATES = ['pending', 'succeeded', 'failed', 'canceled'] as const

function toNotice(event: Stripe.Event): ProviderNotice {
  const { id, type, created: createdSeconds } = event
  const notice = { id, type, createdSeconds }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { ...notice, about: 'session', sessionId: event.data.object.id }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refunded': {
      const intentId = idOf(event.data.object.payment_intent)
      return intentId === null ? { ...notice, about: 'other' } : { ...notice, about: 'refund', intentId }
    }
    default:
      return { ...notice, about: 'other' }
  }
}

function idOf(expandable: string | { id: string } | null): string | null {
  return typeof expandable === 'string' ? expandable : (expandable?.id ?? null)
}
