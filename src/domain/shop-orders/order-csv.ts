import type { Db } from '#db/client.ts'
import { type CsvCell, csvFile, MOST_CSV, type MostCsv } from '#src/contract/csv.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Cents } from '#src/contract/money.ts'
import type { OrderFilter } from '#src/contract/shop-order-admin.ts'
import { type ListedOrder, pageOfOrders, toCondition } from './list-orders.ts'

const dollars = (cents: Cents) => (cents / 100).toFixed(2)
const at = (moment: Date | null) => moment?.toISOString() ?? null

const COLUMNS = [
  ['number', ({ order }) => order.number],
  ['placed_at', ({ order }) => order.placedAt.toISOString()],
  ['state', ({ order }) => order.state],
  ['fulfillment', ({ order }) => order.fulfillment],
  ['pay_by', ({ order }) => order.payBy],
  ['company', ({ order }) => order.company],
  ['buyer_name', ({ order }) => order.buyerName],
  ['email', ({ order }) => order.email],
  ['po_number', ({ order }) => order.poNumber],
  ['delivery', ({ order }) => order.delivery],
  ['event', ({ pickup }) => pickup],
  ['pieces', ({ pieces }) => pieces],
  ['currency', ({ order }) => order.currency],
  ['subtotal', ({ order }) => dollars(order.subtotalCents)],
  ['shipping', ({ order }) => dollars(order.shippingCents)],
  ['tax', ({ order }) => dollars(order.taxCents)],
  ['total', ({ order }) => dollars(order.totalCents)],
  ['paid', ({ paid }) => dollars(paid)],
  ['refunded', ({ refunded }) => dollars(refunded)],
  ['invoiced_at', ({ order }) => at(order.invoicedAt)],
  ['due_on', ({ order }) => order.dueOn],
  ['paid_at', ({ order }) => at(order.paidAt)],
  ['fulfilled_at', ({ order }) => at(order.fulfilledAt)],
  ['ended_at', ({ order }) => at(order.endedAt)],
] as const satisfies [string, (row: ListedOrder) => CsvCell][]

/** Orders for bookkeeping as CSV, newest first, with amounts in dollars. (security XS2) */
export async function* orderCsv(
  db: Db,
  filter: OrderFilter,
  now: Instant,
  most: MostCsv = MOST_CSV,
): AsyncGenerator<string> {
  const where = toCondition(filter, now)
  yield* csvFile<ListedOrder>({
    columns: COLUMNS,
    read: (limit, last) => pageOfOrders(db, where, { limit, after: last && [last.micros, last.order.id] }),
    howToContinue: ({ order }) => `Filter the list to export the orders up to ${order.placedAt.toISOString()}.`,
    most,
  })
}
