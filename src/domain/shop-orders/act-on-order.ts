import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrderLines } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { Failure } from '#src/contract/failure.ts'
import { mayDeliver, OUT_OF_STOCK, STATE_REFUSED } from '#src/contract/shop-order.ts'
import { ACT_REFUSED, type OrderAct } from '#src/contract/shop-order-admin.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { endOrder, invoiceOrder } from './finish-order.ts'
import { mailAboutOrder } from './order-mail.ts'
import { changeOrder, hasTakenStock, lockOrder, moveOrder, type OrderRow, readLines, readPieces } from './order-row.ts'
import { isPaying, OPEN_STATES } from './order-view.ts'
import { takeStock } from './stock.ts'

type ActOf<Name extends OrderAct['act']> = Extract<OrderAct, { act: Name }>
type Doing = (tx: Db, order: OrderRow, act: OrderAct, context: CommandContext) => Promise<unknown>

/**
 * Does something with an order for an administrator, with an entry of the audit log and a mail where the buyer should hear of it. Throws
 * `not_found`, and `conflict` for a stale version, for a state in which it cannot be done, and where pieces are gone. (decision 0060)
 */
export async function actOnOrder(db: Db, orderId: string, act: OrderAct, context: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    requireVersion(order, act.version)
    await DOINGS[act.act](tx, order, act, context)
  })
}

/** What each act does. */
const DOINGS: Record<OrderAct['act'], Doing> = {
  ready: (tx, order, _act, context) => makeReady(tx, order, context),
  unready: (tx, order, _act, { actor }) => {
    requireFulfillment(order, ['ready'])
    return changeOrder(tx, order, { set: { fulfillment: 'open', readyAt: null }, verb: 'unready', actor })
  },
  handed_over: (tx, order, _act, context) => handOver(tx, order, context),
  shipped: (tx, order, act, context) => ship(tx, order, act as ActOf<'shipped'>, context),
  po: (tx, order, act, context) => notePo(tx, order, act as ActOf<'po'>, context),
  paid: (tx, order, act, context) => notePayment(tx, order, act as ActOf<'paid'>, context),
  back_order: (tx, order, _act, context) => backOrder(tx, order, context),
  cancel: (tx, order, act, context) => cancel(tx, order, act as ActOf<'cancel'>, context),
  codes: (tx, order, act, context) => storeCodes(tx, order, act as ActOf<'codes'>, context),
}

/** Goods leave for money alone, or for an invoice, and not once they are back on the stock. */
function requireFulfillment(order: OrderRow, from: readonly OrderRow['fulfillment'][]): void {
  const mayLeave = mayDeliver(order.state) && hasTakenStock(order)
  if (!mayLeave || !from.includes(order.fulfillment)) throw new Failure('conflict', STATE_REFUSED)
}

async function makeReady(tx: Db, order: OrderRow, context: CommandContext): Promise<void> {
  requireFulfillment(order, ['open'])
  const set = { fulfillment: 'ready', readyAt: new Date(context.now) } as const
  const ready = await changeOrder(tx, order, { set, verb: 'ready', actor: context.actor })
  if (order.delivery === 'pickup') await mailAboutOrder(tx, ready, 'ready', context)
}

async function handOver(tx: Db, order: OrderRow, context: CommandContext): Promise<void> {
  requireFulfillment(order, ['open', 'ready'])
  if (order.delivery === 'ship') throw new Failure('conflict', ACT_REFUSED.shipInstead)
  const set = { fulfillment: 'handed_over', fulfilledAt: new Date(context.now) } as const
  const handed = await changeOrder(tx, order, { set, verb: 'hand_over', actor: context.actor })
  if (order.delivery === 'email') await mailAboutOrder(tx, handed, 'sent', context)
}

async function ship(tx: Db, order: OrderRow, act: ActOf<'shipped'>, context: CommandContext): Promise<void> {
  requireFulfillment(order, ['open', 'ready'])
  if (order.delivery !== 'ship') throw new Failure('conflict', ACT_REFUSED.handOverInstead)
  const { carrier, tracking } = act
  const set = { fulfillment: 'shipped', fulfilledAt: new Date(context.now), carrier, tracking } as const
  const shipped = await changeOrder(tx, order, { set, verb: 'ship', actor: context.actor })
  await mailAboutOrder(tx, shipped, 'sent', context)
}

