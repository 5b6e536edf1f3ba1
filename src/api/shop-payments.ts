import type { Context } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import type { PaymentProvider } from '#src/contract/payment-provider.ts'
import { refundInput } from '#src/contract/shop-order-admin.ts'
import { readOrderDetail } from '#src/domain/shop-orders/order-detail.ts'
import { mailAboutOrder } from '#src/domain/shop-orders/order-mail.ts'
import { handleNotice } from '#src/domain/shop-payments/notices.ts'
import type { PaymentContext } from '#src/domain/shop-payments/payment.ts'
import { requestRefund, sendRefund } from '#src/domain/shop-payments/refunds.ts'
import { accept } from './accept.ts'
import { readNoticeBody } from './body.ts'
import type { ApiEnv } from './context.ts'
import { limitedReads } from './limits.ts'
import { makeContext, noStore, readActor } from './request.ts'
import { requireRecentAuth, routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

/** Opens the payment provider at the first call; null where the shop takes no cards. */
export type OpenPayments = () => PaymentProvider | null

/**
 * Where the payment provider says what has become of payments and refunds. It calls from a server of its own, without a cookie: only the
 * signature over the exact bytes counts. It is open at every level of the gate, since money that was paid waits for nothing. (security SH11)
 */
export const paymentNoticeRoutes = (openPayments: OpenPayments) =>
  routes('public', { checksOrigin: false }).post(
    '/payment-notices',
    noStore,
    limitedReads('paymentNotices'),
    async (c) => {
      const provider = openPayments()
      if (!provider) throw new Failure('not_found', SENTENCE.notFound)
      const body = await readNoticeBody(c.req.raw)
      const signature = c.req.header('Stripe-Signature') ?? ''
      const notice = await provider.readNotice(body, signature, c.var.clock())
      if (!notice) throw new Failure('unauthenticated', SENTENCE.notSigned)
      await handleNotice(c.var.db, toContext(c, provider), notice)
      return c.body(null, 204)
    },
  )

/** Refunds, for administrators who have just shown who they are. (security SH10) */
export const refundRoutes = (openPayments: OpenPayments) =>
  routes('admin').post('/', noStore, requireRecentAuth, accept(refundInput), async (c) => {
    const { db, clock, log, requestId } = c.var
    const input = c.req.valid('json')
    const context = toContext(c, openPayments() ?? NO_PROVIDER)
    const refund = await requestRefund(db, context, input, readActor(c))
    // It is written down: where the provider cannot be asked now, the schedule asks it.
    await sendRefund(db, context, refund).catch((fault: unknown) => log.error('refund not sent', { requestId }, fault))
    return c.json(await readOrderDetail(db, input.orderId, clock()), 201)
  })

function toContext(c: Context<ApiEnv>, provider: PaymentProvider): PaymentContext {
  const { site, now } = makeContext(c)
  return {
    provider,
    now,
    tell: (tx, order, news, reason) => mailAboutOrder(tx, order, news, { site, now, reason: reason ?? null }),
  }
}

const refuse = () => Promise.reject(new Error('No payment provider is set up'))
/** Where no provider is set up, refunds of what was paid by other means can be noted. */
const NO_PROVIDER: PaymentProvider = {
  openSession: refuse,
  readSession: refuse,
  findSession: refuse,
  endSession: refuse,
  refund: refuse,
  listRefunds: refuse,
  readNotice: refuse,
}
