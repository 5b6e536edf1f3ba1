import { createHash, randomInt } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  MOST_TOTAL_CENTS,
  NOT_SOLD,
  ORDER_TOO_LARGE,
  type OrderInput,
  OTHER_ORDER,
  OUT_OF_STOCK,
  PO_REQUIRED,
  PRICE_CHANGED,
  SHOP_CLOSED,
  TOO_MANY_WAITING,
} from '#src/contract/shop-order.ts'
import type { ShopSetting } from '#src/contract/shop-setting.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { issueOrderLink } from './order-links.ts'
import { mailFromForm } from './order-mail.ts'
import { type OrderRow, toAudited } from './order-row.ts'
import { dueOn, PAYMENT_TIME, poDueAt } from './order-terms.ts'
import { requirePickupPlace } from './pickup-places.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { holdStock, type Pieces, takeStock } from './stock.ts'

const DAY = 86_400_000
/** Orders of one address that hold pieces without an invoice or a payment. */
const MOST_WAITING = 10
/** Draws of a number before it is given up. */
const DRAWS = 8

/** An order that was placed, and the token of the link to it. */
type Placed = { order: OrderRow; token: string }

/**
 * Stores an order with the prices of the catalog, and takes or holds its pieces. Sent again within a day with the same content, it is the
 * same order. Throws `conflict` while the shop is closed, for another total than the buyer saw, for what is not sold or not there, for a
 * workshop that is over or near, and for an id with other content. (decision 0060, security SH1, SH2, SH3)
 */
export async function placeOrder(db: Db, input: OrderInput, context: CommandContext): Promise<Placed> {
  const { now } = context
  return db.transaction(async (tx) => {
    const known = await findSent(tx, input, now)
    if (known) return { order: known, token: await issueBuyerLink(tx, known, now) }
    const cart = await priceOrder(tx, input, now)
    const order = await insertOrder(tx, input, cart, now)
    if (!order) {
      // The same order was sent at the same time, and is stored by now.
      const first = await findSent(tx, input, now)
      if (!first) throw new Failure('conflict', OTHER_ORDER)
      return { order: first, token: await issueBuyerLink(tx, first, now) }
    }
    // What depends on other orders comes after the insert: an order that is sent twice at once must not refuse itself.
    await requireFewWaiting(tx, order)
    await reservePieces(tx, order, input, now)
    const subject = { subjectType: 'order', subjectId: order.id }
    await recordAudit(tx, context.actor, { action: 'order.place', ...subject, after: toAudited(order) })
    const token = await issueBuyerLink(tx, order, now)
    await mailFromForm(tx, order, 'received', context)
    return { order, token }
  })
}

function issueBuyerLink(tx: Db, order: OrderRow, now: Instant): Promise<string> {
  return issueOrderLink(tx, order, { as: 'buyer', to: order.email, by: 'order' }, now)
}

/** The order that was stored for this id. Throws `conflict` if it was sent with other content, or more than a day ago. */
async function findSent(tx: Db, input: OrderInput, now: Instant): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.id, input.id))
  if (row && (row.inputHash !== toInputHash(input) || row.placedAt.getTime() + DAY <= now))
    throw new Failure('conflict', OTHER_ORDER)
  return row
}

function toInputHash(input: OrderInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}

/** The cart of an order with its prices. Throws for an order that cannot be taken as it is. */
async function priceOrder(tx: Db, { lines, to, pay, totalCents }: OrderInput, now: Instant): Promise<PricedCart> {
  const cart = await priceCart(tx, { lines, delivery: to.delivery }, now)
  const { setting } = cart
  if (!setting.is_open) throw new Failure('conflict', SHOP_CLOSED)
  const problems = cart.lines.map(({ problem }) => problem)
  if (problems.some((problem) => problem === 'gone' || problem === 'wrong_delivery'))
    throw new Failure('conflict', NOT_SOLD, { field: 'lines' })
  if (cart.totalCents > MOST_TOTAL_CENTS) throw new Failure('invalid', ORDER_TOO_LARGE, { field: 'lines' })
  if (cart.totalCents !== totalCents) throw new Failure('conflict', PRICE_CHANGED, { field: 'totalCents' })
  if (pay.payBy === 'invoice' && pay.poNumber === null && setting.po_days === 0)
    throw new Failure('invalid', PO_REQUIRED, { field: 'pay.poNumber' })
  if (to.delivery === 'pickup') await requirePickupPlace(tx, to.eventId, setting.pickup_closes_days, now)
  return cart
}