/** The number of a purchase order: it makes an order invoiced, or replaces the number on an invoice that is not paid. */
async function notePo(tx: Db, order: OrderRow, { poNumber }: ActOf<'po'>, context: CommandContext): Promise<void> {
  if (order.state === 'invoiced') {
    await changeOrder(tx, order, { set: { poNumber }, verb: 'change_po', actor: context.actor })
    return
  }
  const invoiced = await invoiceOrder(tx, order, poNumber, context)
  await mailAboutOrder(tx, invoiced, 'invoiced', context)
}

/** A payment outside the provider: a check, or a transfer to an account. */
async function notePayment(tx: Db, order: OrderRow, { note }: ActOf<'paid'>, context: CommandContext): Promise<void> {
  if (order.state !== 'invoiced' && order.state !== 'awaiting_payment') throw new Failure('conflict', STATE_REFUSED)
  await requireNoPayment(tx, order)
  const { actor, now } = context
  const isTaken = hasTakenStock(order) || (await takeStock(tx, order.id, await readPieces(tx, order.id), now))
  if (!isTaken) throw new Failure('conflict', OUT_OF_STOCK)
  const paidAt = new Date(now)
  const attempt = (await tx.$count(shopPayments, eq(shopPayments.orderId, order.id))) + 1
  const noted = { provider: 'manual', attempt, state: 'paid', note, notedBy: actor.id } as const
  await tx.insert(shopPayments).values({ orderId: order.id, amountCents: order.totalCents, paidAt, ...noted })
  const paid = await moveOrder(tx, order, { to: 'paid', set: { paidAt }, verb: 'note_payment', actor })
  await mailAboutOrder(tx, paid, 'paid', context)
}

/** Money that is on its way would meet an order that no longer waits for it. */
async function requireNoPayment(tx: Db, order: OrderRow): Promise<void> {
  if (await isPaying(tx, order.id)) throw new Failure('conflict', ACT_REFUSED.beingPaid)
}

/** Takes the pieces of a paid order that was short, or lets it wait for new ones. */
async function backOrder(tx: Db, order: OrderRow, context: CommandContext): Promise<void> {
  const { actor, now } = context
  if (order.state !== 'short') throw new Failure('conflict', STATE_REFUSED)
  if (await fillBackOrder(tx, order, { actor, now })) {
    await mailAboutOrder(tx, { ...order, state: 'paid' }, 'filled', context)
    return
  }
  await changeOrder(tx, order, { set: { backOrderedAt: new Date(now) }, verb: 'back_order', actor })
  await mailAboutOrder(tx, order, 'back_ordered', context)
}

/** Makes a locked order that is short a paid one, once there are enough pieces; false if there are not. */
export async function fillBackOrder(
  tx: Db,
  order: OrderRow,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<boolean> {
  if (!(await takeStock(tx, order.id, await readPieces(tx, order.id), now))) return false
  await moveOrder(tx, order, { to: 'paid', set: { backOrderedAt: null }, verb: 'fill', actor })
  return true
}

async function cancel(tx: Db, order: OrderRow, { reason }: ActOf<'cancel'>, context: CommandContext): Promise<void> {
  if (!OPEN_STATES.includes(order.state)) throw new Failure('conflict', STATE_REFUSED)
  if (order.fulfillment === 'handed_over' || order.fulfillment === 'shipped')
    throw new Failure('conflict', ACT_REFUSED.goodsGone)
  await requireNoPayment(tx, order)
  const { actor, now } = context
  const cancelled = await endOrder(tx, order, { to: 'cancelled', reason, actor, now })
  await mailAboutOrder(tx, cancelled, 'cancelled', { ...context, reason })
}

/** The codes of vouchers, which the buyer's page shows. A line that is not named keeps its codes. */
async function storeCodes(
  tx: Db,
  order: OrderRow,
  { lines }: ActOf<'codes'>,
  { actor }: CommandContext,
): Promise<void> {
  const stored = await readLines(tx, order.id)
  for (const [at, { lineId, codes }] of lines.entries()) {
    const line = stored.find(({ id }) => id === lineId)
    if (line?.kind !== 'voucher') throw new Failure('conflict', ACT_REFUSED.noVoucher)
    const field = `lines.${at}.codes`
    if (codes.length > line.quantity) throw new Failure('invalid', ACT_REFUSED.tooManyCodes, { field })
    await tx.update(shopOrderLines).set({ codes }).where(eq(shopOrderLines.id, lineId))
  }
  await changeOrder(tx, order, { set: {}, verb: 'codes', actor })
}
