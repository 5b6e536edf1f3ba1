import type { Context } from 'hono'
import { inEvenTime } from '#src/auth/even-time.ts'
import {
  newOrderLinks,
  ORDER_LINKS_SENT,
  orderCancel,
  orderFinish,
  orderInput,
  orderToken,
  PURCHASING_SENT,
  purchasingInput,
  quoteInput,
  stockQuery,
} from '#src/contract/shop-order.ts'
import { cancelByLink, sendToPurchasing } from '#src/domain/shop-orders/finish-order.ts'
import { mailNewLinks } from '#src/domain/shop-orders/order-links.ts'
import { readOrderView } from '#src/domain/shop-orders/order-view.ts'
import { listPickupPlaces } from '#src/domain/shop-orders/pickup-places.ts'
import { quoteCart, readStockNow } from '#src/domain/shop-orders/price-cart.ts'
import { finishAndPay, placeAndPay } from '#src/domain/shop-payments/pay-order.ts'
import { accept, acceptQuery } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { limitedActions, limitedFailures, limitedReads } from './limits.ts'
import { makeContext, noStore } from './request.ts'
import { routes } from './routes.ts'
import type { OpenPayments } from './shop-payments.ts'

/** Milliseconds: longer than looking for the orders of an address takes. */
const EVEN = 250
/** Seconds for which caches answer with a price and a stock. An order is priced again, and stock is taken under a lock. */
const STOCK_AGE = 5

/** What visitors read of the shop. None of it depends on who asks. */
export const shopReadRoutes = routes('public')
  .get('/stock', limitedReads('publicApi'), acceptQuery(stockQuery), async (c) => {
    const { db, clock, retryRead } = c.var
    const stock = await retryRead(() => readStockNow(db, c.req.valid('query').ids, clock()))
    return c.json(stock, 200, { 'Cache-Control': `public, max-age=${STOCK_AGE}` })
  })
  .get('/pickups', limitedReads('publicApi'), async (c) => {
    const { db, clock, retryRead } = c.var
    const items = await retryRead(() => listPickupPlaces(db, clock()))
    return c.json({ items }, 200, { 'Cache-Control': `public, max-age=${STOCK_AGE}` })
  })
  .post('/new-links', noStore, accept(newOrderLinks), limitedActions('orderLinks'), async (c) => {
    const { email } = c.req.valid('json')
    await inEvenTime(EVEN, () => mailNewLinks(c.var.db, email, makeContext(c)))
    return c.json({ message: ORDER_LINKS_SENT }, 202)
  })

/** Orders, and the calls of the page behind a link to one. The token comes in the body, where no log or cache sees it. (security SH4) */
export const orderRoutes = (openPayments: OpenPayments) =>
  routes('public')
    .post('/quote', noStore, limitedReads('publicApi'), accept(quoteInput), async (c) => {
      const { db, clock } = c.var
      const facts = { now: clock(), isCardOn: openPayments() !== null }
      return c.json(await quoteCart(db, c.req.valid('json'), facts))
    })
    .post('/orders', noStore, accept(orderInput), limitedActions('orders'), async (c) => {
      const context = { ...makeContext(c), ...means(c, openPayments) }
      return c.json(await placeAndPay(c.var.db, c.req.valid('json'), context), 201)
    })
    .post(
      '/order/look',
      noStore,
      limitedReads('linkReads'),
      accept(orderToken),
      limitedFailures('verifyToken'),
      async (c) => {
        const { db, clock } = c.var
        const facts = { now: clock(), isCardOn: openPayments() !== null }
        return c.json(await readOrderView(db, c.req.valid('json').token, facts))
      },
    )
    .post(
      '/order/finish',
      noStore,
      accept(orderFinish),
      limitedActions('orderChanges'),
      limitedFailures('verifyToken'),
      async (c) => {
        const context = { ...linkContext(c), ...means(c, openPayments) }
        return c.json(await finishAndPay(c.var.db, c.req.valid('json'), context))
      },
    )
    .post(
      '/order/cancel',
      noStore,
      accept(orderCancel),
      limitedActions('orderChanges'),
      limitedFailures('verifyToken'),
      async (c) => {
        await cancelByLink(c.var.db, c.req.valid('json'), linkContext(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/order/purchasing',
      noStore,
      accept(purchasingInput),
      limitedActions('orderChanges'),
      limitedFailures('verifyToken'),
      async (c) => {
        await sendToPurchasing(c.var.db, c.req.valid('json'), linkContext(c))
        return c.json({ message: PURCHASING_SENT }, 202)
      },
    )

/** Who calls with a link, and when. */
function linkContext({ var: { address, requestId, clock, env } }: Pick<Context<ApiEnv>, 'var'>) {
  return { caller: { address, requestId }, site: env, now: clock() }
}

function means({ var: { log, requestId } }: Pick<Context<ApiEnv>, 'var'>, openPayments: OpenPayments) {
  return { payments: openPayments(), onFault: (fault: unknown) => log.error('payment not begun', { requestId }, fault) }
}
