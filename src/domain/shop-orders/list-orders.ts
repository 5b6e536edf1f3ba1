import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { eventConfig } from '#db/schema/events.ts'
import { shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import { matchesWords } from '#db/search.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import type { OrderFilter, OrderRow } from '#src/contract/shop-order-admin.ts'
import { sellerDay } from './order-terms.ts'

const { id, placedAt, state, fulfillment } = shopOrders

/** The columns of the search index, in its order. */
const SEARCHED = [shopOrders.number, shopOrders.buyerName, shopOrders.email, shopOrders.company, shopOrders.poNumber]
/** Newest first, spelled as the indexes on `shop_orders` have it. */
const NEWEST_FIRST = [sql`${placedAt} desc nulls last`, sql`${id} desc nulls last`]

const rowColumns = {
  order: shopOrders,
  pickup: eventConfig.eventName,
  // The names of tables are spelled out: inside a subquery nothing else tells the columns apart.
  pieces: sql<number>`(select coalesce(sum(l.quantity), 0)::int from ${shopOrderLines} l where l.order_id = ${shopOrders}.id)`,
  paid: sql<number>`(select coalesce(sum(p.amount_cents), 0)::int from ${shopPayments} p where p.order_id = ${shopOrders}.id and p.state = 'paid')`,
  refunded: sql<number>`(select coalesce(sum(p.refunded_cents), 0)::int from ${shopPayments} p where p.order_id = ${shopOrders}.id)`,
  micros: toMicros(placedAt),
}

/** Orders that pass a filter, the newest first. (product 7) */
export async function listOrders(
  db: Db,
  { limit, after, ...filter }: OrderFilter & PageQuery<TimePlace>,
  now: Instant,
): Promise<Page<OrderRow>> {
  const rows = await pageOfOrders(db, toCondition(filter, now), { limit: limit + 1, after })
  return toPage(rows, { limit, toItem: toRow, getPlace: (row) => [row.micros, row.order.id] })
}

/** Orders that meet a condition, behind a place in the list. */
export function pageOfOrders(db: Db, where: SQL | undefined, { limit, after }: PageQuery<TimePlace>) {
  return db
    .select(rowColumns)
    .from(shopOrders)
    .leftJoin(eventConfig, eq(eventConfig.id, shopOrders.eventId))
    .where(and(where, after && comesBefore([placedAt, id], getPlace(after))))
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
}
export type ListedOrder = Awaited<ReturnType<typeof pageOfOrders>>[number]

/** A filter as a condition. */
export function toCondition(filter: OrderFilter, now: Instant): SQL | undefined {
  return and(
    filter.state && eq(state, filter.state),
    filter.fulfillment && eq(fulfillment, filter.fulfillment),
    filter.payBy && eq(shopOrders.payBy, filter.payBy),
    filter.event === undefined ? undefined : eq(shopOrders.eventId, filter.event),
    filter.due === undefined ? undefined : isOverdue(now),
    filter.needs === 'ready' ? isToMakeReady : undefined,
    filter.needs === 'pickup' ? hasLostPickup : undefined,
    filter.needs === 'refund' ? hasFailedRefund : undefined,
    filter.q === undefined ? undefined : matchesWords(SEARCHED, filter.q),
  )
}

const isSold = inArray(state, ['invoiced', 'paid'])

/** Orders whose goods are to be made ready. */
export const isToMakeReady = and(eq(fulfillment, 'open'), isSold)

/** Orders that wait to be handed over, or may still come to that, at a workshop that does not take place. Joined with the event. */
export const hasLostPickup = and(
  eq(shopOrders.delivery, 'pickup'),
  inArray(fulfillment, ['open', 'ready']),
  inArray(state, ['awaiting_payment', 'awaiting_po', 'invoiced', 'paid', 'short']),
  or(isNull(eventConfig.id), eq(eventConfig.status, 'cancelled')),
)

/** Orders with a refund that did not arrive, and none after it. Banks send money back days later. (security SH10) */
export const hasFailedRefund = sql`${id} in (select p.order_id from ${shopRefunds} r join ${shopPayments} p on p.id = r.payment_id
  where r.state in ('failed', 'canceled') and r.id = (select l.id from ${shopRefunds} l
    where l.payment_id = r.payment_id order by l.created_at desc, l.id limit 1))`

/** Invoices whose day of payment is over on the clock of the seller. */
export function isOverdue(now: Instant): SQL | undefined {
  return and(eq(state, 'invoiced'), lt(shopOrders.dueOn, sellerDay(now)))
}

function toRow({ order, pickup, pieces }: ListedOrder): OrderRow {
  const { number, payBy, buyerName, company, email, poNumber, delivery, totalCents, dueOn } = order
  return {
    ...{ id: order.id, number, state: order.state, fulfillment: order.fulfillment, payBy, buyerName, company, email },
    ...{ poNumber, delivery, pickup, pieces, totalCents, placedAt: order.placedAt.getTime(), dueOn },
  }
}
