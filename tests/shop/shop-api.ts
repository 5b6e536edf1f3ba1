import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { appSettings } from '#db/schema/site.ts'
import { shopApi } from '#src/api/shop-api.ts'
import type { OpenPayments } from '#src/api/shop-payments.ts'
import type { PaymentProvider, SessionWish } from '#src/contract/payment-provider.ts'
import type { OrderInput, PlacedOrder, Quote } from '#src/contract/shop-order.ts'
import type { OrderView } from '#src/contract/shop-order-view.ts'
import { type ShopSetting, shopSetting } from '#src/contract/shop-setting.ts'
import { nextIp, SITE } from '#tests/accounts/account-api.ts'
import { testApi } from '#tests/support/api.ts'

export const DAY = 86_400_000
/** Seven weeks before the events of tests begin. */
export const START = Date.parse('2026-12-01T15:00:00Z')

type ProductOf = Partial<typeof shopProducts.$inferInsert & typeof shopVariants.$inferInsert>

let products = 0

/** An active product with one variant of ten pieces at $25.00, unless told otherwise; the id of the variant. */
export async function addVariant(db: Db, given: ProductOf = {}): Promise<string> {
  products += 1
  const [productId, id] = [randomUUID(), randomUUID()]
  const { kind = 'aid', title = `Job aid ${products}`, isActive = true, isTaxed = true, ...variant } = given
  await db.insert(shopProducts).values({
    ...{ id: productId, slug: `product-${products}-${productId.slice(0, 8)}`, title, kind, isActive, isTaxed },
    ...{ summary: 'Laminated', description: 'A card', descriptionHtml: '<p>A card</p>', displayOrder: products },
  })
  await db.insert(shopVariants).values({
    ...{ id, productId, sku: `SKU-${id.slice(0, 8)}`, priceCents: 2_500, onHand: 10, displayOrder: 1, ...variant },
  })
  return id
}

/** Changes the setting of the shop for the orders that follow. */
export async function setShop(db: Db, change: Partial<ShopSetting> = {}): Promise<void> {
  const settingValue = shopSetting.parse(change)
  await db
    .insert(appSettings)
    .values({ settingKey: 'shop', settingValue })
    .onConflictDoUpdate({ target: appSettings.settingKey, set: { settingValue } })
}

export const ADDRESS = {
  name: 'Stores',
  line1: '1 Mill Road',
  line2: null,
  city: 'Tulsa',
  state: 'OK',
  postcode: '74103',
}

type Changes = Partial<OrderInput>

/** An order of a planner: shipped, on invoice, with a PO number, unless told otherwise. */
export function orderOf(lines: OrderInput['lines'], totalCents: number, changes: Changes = {}): OrderInput {
  return {
    id: randomUUID(),
    lines,
    ...{ buyerName: 'Ida Planner', email: 'ida@plant.example', phone: null, company: 'Plant One', buyerNote: null },
    to: { delivery: 'ship', shipTo: ADDRESS },
    pay: { payBy: 'invoice', poNumber: 'PO-4711' },
    totalCents,
    ...changes,
  }
}

/** The calls of the shop's pages on one database, with a clock that tests move. Each comes from an address of its own. */
export async function openShop(db: Db, openPayments: OpenPayments = () => null) {
  const clock = { now: START }
  const api = await testApi({ db, area: shopApi(openPayments), clock: () => clock.now })
  const call = (name: string, body: unknown) => api.post(`/api/shop/${name}`, body, {}, { ip: nextIp() })
  const ask = (path: string) => api.request(`/api/shop/${path}`, {}, { ip: nextIp() })
  const quote = async (lines: unknown, delivery = 'ship'): Promise<Quote> =>
    (await call('quote', { lines, delivery })).json()

  /** An order at the price of now, and the token of its page. */
  const place = async (lines: OrderInput['lines'], changes: Changes = {}) => {
    const { delivery } = changes.to ?? { delivery: 'ship' }
    const { totalCents } = await quote(lines, delivery)
    const email = changes.email ?? `buyer-${randomUUID()}@plant.example`
    const input = orderOf(lines, totalCents, { ...changes, email })
    const answer = await call('orders', input)
    const placed: PlacedOrder = await answer.json()
    return { input, answer, placed, token: tokenIn(placed.orderUrl), email }
  }
  const look = async (token: string): Promise<OrderView> => (await call('order/look', { token })).json()
  const stored = async (id: string) => {
    const [row] = await db.select().from(shopOrders).where(eq(shopOrders.id, id))
    if (!row) throw new Error('There is no such order')
    return row
  }
  const onHand = async (variantId: string) => {
    const [row] = await db
      .select({ onHand: shopVariants.onHand })
      .from(shopVariants)
      .where(eq(shopVariants.id, variantId))
    return row?.onHand
  }
  const mailsTo = (email: string) =>
    db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
  const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).toReversed()
  const context = () => ({ actor: { id: '00000000-0000-4000-8000-00000000000a' }, site: SITE, now: clock.now })
  return { clock, call, ask, quote, place, look, stored, onHand, mailsTo, subjectsTo, context, ...api }
}

/** The token in the address of an order's page, or in a mail. */
export function tokenIn(text: string | null | undefined): string {
  return /#token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
}

/** A payment provider with which payments begin, and nothing else. */
export function sessionsOnly(open: (wish: SessionWish) => Promise<string>): PaymentProvider {
  const refuse = () => Promise.reject(new Error('Not in this test'))
  const rest = { readSession: refuse, findSession: refuse, endSession: refuse, refund: refuse, listRefunds: refuse }
  return {
    ...rest,
    readNotice: refuse,
    openSession: async (wish) => {
      const url = await open(wish)
      const { expiresAt, paymentId } = wish
      const amountCents = wish.lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
      const state = { status: 'open', isPaid: false, hasFailed: false, intentId: null } as const
      return { ...state, id: `cs_${paymentId}`, url, amountCents, expiresAt, paymentId }
    },
  }
}
