import { and, eq, gte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type MailAnchor, MOST_DAYS } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn, startOfDayAfter } from '#src/contract/wall-clock.ts'
import type { Anchor } from './due-time.ts'
import type { Member } from './occasions.ts'

const DAY = 86_400_000
/** Days after which an invoice matters to no rule: more than any mail is after its anchor. */
const INVOICE_WINDOW = MOST_DAYS + 10
/** No order is reminded of within this time after it was placed or invoiced. */
const SHORTEST_AGE = DAY

/**
 * The buyers of orders that wait for the number of a purchase order, or whose invoice is not paid, each with the anchor. The order has
 * the place of their name, which they typed themselves. (decision 0060, security SH4)
 */
export async function readOrderMembers(db: Db, anchor: MailAnchor, now: Instant): Promise<Member[]> {
  const { state, dueOn } = shopOrders
  const since = addDays(dayIn(DEFAULT_TIME_ZONE, now), -INVOICE_WINDOW)
  const isOpen = anchor === 'po-due' ? eq(state, 'awaiting_po') : and(eq(state, 'invoiced'), gte(dueOn, since))
  const orders = await db.select().from(shopOrders).where(isOpen)
  return orders.flatMap((order) => toOrderMember(order, anchor) ?? [])
}

type OpenOrder = Pick<typeof shopOrders.$inferSelect, 'id' | 'email' | 'number'> & OrderTimes
type OrderTimes = Pick<typeof shopOrders.$inferSelect, 'placedAt' | 'poDueAt' | 'invoicedAt' | 'dueOn'>

/** The buyer of an open order; undefined for one that has no such day. */
export function toOrderMember(order: OpenOrder, anchor: MailAnchor): Member | undefined {
  const own = anchor === 'po-due' ? poAnchor(order) : invoiceAnchor(order)
  const { id, email, number } = order
  return own && { subjectId: `order:${id}`, orderId: id, address: email, name: number, refusal: null, anchor: own }
}

function poAnchor({ poDueAt, placedAt }: OrderTimes): Anchor | undefined {
  if (poDueAt === null) return undefined
  const at = poDueAt.getTime()
  const zone = DEFAULT_TIME_ZONE
  return { at, day: dayIn(zone, at), zone, notBefore: placedAt.getTime() + SHORTEST_AGE }
}

/** An invoice is due until the end of its day on the clock of the seller. */
function invoiceAnchor({ dueOn: day, invoicedAt, placedAt }: OrderTimes): Anchor | undefined {
  if (day === null) return undefined
  const zone = DEFAULT_TIME_ZONE
  const notBefore = (invoicedAt ?? placedAt).getTime() + SHORTEST_AGE
  return { at: startOfDayAfter(day, zone), day, zone, notBefore }
}
