import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { PickupList } from '#src/contract/shop-order-admin.ts'

const MOST_ORDERS = 1_000
/** Orders that are or will be handed over. One that waits for its money is not yet. */
const SOLD = ['invoiced', 'paid', 'short'] as const

/** What is picked up at an event, by company. Throws `not_found`. */
export async function readPickupList(db: Db, eventId: string): Promise<PickupList> {
  const [event] = await db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  const orders = await db
    .select()
    .from(shopOrders)
    .where(and(eq(shopOrders.eventId, eventId), inArray(shopOrders.state, [...SOLD])))
    .orderBy(asc(shopOrders.company), asc(shopOrders.buyerName), asc(shopOrders.id))
    .limit(MOST_ORDERS)
  const lines = await readLinesOf(
    db,
    orders.map(({ id }) => id),
  )
  return {
    event: { name: event.eventName, day: event.eventDate, isCancelled: event.status === 'cancelled' },
    orders: orders.map(({ id, number, state, fulfillment, buyerName, company, email, phone, version }) => ({
      ...{ id, number, state, fulfillment, buyerName, company, email, phone, version },
      lines: lines.filter(({ orderId }) => orderId === id).map(({ orderId: _orderId, ...line }) => line),
    })),
  }
}

function readLinesOf(db: Db, orderIds: string[]) {
  const { orderId, title, label, quantity, displayOrder } = shopOrderLines
  return db
    .select({ orderId, title, label, quantity })
    .from(shopOrderLines)
    .where(inArray(orderId, orderIds))
    .orderBy(asc(orderId), asc(displayOrder))
}

/** How many orders of the list are still to be handed over at an event, and how many of those are out of stock. */
export async function countPickups(db: Db, eventId: string): Promise<{ open: number; short: number }> {
  const { state, fulfillment } = shopOrders
  const isOpen = and(inArray(state, [...SOLD]), inArray(fulfillment, ['open', 'ready']))
  const [row] = await db
    .select({ open: count(), short: sql<number>`(count(*) filter (where ${eq(state, 'short')}))::int` })
    .from(shopOrders)
    .where(and(eq(shopOrders.eventId, eventId), isOpen))
  return row ?? { open: 0, short: 0 }
}
