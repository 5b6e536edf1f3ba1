import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { runShopJobs } from '#src/domain/shop-orders/shop-jobs.ts'
import { startPayment } from '#src/domain/shop-payments/start-payment.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { startProvider } from './provider-server.ts'
import { addVariant, DAY, openShop, START, setShop } from './shop-api.ts'
import { addOrder } from './shop-rows.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const URLS = { successUrl: 'https://site.example/shop/order', cancelUrl: 'https://site.example/shop/cart' }
const AWAIT_PO = { pay: { payBy: 'invoice', poNumber: null } } as const

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
let server: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  opened = await testDb()
  const deliver = (body: string, signature: string) =>
    shop.request('/api/shop/payment-notices', { method: 'POST', body, headers: { 'Stripe-Signature': signature } })
  server = await startProvider({ clock: () => shop.clock.now, deliver })
  shop = await openShop(opened.db, () => server.provider)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await opened.close()
})
beforeEach(async () => {
  shop.clock.now = START
  await opened.db.delete(shopOrders)
  await setShop(opened.db)
})

const one = async (given = {}) => [{ variantId: await addVariant(opened.db, given), quantity: 1 }]
const runAt = (now: number) => {
  shop.clock.now = now
  return runShopJobs(opened.db, { site: SITE, now, timeLeft: () => 5_000 })
}

test('an order without a PO number expires once its time is over, and its pieces are free again', async () => {
  const lines = await one()
  const { token, email } = await shop.place(lines, AWAIT_PO)
  expect(await runAt(START + 10 * DAY - HOUR)).toMatchObject({ expired: 0 })
  expect(await runAt(START + 10 * DAY)).toMatchObject({ expired: 1 })
  expect(await shop.look(token)).toMatchObject({
    state: 'expired',
    endReason: expect.stringContaining('purchase order'),
  })
  expect((await shop.subjectsTo(email)).at(-1)).toMatch(/has expired$/)
  expect((await shop.quote(lines)).lines[0]).toMatchObject({ problem: null, available: 10 })
})

/** An order without a PO number for the last piece, whose buyer opens the payment by card a minute before its time is over. */
async function payingAtTheEnd() {
  const lines = await one({ onHand: 1 })
  const { token, input } = await shop.place(lines, AWAIT_PO)
  shop.clock.now = START + 10 * DAY - MINUTE
  const context = { provider: server.provider, now: shop.clock.now }
  const url = await startPayment(opened.db, context, { orderId: input.id, ...URLS })
  expect(await runAt(START + 10 * DAY + MINUTE)).toMatchObject({ expired: 0 })
  expect((await shop.quote(lines)).lines[0]).toMatchObject({ problem: 'sold_out', available: 0 })
  return { lines, token, pay: () => server.pay(url.split('/').at(-1) ?? '') }
}

test('an order whose buyer is paying when its time is over keeps its pieces, and is paid (SH1)', async () => {
  const { lines, token, pay } = await payingAtTheEnd()
  await pay()
  expect(await shop.look(token)).toMatchObject({ state: 'paid' })
  expect(await shop.onHand(lines[0]?.variantId ?? '')).toBe(0)
})

test('an order whose payment ends unpaid after its time holds nothing more, and expires with the next run', async () => {
  const { lines, token } = await payingAtTheEnd()
  shop.clock.now = START + 10 * DAY + HOUR
  await server.expireOld()
  expect(await shop.look(token)).toMatchObject({ state: 'awaiting_po' })
  expect(await opened.db.$count(shopHolds)).toBe(0)
  expect((await shop.quote(lines)).lines[0]).toMatchObject({ problem: null, available: 1 })
  expect(await runAt(START + 10 * DAY + HOUR)).toMatchObject({ expired: 1 })
  expect(await shop.look(token)).toMatchObject({
    state: 'expired',
    endReason: expect.stringContaining('purchase order'),
  })
})

