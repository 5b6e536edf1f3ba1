import { Hono } from 'hono'
import type { ApiEnv } from './context.ts'
import { orderRoutes, type ShopMeans, shopReadRoutes } from './shop.ts'

/** The calls of the shop's pages. */
export const shopApi = (means: ShopMeans) =>
  new Hono<ApiEnv>().route('/api/shop', shopReadRoutes).route('/api/shop', orderRoutes(means))

/** For `hc<ShopApi>` from `hono/client`. @public */
export type ShopApi = ReturnType<typeof shopApi>
