import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { seedWithPeople } from '#netlify/local/database.ts'
import { ORDER_STATES } from '#src/contract/shop-order.ts'
import { productFields } from '#src/contract/shop-product.ts'
import { shopSetting } from '#src/contract/shop-setting.ts'
import { readShopSetting } from '#src/domain/settings/settings.ts'
import { listProducts } from '#src/domain/shop-products/read-products.ts'
import { readShop } from '#src/domain/shop-products/read-shop.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
  const registrationOrigin = 'https://register.uptime-workshops.example'
  await seedWithPeople(opened.db, { registrationOrigin, ownerEmail: undefined, ownerPassword: undefined }, NOON)
})
afterAll(() => opened.close())

test('the demo sells eight products that the form would take, one sold out and one with few left', async () => {
  const { items } = await listProducts(opened.db, { limit: 100, q: '' }, NOON)
  expect(items).toHaveLength(8)
  for (const item of items) {
    const { id: _, version: __, displayOrder: ___, createdAt: ____, updatedAt: _____, ...fields } = item
    const variants = fields.variants.map(({ onHand, held, free, ...rest }) => rest)
    expect(productFields.safeParse({ ...fields, variants }).error).toBeUndefined()
    for (const { url } of item.pictures) expect(url).toMatch(/^\/media\/[0-9a-f]{64}$/)
  }
  const { products } = await readShop(opened.db)
  const stock = (slug: string) => products.find((product) => product.slug === slug)?.variants.map((one) => one.stock)
  expect([stock('coupling-practice-kit'), stock('seal-practice-kit')]).toEqual([['out'], ['low']])
  expect(shopSetting.strict().safeParse(await readShopSetting(opened.db)).success).toBe(true)
})

test('the demo has twelve orders in every state, whose amounts, payments and holds agree', async () => {
  const { db } = opened
  const orders = await db.select().from(shopOrders)
  expect(orders).toHaveLength(12)
  expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(Object.keys(ORDER_STATES)))
  const [lines, payments] = [await db.select().from(shopOrderLines), await db.select().from(shopPayments)]
  for (const order of orders) {
    const sum = lines
      .filter(({ orderId }) => orderId === order.id)
      .reduce((all, x) => all + x.unitCents * x.quantity, 0)
    expect(order.subtotalCents, order.number).toBe(sum)
    const paid = payments.filter(({ orderId, state }) => orderId === order.id && state === 'paid')
    expect(paid.length, order.number).toBe(order.paidAt ? 1 : 0)
    for (const { amountCents } of paid) expect(amountCents).toBe(order.totalCents)
  }
  const whole = payments.filter((payment) => payment.refundedCents === payment.amountCents)
  const part = payments.filter(({ refundedCents, amountCents }) => refundedCents > 0 && refundedCents < amountCents)
  expect([whole.length, part.length]).toEqual([1, 1])
  const held = sql`(select coalesce(sum(${shopHolds.quantity}), 0) from ${shopHolds} where ${shopHolds.variantId} = ${shopVariants.id})`
  expect(await db.$count(shopVariants, sql`${shopVariants.onHand} < ${held}`)).toBe(0)
  expect(await db.$count(shopHolds)).toBe(3)
  expect(await db.$count(shopProducts)).toBe(8)
})
