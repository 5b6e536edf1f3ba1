import type { Instant } from './instant.ts'
import type { Cents } from './money.ts'

/** A visit to the payment provider's page, as the provider has it now. */
export type PaymentSession = {
  id: string
  /** Where the buyer pays; null once it has ended. */
  url: string | null
  /** `complete` says that the buyer is through, which a delayed payment is before its money arrives. */
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** A delayed payment that did not arrive: the session is complete, and its money never comes. */
  hasFailed: boolean
  /** What the provider calls the payment; null before there is one. */
  intentId: string | null
  amountCents: Cents
  expiresAt: Instant
  /** Our own id of the payment, which the provider keeps for us; null for a session that is not ours. */
  paymentId: string | null
}

/** What a new session asks for. The same key gives the same session again, if the rest is the same. */
export type SessionWish = {
  key: string
  orderId: string
  paymentId: string
  number: string
  email: string
  lines: readonly { name: string; unitCents: Cents; quantity: number }[]
  expiresAt: Instant
  successUrl: string
  cancelUrl: string
}

/** A refund, as the provider has it now. */
export type ProviderRefund = {
  id: string
  /** Our own id of the refund; null for one that was made at the provider. */
  refundId: string | null
  amountCents: Cents
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
}

/** What the provider tells us, once its signature is verified. */
export type ProviderNotice = { id: string; type: string; createdSeconds: number } & (
  | { about: 'session'; sessionId: string }
  | { about: 'refund'; intentId: string }
  | { about: 'other' }
)

/** Thrown where the provider has refused for good: the same call again cannot help. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
}

/** What the shop needs of a payment provider. Every call may be repeated; each throws if the provider cannot be reached. */
export type PaymentProvider = {
  /** Throws `PaymentRefused` for what the provider never takes. */
  openSession: (wish: SessionWish) => Promise<PaymentSession>
  readSession: (sessionId: string) => Promise<PaymentSession>
  /** The session of a payment whose id was never stored, among those that were opened between two instants. */
  findSession: (paymentId: string, opened: { from: Instant; until: Instant }) => Promise<PaymentSession | undefined>
  /** Ends a session, so that nobody can pay in it any more. One that was over already is returned as it is. */
  endSession: (sessionId: string) => Promise<PaymentSession>
  /** Throws `PaymentRefused` for what the provider never takes. */
  refund: (wish: { refundId: string; intentId: string; amountCents: Cents }) => Promise<ProviderRefund>
  listRefunds: (intentId: string) => Promise<ProviderRefund[]>
  /** Undefined where the signature does not fit the body, or is older than five minutes. */
  readNotice: (body: Buffer, signature: string, now: Instant) => Promise<ProviderNotice | undefined>
}
