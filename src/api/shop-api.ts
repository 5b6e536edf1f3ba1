import { Hono } from 'hono'
import type { ApiEnv } from './context.ts'
import { orderRoutes, shopReadRoutes } from './shop.ts'
import { type OpenPayments, paymentNoticeRoutes, refundRoutes } from './shop-payments.ts'

/** The calls of the shop's pages, of the payment provider, and those that give money back: all that need the provider's package. */
export const shopApi = (openPayments: OpenPayments) =>
  new Hono<ApiEnv>()
    .route('/api/shop', shopReadRoutes)
    .route('/api/shop', orderRoutes(openPayments))
    .route('/api/shop', paymentNoticeRoutes(openPayments))
    .route('/api/admin/order-refunds', refundRoutes(openPayments))

/** For `hc<ShopApi>` from `hono/client`. @public */
export type ShopApi = ReturnType<typeof shopApi>