/** Pieces that wait are held for nobody else, so nobody can let many orders wait. (security SH6) */
async function requireFewWaiting(tx: Db, order: OrderRow): Promise<void> {
  const isWaiting = inArray(shopOrders.state, ['awaiting_po', 'awaiting_payment'])
  const waiting = await tx.$count(shopOrders, and(eq(shopOrders.emailKey, order.emailKey), isWaiting))
  if (waiting > MOST_WAITING) throw new Failure('conflict', TOO_MANY_WAITING, { field: 'email' })
}

/** Stores an order under a number that no other has; undefined if its id is stored already. */
async function insertOrder(tx: Db, input: OrderInput, cart: PricedCart, now: Instant): Promise<OrderRow | undefined> {
  const values = toValues(input, cart, now)
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const [order] = await tx
      .insert(shopOrders)
      .values({ ...values, number: drawNumber() })
      .onConflictDoNothing()
      .returning()
    if (order) {
      await tx.insert(shopOrderLines).values(toLines(order.id, cart))
      return order
    }
    if ((await tx.$count(shopOrders, eq(shopOrders.id, input.id))) > 0) return undefined
  }
  throw new Error('No number of an order was free')
}

/** `W-` and eight digits that nothing can be concluded from. (security SH5) */
function drawNumber(): string {
  return `W-${randomInt(10_000_000, 100_000_000)}`
}

function toValues(input: OrderInput, cart: PricedCart, now: Instant): Omit<typeof shopOrders.$inferInsert, 'number'> {
  const { id, buyerName, email, phone, company, buyerNote, to } = input
  const { setting, subtotalCents, shippingCents, taxCents, totalCents } = cart
  return {
    id,
    ...{ buyerName, email, emailKey: emailKey(email), phone, company, buyerNote },
    delivery: to.delivery,
    eventId: to.delivery === 'pickup' ? to.eventId : null,
    shipTo: to.delivery === 'ship' ? to.shipTo : null,
    ...{ subtotalCents, shippingCents, taxCents, totalCents },
    taxBasisPoints: setting.tax_basis_points,
    placedAt: new Date(now),
    inputHash: toInputHash(input),
    ...toPayment(input, setting, now),
  }
}

function toPayment({ pay }: OrderInput, setting: ShopSetting, now: Instant) {
  if (pay.payBy === 'card') return { state: 'awaiting_payment', payBy: 'card' } as const
  const { poNumber } = pay
  if (poNumber === null)
    return { state: 'awaiting_po', payBy: 'invoice', poDueAt: new Date(poDueAt(setting, now)) } as const
  const invoice = { invoicedAt: new Date(now), dueOn: dueOn(setting, now) }
  return { state: 'invoiced', payBy: 'invoice', poNumber, ...invoice } as const
}

function toLines(orderId: string, { lines }: PricedCart): (typeof shopOrderLines.$inferInsert)[] {
  return lines.map(({ variantId, sku, title, label, kind, isTaxed, unitCents, quantity }, at) => ({
    ...{ orderId, variantId, sku, title, label, kind, isTaxed, unitCents, quantity },
    displayOrder: at + 1,
  }))
}

async function reservePieces(tx: Db, order: OrderRow, { lines }: OrderInput, now: Instant): Promise<void> {
  const pieces: Pieces[] = lines.map(({ variantId, quantity }) => ({ variantId, quantity }))
  if (order.state === 'invoiced') {
    if (!(await takeStock(tx, order.id, pieces, now))) throw new Failure('conflict', OUT_OF_STOCK, { field: 'lines' })
    return
  }
  const awaitsProvider = order.state === 'awaiting_payment'
  const expiresAt = order.poDueAt?.getTime() ?? now + PAYMENT_TIME
  await holdStock(tx, order.id, pieces, { expiresAt, awaitsProvider }, now)
}
