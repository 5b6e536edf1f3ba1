import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Cents } from '#src/contract/money.ts'
import { mayDeliver, ORDER_MOVES, type OrderState, STATE_REFUSED } from '#src/contract/shop-order.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import type { Pieces } from './stock.ts'

export type OrderRow = typeof shopOrders.$inferSelect

/** Locks an order for the rest of the transaction. Its variants are locked after it, never before. Throws `not_found`. */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderRow> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.id, orderId)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.order)
  return row
}

/** An order, without a lock. Throws `not_found`. */
export async function requireOrder(db: Db, orderId: string): Promise<OrderRow> {
  const [row] = await db.select().from(shopOrders).where(eq(shopOrders.id, orderId))
  if (!row) throw new Failure('not_found', NOT_FOUND.order)
  return row
}

/** The lines of an order, in their order. */
export async function readLines(db: Db, orderId: string): Promise<(typeof shopOrderLines.$inferSelect)[]> {
  return db
    .select()
    .from(shopOrderLines)
    .where(eq(shopOrderLines.orderId, orderId))
    .orderBy(asc(shopOrderLines.displayOrder))
}

/** What went back, or is on its way back, to the buyer of an order. */
export async function readRefunded(db: Db, orderId: string): Promise<Cents> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${shopPayments.refundedCents}), 0)::int` })
    .from(shopPayments)
    .where(eq(shopPayments.orderId, orderId))
  return row?.cents ?? 0
}

/** What an order takes off the stock. A variant that was deleted since has none. */
export async function readPieces(db: Db, orderId: string): Promise<Pieces[]> {
  const lines = await readLines(db, orderId)
  return lines.flatMap(({ variantId, quantity }) => (variantId === null ? [] : [{ variantId, quantity }]))
}

/** True while the pieces of an order are off the stock. A state alone does not tell: a refund can put them back and then fail. */
export function hasTakenStock({ isStockTaken, state }: OrderRow): boolean {
  return isStockTaken ?? mayDeliver(state)
}

type Move = {
  to: OrderState
  /** What changes beside the state. */
  set?: Partial<typeof shopOrders.$inferInsert>
  /** The name of the change in the audit log, after `order.`. */
  verb: string
  actor: Actor
}

/**
 * Brings a locked order to another state, with an entry of the audit log. Throws `conflict` for a state that does not lead there.
 * An order that no longer waits for a PO has no day until which it does.
 */
export async function moveOrder(tx: Db, row: OrderRow, { to, set = {}, verb, actor }: Move): Promise<OrderRow> {
  if (!ORDER_MOVES[row.state].includes(to)) throw new Failure('conflict', STATE_REFUSED)
  return changeOrder(tx, row, {
    set: { ...(to !== 'awaiting_po' && { poDueAt: null }), ...set, state: to },
    verb,
    actor,
  })
}

/** Changes a locked order, with an entry of the audit log. */
export async function changeOrder(
  tx: Db,
  row: OrderRow,
  { set, verb, actor }: Omit<Move, 'to' | 'set'> & Required<Pick<Move, 'set'>>,
): Promise<OrderRow> {
  const [after] = await tx
    .update(shopOrders)
    .set({ ...set, version: sql`${shopOrders.version} + 1` })
    .where(eq(shopOrders.id, row.id))
    .returning()
  if (!after) throw new Failure('not_found', NOT_FOUND.order)
  const subject = { subjectType: 'order', subjectId: row.id }
  await recordAudit(tx, actor, { action: `order.${verb}`, ...subject, before: toAudited(row), after: toAudited(after) })
  return after
}

/** What the audit log keeps of an order: no address of a person and no note. */
export function toAudited({ number, state, fulfillment, payBy, poNumber, delivery, eventId, totalCents }: OrderRow) {
  return { number, state, fulfillment, payBy, poNumber, delivery, eventId, totalCents }
}