test('many processes at once end each order once', async () => {
  const placed = []
  for (let at = 0; at < 3; at += 1) placed.push(await shop.place(await one(), AWAIT_PO))
  const runs = await Promise.all(Array.from({ length: 8 }, () => runAt(START + 32 * DAY)))
  expect(runs.reduce((all, { expired }) => all + expired, 0)).toBe(3)
  for (const { email } of placed) expect(await shop.subjectsTo(email)).toHaveLength(2)
})

test('a paid order that waits for new pieces takes them when they are there, the oldest first', async () => {
  const lines = await one({ onHand: 2 })
  const variantId = lines[0]?.variantId ?? ''
  const orders = [await shop.place(lines), await shop.place(lines)]
  await opened.db.update(shopOrders).set({ state: 'short', paidAt: new Date(START), backOrderedAt: new Date(START) })
  expect(await runAt(START + HOUR)).toMatchObject({ filled: 0 })
  await opened.db
    .update(shopOrders)
    .set({ backOrderedAt: new Date(START + 1) })
    .where(eq(shopOrders.id, orders[0]?.input.id ?? ''))
  await opened.db.update(shopVariants).set({ onHand: 1 }).where(eq(shopVariants.id, variantId))
  expect(await runAt(START + 2 * HOUR)).toMatchObject({ filled: 1 })
  expect([await shop.stored(orders[0]?.input.id ?? ''), await shop.stored(orders[1]?.input.id ?? '')]).toMatchObject([
    { state: 'short' },
    { state: 'paid', backOrderedAt: null },
  ])
  expect((await shop.subjectsTo(orders[1]?.email ?? '')).at(-1)).toMatch(/is complete$/)
  expect(await shop.onHand(variantId)).toBe(0)
})

test('fifty orders that cannot be filled hold up none of another product', async () => {
  const [none, some] = [await addVariant(opened.db, { onHand: 0 }), await addVariant(opened.db, { onHand: 1 })]
  const short = async (variantId: string, waitsSince: number) => {
    const id = await addOrder(opened.db, { variantId, placedAt: START, state: 'short' })
    const set = { paidAt: new Date(START), backOrderedAt: new Date(waitsSince) }
    await opened.db.update(shopOrders).set(set).where(eq(shopOrders.id, id))
    return id
  }
  for (let at = 0; at < 50; at += 1) await short(none, START + at)
  const last = await short(some, START + HOUR)
  expect(await runAt(START + DAY)).toMatchObject({ filled: 1 })
  expect(await shop.stored(last)).toMatchObject({ state: 'paid', backOrderedAt: null })
  expect(await shop.onHand(some)).toBe(0)
})

test('an order that waits for two products, or for a piece that another order holds, takes nothing yet', async () => {
  const [there, missing] = [await addVariant(opened.db), await addVariant(opened.db, { onHand: 0 })]
  const held = await addVariant(opened.db, { onHand: 1 })
  await shop.place([{ variantId: held, quantity: 1 }], AWAIT_PO)
  const orders = [
    await addOrder(opened.db, { variantId: there, placedAt: START, state: 'short' }),
    await addOrder(opened.db, { variantId: held, placedAt: START, state: 'short' }),
  ]
  const line = {
    sku: 'SKU',
    title: 'Card',
    label: '',
    kind: 'aid',
    isTaxed: true,
    unitCents: 100,
    quantity: 1,
  } as const
  const missingLine = { orderId: orders[0] ?? '', variantId: missing, displayOrder: 2, ...line }
  await opened.db.insert(shopOrderLines).values(missingLine)
  await opened.db
    .update(shopOrders)
    .set({ paidAt: new Date(START), backOrderedAt: new Date(START) })
    .where(eq(shopOrders.state, 'short'))
  expect(await runAt(START + DAY)).toMatchObject({ filled: 0 })
  await opened.db.update(shopVariants).set({ onHand: 2 })
  expect(await runAt(START + DAY)).toMatchObject({ filled: 2 })
})

test('a run that has no time left does nothing', async () => {
  await shop.place(await one(), AWAIT_PO)
  const done = await runShopJobs(opened.db, { site: SITE, now: START + 30 * DAY, timeLeft: () => 0 })
  expect(Object.values(done)).toEqual([0, 0])
})
