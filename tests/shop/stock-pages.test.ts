import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import { holdStock, putBack, releaseHolds, takeStock } from '#src/domain/shop-orders/stock.ts'
import { readShop } from '#src/domain/shop-products/read-shop.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storeShopOrder } from './shop-rows.ts'

let opened: TestDb
let db: Db
const [productId, variantId] = [randomUUID(), randomUUID()]
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
})
afterAll(() => opened.close())
beforeEach(async () => {
  await db.delete(shopOrders)
  await db.delete(shopProducts)
  const texts = { summary: 'A kit.', description: 'Kit', descriptionHtml: '<p>Kit</p>' }
  await db
    .insert(shopProducts)
    .values({ id: productId, slug: 'kit', title: 'Kit', kind: 'kit', ...texts, isActive: true, displayOrder: 1 })
  const stock = { onHand: 5, lowStockAt: 2 }
  await db
    .insert(shopVariants)
    .values({ id: variantId, productId, sku: 'KIT', priceCents: 950, ...stock, displayOrder: 1 })
})

const anOrder = async () => (await storeShopOrder(db, { variantId, sku: 'KIT', title: 'Kit' })).id
const seen = async () => (await readShop(db)).products[0]?.variants[0]?.stock
const revision = async () => (await db.select().from(siteContent))[0]?.version ?? 0
/** How many revisions a change of the stock makes. */
const revisionsOf = async (change: (tx: Db) => Promise<unknown>) => {
  const before = await revision()
  await db.transaction(change)
  return (await revision()) - before
}
const terms = { expiresAt: NOON + 60_000, awaitsProvider: false }
const pieces = (quantity: number) => [{ variantId, quantity }]

test('an order that holds pieces asks for one build when a page then says something else, and for none else', async () => {
  const order = await anOrder()
  expect(await revisionsOf((tx) => holdStock(tx, order, pieces(2), terms, NOON))).toBe(0)
  expect(await revisionsOf((tx) => holdStock(tx, order, pieces(4), terms, NOON))).toBe(1)
  expect(await seen()).toBe('low')
  expect(await revisionsOf((tx) => holdStock(tx, order, pieces(5), terms, NOON))).toBe(1)
  expect(await seen()).toBe('out')
  const [build] = await db
    .select()
    .from(siteBuilds)
    .where(eq(siteBuilds.revision, await revision()))
  expect(build).toMatchObject({ reason: 'the stock of the shop has changed', actor: 'system' })
})

test('pieces that were held and are then taken change nothing on the page', async () => {
  const order = await anOrder()
  await db.transaction((tx) => holdStock(tx, order, pieces(4), terms, NOON))
  expect(await revisionsOf((tx) => takeStock(tx, order, pieces(4), NOON))).toBe(0)
  expect(await seen()).toBe('low')
})

test('pieces that come back are on the page again: let go of, or put back', async () => {
  const [held, sold] = [await anOrder(), await anOrder()]
  await db.transaction((tx) => holdStock(tx, held, pieces(4), terms, NOON))
  expect(await revisionsOf((tx) => releaseHolds(tx, held))).toBe(1)
  expect(await seen()).toBe('in')
  expect(await revisionsOf((tx) => takeStock(tx, sold, pieces(5), NOON))).toBe(1)
  expect(await seen()).toBe('out')
  expect(await revisionsOf((tx) => putBack(tx, sold, pieces(5)))).toBe(1)
  expect(await seen()).toBe('in')
})

test('a hold whose time is over is on the page until it is let go of, so that no page changes by the clock', async () => {
  const order = await anOrder()
  await db.transaction((tx) => holdStock(tx, order, pieces(5), { ...terms, expiresAt: NOON - 1 }, NOON))
  expect(await seen()).toBe('out')
  expect(await revisionsOf((tx) => releaseHolds(tx, order))).toBe(1)
})

test('what no page shows asks for no build', async () => {
  const order = await anOrder()
  await db.update(shopProducts).set({ isActive: false })
  expect(await revisionsOf((tx) => takeStock(tx, order, pieces(5), NOON))).toBe(0)
})

test('of two orders at once that let go of the last pieces, one page says so', async () => {
  const orders = [await anOrder(), await anOrder()]
  for (const [at, quantity] of [3, 2].entries())
    await db.transaction((tx) => holdStock(tx, orders[at] ?? '', pieces(quantity), terms, NOON))
  const before = await revision()
  await Promise.all(orders.map((order) => db.transaction((tx) => releaseHolds(tx, order))))
  expect(await seen()).toBe('in')
  expect(await revision()).toBeGreaterThan(before)
})
