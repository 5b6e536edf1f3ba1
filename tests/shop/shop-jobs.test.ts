import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shopVariants } from '#db/schema/shop.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { runShopJobs } from '#src/domain/shop-orders/shop-jobs.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addVariant, DAY, openShop, START, setShop } from './shop-api.ts'

const HOUR = 3_600_000
const AWAIT_PO = { pay: { payBy: 'invoice', poNumber: null } } as const

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
})
afterAll(() => opened.close())
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

test('a run that has no time left does nothing', async () => {
  await shop.place(await one(), AWAIT_PO)
  const done = await runShopJobs(opened.db, { site: SITE, now: START + 30 * DAY, timeLeft: () => 0 })
  expect(Object.values(done)).toEqual([0, 0])
})
