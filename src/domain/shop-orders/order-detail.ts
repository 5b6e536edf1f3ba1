import { and, asc, desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrderNotes } from '#db/schema/shop-orders.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type {
  NewOrderNote,
  OrderDetail,
  OrderNote,
  OrderPayment,
  OrderRefund,
  OrderReminder,
} from '#src/contract/shop-order-admin.ts'
import { STALE } from '#src/contract/versioned.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { type OrderRow, readLines, readPieces, requireOrder } from './order-row.ts'
import { readFacts } from './order-view.ts'
import { findFree } from './stock.ts'

/** An order with its payments, refunds, notes and reminders. Throws `not_found`. */
export async function readOrderDetail(db: Db, orderId: string, now: Instant): Promise<OrderDetail> {
  const order = await requireOrder(db, orderId)
  const { id, version, phone } = order
  return {
    ...(await readFacts(db, order)),
    ...{ id, version, phone },
    payments: await readPayments(db, id),
    refunds: await readRefunds(db, id),
    notes: await readNotes(db, id),
    reminders: await readReminders(db, order),
    missing: await readMissing(db, order, now),
  }
}

async function readPayments(db: Db, orderId: string): Promise<OrderPayment[]> {
  const rows = await db
    .select()
    .from(shopPayments)
    .where(eq(shopPayments.orderId, orderId))
    .orderBy(asc(shopPayments.attempt))
  return rows.map(({ id, provider, state, amountCents, refundedCents, note, createdAt, paidAt }) => ({
    ...{ id, provider, state, amountCents, refundedCents, note },
    createdAt: createdAt.getTime(),
    paidAt: paidAt?.getTime() ?? null,
  }))
}

async function readRefunds(db: Db, orderId: string): Promise<OrderRefund[]> {
  const rows = await db
    .select({ refund: shopRefunds })
    .from(shopRefunds)
    .innerJoin(shopPayments, eq(shopPayments.id, shopRefunds.paymentId))
    .where(eq(shopPayments.orderId, orderId))
    .orderBy(desc(shopRefunds.createdAt))
  const names = await readUsernames(
    db,
    rows.map(({ refund }) => refund.askedBy),
  )
  return rows.map(({ refund: { id, paymentId, amountCents, state, reason, askedBy, createdAt } }) => ({
    ...{ id, paymentId, amountCents, state, reason, createdAt: createdAt.getTime() },
    askedBy: actorName(names, askedBy),
  }))
}

async function readNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  const rows = await db
    .select()
    .from(shopOrderNotes)
    .where(eq(shopOrderNotes.orderId, orderId))
    .orderBy(desc(shopOrderNotes.createdAt))
  const names = await readUsernames(
    db,
    rows.map(({ writtenBy }) => writtenBy),
  )
  return rows.map(({ id, text, writtenBy, createdAt }) => ({
    ...{ id, text, createdAt: createdAt.getTime() },
    writtenBy: actorName(names, writtenBy),
  }))
}

async function readReminders(db: Db, { id: orderId, emailKey }: OrderRow): Promise<OrderReminder[]> {
  const { id, ruleId, state, reason, dueAt, sentAt, zone, recipientKey, itemId } = plannedMails
  const rows = await db
    .select({ ...{ id, ruleId, state, reason, dueAt, sentAt, zone }, workflow: mailRules.title })
    .from(plannedMails)
    .innerJoin(mailRules, eq(mailRules.id, ruleId))
    .where(and(eq(recipientKey, emailKey), eq(itemId, orderId)))
    .orderBy(asc(dueAt), asc(id))
  return rows.map((row) => ({ ...row, dueAt: row.dueAt.getTime(), sentAt: row.sentAt?.getTime() ?? null }))
}

/** Of a paid order that is short: the lines of which too few pieces are free. */
async function readMissing(db: Db, order: OrderRow, now: Instant): Promise<OrderDetail['missing']> {
  if (order.state !== 'short') return []
  const shortages = await findFree(db, order.id, await readPieces(db, order.id), now)
  const lines = await readLines(db, order.id)
  return shortages.flatMap(({ variantId, needed, free }) => {
    const line = lines.find((one) => one.variantId === variantId)
    return line ? [{ sku: line.sku, title: line.title, needed, free }] : []
  })
}

/** Writes a note that the buyer does not see, once for each id. Throws `not_found`, and `conflict` for an id with other text. */
export async function addOrderNote(
  db: Db,
  orderId: string,
  { id, text }: NewOrderNote,
  actor: Actor,
): Promise<OrderNote[]> {
  return db.transaction(async (tx) => {
    await requireOrder(tx, orderId)
    const note = { id, orderId, text, writtenBy: actor.id }
    const [added] = await tx.insert(shopOrderNotes).values(note).onConflictDoNothing().returning()
    const subject = { subjectType: 'order', subjectId: orderId }
    if (added) await recordAudit(tx, actor, { action: 'order.note', ...subject, after: { noteId: id } })
    const notes = await readNotes(tx, orderId)
    if (!notes.some((one) => one.id === id && one.text === text)) throw new Failure('conflict', STALE)
    return notes
  })
}
