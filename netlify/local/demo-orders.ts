import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrderLines, shopOrderNotes, shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import { type OrderPlan, orders } from '#db/seed/content/shop-orders.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import { taxOn } from '#src/contract/money.ts'
import type { ShopSetting } from '#src/contract/shop-setting.ts'
import { sellerDay } from '#src/domain/shop-orders/order-terms.ts'

const DAY = 86_400_000

/** What an order is made of: what is sold, where it is picked up, who runs the shop, and when. */
type Shop = {
  variants: ReadonlyMap<string, Sold>
  events: ReadonlyMap<string, string>
  owner: string
  setting: ShopSetting
  now: Instant
}
type Sold = Awaited<ReturnType<typeof readSold>>[number]

/** Adds the orders of the demo, with what they hold, their payments and refunds. The stock of the demo is what is left beside them. */
export async function addDemoOrders(tx: Db, setting: ShopSetting, now: Instant): Promise<void> {
  const events = await tx.select({ id: eventConfig.id, slug: eventConfig.eventSlug }).from(eventConfig)
  const [owner] = await tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, 'owner')).limit(1)
  const shop: Shop = {
    variants: new Map((await readSold(tx)).map((sold) => [sold.sku, sold])),
    events: new Map(events.map(({ id, slug }) => [slug, id])),
    owner: owner?.id ?? 'seed',
    setting,
    now,
  }
  for (const plan of orders) await addOrder(tx, plan, shop)
}

async function readSold(tx: Db) {
  const { id: variantId, sku, label, priceCents: unitCents } = shopVariants
  const { title, kind, isTaxed } = shopProducts
  return tx
    .select({ variantId, sku, label, unitCents, title, kind, isTaxed })
    .from(shopVariants)
    .innerJoin(shopProducts, eq(shopProducts.id, shopVariants.productId))
}

async function addOrder(tx: Db, plan: OrderPlan, shop: Shop): Promise<void> {
  const orderId = randomUUID()
  const lines = plan.lines.map(([sku, quantity], at) => {
    const sold = shop.variants.get(sku)
    if (!sold) throw new Error(`The demo sells no ${sku}`)
    return { orderId, ...sold, quantity, displayOrder: at + 1 }
  })
  const order = { id: orderId, ...toRow(plan, shop), ...totalsOf(lines, plan, shop.setting) }
  await tx.insert(shopOrders).values(order)
  await tx.insert(shopOrderLines).values(lines)
  if (plan.heldUntil !== undefined) {
    const expiresAt = daysFrom(shop.now, plan.heldUntil)
    const awaitsProvider = plan.state === 'awaiting_payment'
    await tx
      .insert(shopHolds)
      .values(lines.map(({ variantId, quantity }) => ({ orderId, variantId, quantity, expiresAt, awaitsProvider })))
  }
  await addPayment(tx, plan, { ...shop, orderId, totalCents: order.totalCents })
  const note = { id: randomUUID(), orderId, writtenBy: shop.owner }
  if (plan.note) await tx.insert(shopOrderNotes).values({ ...note, text: plan.note })
}

function toRow(plan: OrderPlan, { events, now }: Shop) {
  const { number, state, fulfillment, payBy, buyerName, email, company, poNumber, buyerNote, endReason } = plan
  const at = (days: number | undefined) => (days === undefined ? null : daysFrom(now, days))
  return {
    ...{ number, state, fulfillment, payBy, buyerName, email, company, poNumber, buyerNote, endReason },
    ...{ emailKey: emailKey(email), carrier: plan.carrier, tracking: plan.tracking },
    ...toDestination(plan, events),
    placedAt: daysFrom(now, plan.placed),
    poDueAt: at(plan.poDue),
    invoicedAt: at(plan.invoiced),
    dueOn: plan.due === undefined ? null : sellerDay(daysFrom(now, plan.due).getTime()),
    paidAt: at(plan.paid),
    readyAt: at(plan.ready),
    fulfilledAt: at(plan.fulfilled),
    endedAt: at(plan.ended),
  }
}

function toDestination({ to, buyerName, company }: OrderPlan, events: Shop['events']) {
  if (to === 'email') return { delivery: 'email' as const }
  if ('event' in to) return { delivery: 'pickup' as const, eventId: events.get(to.event) ?? randomUUID() }
  return { delivery: 'ship' as const, shipTo: { name: buyerName, line2: company, ...to } }
}

type Line = Pick<Sold, 'unitCents' | 'isTaxed'> & { quantity: number }

function totalsOf(lines: readonly Line[], { to }: OrderPlan, setting: ShopSetting) {
  const sum = (some: readonly Line[]) => some.reduce((cents, line) => cents + line.unitCents * line.quantity, 0)
  const subtotalCents = sum(lines)
  const isShipped = typeof to === 'object' && 'line1' in to
  const isFree = setting.free_shipping_from_cents !== null && subtotalCents >= setting.free_shipping_from_cents
  const shippingCents = isShipped && !isFree ? setting.shipping_cents : 0
  const taxBasisPoints = setting.tax_basis_points
  const taxCents = taxOn(sum(lines.filter(({ isTaxed }) => isTaxed)), taxBasisPoints)
  return {
    ...{ subtotalCents, shippingCents, taxCents, taxBasisPoints },
    totalCents: subtotalCents + shippingCents + taxCents,
  }
}

/** By card through the provider, or what an administrator wrote down; with what went back of it. */
async function addPayment(
  tx: Db,
  plan: OrderPlan,
  { orderId, totalCents, owner, now }: Shop & { orderId: string; totalCents: number },
): Promise<void> {
  const { payBy, paid, refund, number, paymentNote } = plan
  if (paid === undefined && payBy === 'invoice') return
  const refundedCents = refund === undefined ? 0 : refund.cents === 'all' ? totalCents : refund.cents
  const paymentId = randomUUID()
  const byCard = { provider: 'stripe' as const, sessionId: `cs_demo_${number}` }
  const isPaid = paid !== undefined
  await tx.insert(shopPayments).values({
    ...{ id: paymentId, orderId, attempt: 1, amountCents: totalCents, refundedCents },
    ...(payBy === 'card' ? byCard : { provider: 'manual' as const, note: paymentNote, notedBy: owner }),
    ...(payBy === 'card' && isPaid && { intentId: `pi_demo_${number}` }),
    state: isPaid ? 'paid' : 'open',
    paidAt: isPaid ? daysFrom(now, paid) : null,
    expiresAt: isPaid ? null : daysFrom(now, 1),
    createdAt: daysFrom(now, plan.placed),
  })
  if (!refund) return
  const settledAt = daysFrom(now, refund.days)
  await tx.insert(shopRefunds).values({
    ...{ id: randomUUID(), paymentId, amountCents: refundedCents, state: 'succeeded', reason: refund.reason },
    ...{ providerId: `re_demo_${number}`, askedBy: owner, settledAt, createdAt: settledAt },
  })
}

function daysFrom(now: Instant, days: number): Date {
  return new Date(now + days * DAY)
}
