import { and, count, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { ShopCounts } from '#src/contract/shop-order-admin.ts'
import { hasFailedRefund, hasLostPickup, isOverdue, isToMakeReady } from './list-orders.ts'

/** What of the shop needs an administrator now. (product 2) */
export async function countOrders(db: Db, now: Instant): Promise<ShopCounts> {
  const [lost] = await db
    .select({ orders: count() })
    .from(shopOrders)
    .leftJoin(eventConfig, eq(eventConfig.id, shopOrders.eventId))
    .where(hasLostPickup)
  return {
    toMakeReady: await db.$count(shopOrders, isToMakeReady),
    short: await db.$count(shopOrders, and(eq(shopOrders.state, 'short'), isNull(shopOrders.backOrderedAt))),
    overdue: await db.$count(shopOrders, isOverdue(now)),
    withoutPickup: lost?.orders ?? 0,
    failedRefunds: await db.$count(shopOrders, hasFailedRefund),
  }
}
