import type { PaymentProvider } from '#src/contract/payment-provider.ts'
import { mailAboutOrder } from '#src/domain/shop-orders/order-mail.ts'
import type { PaymentContext } from '#src/domain/shop-payments/payment.ts'
import { sweepPayments } from '#src/domain/shop-payments/sweep-payments.ts'
import { type StripeSettings, stripePayments } from '#src/platform/stripe.ts'
import { runtime } from './runtime.ts'

let current: PaymentProvider | undefined
let standIn: StripeSettings | undefined

/** For the local server, which can bring a stand-in for the payment provider. */
export function providePayments(settings: StripeSettings): void {
  standIn = settings
}

/** The payment provider; null where the shop takes no cards. */
export function openPayments(): PaymentProvider | null {
  const settings = runtime().env.stripe ?? standIn
  if (settings === undefined) return null
  current ??= stripePayments(settings)
  return current
}

/** What settling payments needs, from the parts of this process. */
function paymentContext(provider: PaymentProvider): PaymentContext {
  const { clock, siteUrl, env } = runtime()
  const site = { siteUrl, siteName: env.siteName }
  const now = clock()
  return {
    provider,
    now,
    tell: (tx, order, news, reason) => mailAboutOrder(tx, order, news, { site, now, reason: reason ?? null }),
  }
}

/** Milliseconds that one sweep takes at most. */
const SWEEP_TIME = 20_000

/** Asks the payment provider about payments and refunds that wait. What cannot be settled now is asked again by a later run. */
export async function settleSoon(): Promise<void> {
  const { db, log } = runtime()
  const provider = openPayments()
  if (!provider) return
  const end = performance.now() + SWEEP_TIME
  const { swept, faulty } = await sweepPayments(db, paymentContext(provider), {
    timeLeft: () => end - performance.now(),
    onFault: (fault) => log.error('payment not settled', {}, fault),
  })
  if (swept + faulty > 0) log.info('payments settled', { swept, faulty })
}
