import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import {
  BUYER_ONLY,
  JUST_MAILED,
  OUT_OF_STOCK,
  type Paying,
  PO_REQUIRED,
  STATE_REFUSED,
} from '#src/contract/shop-order.ts'
import { orderPath } from '#src/contract/shop-order-view.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail, mayMail } from '../outbox/enqueue.ts'
import { orderPurchasing } from '../outbox/templates/order-letters.ts'
import { readShopSetting } from '../settings/settings.ts'
import { issueOrderLink, type OpenedOrder, openOrder } from './order-links.ts'
import { mailFromForm } from './order-mail.ts'
import { hasTakenStock, lockOrder, moveOrder, type OrderRow, readLines, readPieces } from './order-row.ts'
import { dueOn, poDueAt } from './order-terms.ts'
import { isPaying, OPEN_STATES, refuseCancel } from './order-view.ts'
import { holdStock, putBack, releaseHolds, takeStock } from './stock.ts'

/** Who calls with a link, from where and when. */
export type LinkContext = Omit<CommandContext, 'actor'> & { caller: Omit<Actor, 'id'> }

/** The order that a link opens, locked, and its holder as an actor. Throws `not_found` like `openOrder`. */
async function lockOpened(tx: Db, token: string, { caller, now }: LinkContext) {
  const opened: OpenedOrder = await openOrder(tx, token, now)
  const actor: Actor = { ...caller, id: `${opened.as}:${opened.orderId}` }
  return { ...opened, actor, order: await lockOrder(tx, opened.orderId) }
}

/**
 * Finishes an order by its link: a PO number makes it invoiced. To be paid by card it stays as it is until it is paid, so that a payment that
 * is not finished costs nobody their place. Throws `conflict` in any other state, where pieces are gone, and while a payment is being confirmed.
 */
export async function finishOrder(
  db: Db,
  { token, pay }: { token: string; pay: Paying },
  context: LinkContext,
): Promise<OrderRow> {
  return db.transaction(async (tx) => {
    const { order, actor } = await lockOpened(tx, token, context)
    if (!OPEN_STATES.includes(order.state) || (await isPaying(tx, order.id)))
      throw new Failure('conflict', STATE_REFUSED)
    if (pay.payBy === 'card') return order
    if (order.state === 'invoiced') throw new Failure('conflict', STATE_REFUSED)
    if (pay.poNumber === null) return awaitPo(tx, order, { actor, now: context.now })
    const invoiced = await invoiceOrder(tx, order, pay.poNumber, { actor, now: context.now })
    await mailFromForm(tx, invoiced, 'invoiced', context)
    return invoiced
  })
}

type Acting = Pick<CommandContext, 'actor' | 'now'>

async function awaitPo(tx: Db, order: OrderRow, { actor, now }: Acting): Promise<OrderRow> {
  const setting = await readShopSetting(tx)
  if (order.state === 'awaiting_po' || setting.po_days === 0)
    throw new Failure('invalid', PO_REQUIRED, { field: 'pay.poNumber' })
  const expiresAt = poDueAt(setting, now)
  await holdStock(tx, order.id, await readPieces(tx, order.id), { expiresAt, awaitsProvider: false }, now)
  const set = { payBy: 'invoice', poDueAt: new Date(expiresAt) } as const
  return moveOrder(tx, order, { to: 'awaiting_po', set, verb: 'await_po', actor })
}

/** Makes a locked order invoiced under a PO number, and takes its pieces. Throws `conflict` where pieces are gone. */
export async function invoiceOrder(
  tx: Db,
  order: OrderRow,
  poNumber: string,
  { actor, now }: Acting,
): Promise<OrderRow> {
  if (!(await takeStock(tx, order.id, await readPieces(tx, order.id), now))) throw new Failure('conflict', OUT_OF_STOCK)
  const terms = { invoicedAt: new Date(now), dueOn: dueOn(await readShopSetting(tx), now) }
  const set = { payBy: 'invoice', poNumber, ...terms } as const
  return moveOrder(tx, order, { to: 'invoiced', set, verb: 'invoice', actor })
}

/** Cancels an order by the link of its buyer. Its pieces are free again. Throws `forbidden` for purchasing, and `conflict` with the reason. */
export async function cancelByLink(
  db: Db,
  { token, reason }: { token: string; reason: string | null },
  context: LinkContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { order, as, actor } = await lockOpened(tx, token, context)
    if (as !== 'buyer') throw new Failure('forbidden', BUYER_ONLY)
    if (order.state === 'cancelled') return
    const refused = refuseCancel(order, await isPaying(tx, order.id))
    if (refused !== null) throw new Failure('conflict', refused)
    const cancelled = await endOrder(tx, order, {
      to: 'cancelled',
      reason: reason ?? 'Cancelled by the buyer',
      actor,
      now: context.now,
    })
    await mailFromForm(tx, cancelled, 'cancelled', context)
  })
}

type Ending = Acting & { to: 'cancelled' | 'expired'; reason: string }

/** Ends a locked order that is not paid and gives back its pieces: those on hold, and those an invoice has taken. */
export async function endOrder(tx: Db, order: OrderRow, { to, reason, actor, now }: Ending): Promise<OrderRow> {
  const set = { endedAt: new Date(now), endReason: reason }
  const verb = to === 'cancelled' ? 'cancel' : 'expire'
  const ended = await moveOrder(tx, order, { to, set, verb, actor })
  if (hasTakenStock(order)) await putBack(tx, order.id, await readPieces(tx, order.id))
  else await releaseHolds(tx, order.id)
  return ended
}

type ToPurchasing = { token: string; email: string; note: string | null }

/**
 * Mails somebody a link with which they finish an open order. What the buyer wrote is shown behind it. Throws `forbidden` for the link of
 * purchasing, `conflict` for an order that is finished, and `rate_limited` for an address that was just sent a mail. (security SH4, OB6)
 */
export async function sendToPurchasing(
  db: Db,
  { token, email, note }: ToPurchasing,
  context: LinkContext,
): Promise<void> {
  const { now, site } = context
  await db.transaction(async (tx) => {
    const { order, as, actor } = await lockOpened(tx, token, context)
    if (as !== 'buyer') throw new Failure('forbidden', BUYER_ONLY)
    if (!OPEN_STATES.includes(order.state)) throw new Failure('conflict', STATE_REFUSED)
    if (!(await mayMail(tx, email, now))) throw new Failure('rate_limited', JUST_MAILED, { retryAfter: 60 })
    const made = { as: 'purchasing', to: email, note: note ?? '', by: 'buyer' } as const
    const path = orderPath(await issueOrderLink(tx, order, made, now))
    const pieces = (await readLines(tx, order.id)).reduce((sum, { quantity }) => sum + quantity, 0)
    const facts = { number: order.number, path, pieces, totalCents: order.totalCents }
    const letter = orderPurchasing(site, { ...facts, until: order.poDueAt?.getTime() ?? null })
    await enqueueMail(tx, { to: email, ...letter })
    const subject = { subjectType: 'order', subjectId: order.id }
    await recordAudit(tx, actor, { action: 'order.to_purchasing', ...subject })
  })
}
