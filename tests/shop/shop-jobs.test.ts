import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopVariants } from '#db/schema/shop.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, instantAt } from '#src/contract/wall-clock.ts'
import { sellerDay } from '#src/domain/shop-orders/order-terms.ts'
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
/** Runs the job each hour, but not between two days; the days on which a mail came, with its subject without the number. */
const live = async (email: string, days: number, off: [number, number] = [0, 0]) => {
  const came: string[] = []
  let known = (await shop.subjectsTo(email)).length
  for (let hour = 1; hour <= days * 24; hour += 6) {
    const day = Math.floor(hour / 24)
    if (day >= off[0] && day < off[1]) continue
    await runAt(START + hour * HOUR)
    const subjects = await shop.subjectsTo(email)
    for (const subject of subjects.slice(known)) came.push(`${day} ${subject?.replace(/W-\d+/, 'W')}`)
    known = subjects.length
  }
  return came
}

describe('an order without a PO number', () => {
  test('is reminded once three days before its time is over, and expires with a letter', async () => {
    const lines = await one()
    const { token, email } = await shop.place(lines, AWAIT_PO)
    expect(await live(email, 12)).toEqual(['7 Order W waits for a PO number', '10 Order W has expired'])
    expect(await shop.look(token)).toMatchObject({
      state: 'expired',
      endReason: expect.stringContaining('purchase order'),
    })
    expect((await shop.quote(lines)).lines[0]).toMatchObject({ problem: null, available: 10 })
  })

  test('is caught up on once after three days without the job', async () => {
    const { email } = await shop.place(await one(), AWAIT_PO)
    expect(await live(email, 12, [6, 9])).toEqual(['9 Order W waits for a PO number', '10 Order W has expired'])
  })

  test('is not reminded after it has expired while the job was off', async () => {
    const { email } = await shop.place(await one(), AWAIT_PO)
    expect(await live(email, 13, [6, 11])).toEqual(['11 Order W has expired'])
  })
})

describe('an invoice', () => {
  test('is reminded of a day and two weeks after it was due, once each', async () => {
    const { email } = await shop.place(await one())
    expect(await live(email, 60)).toEqual(['31 Invoice W is overdue', '44 Invoice W is overdue'])
  })

  test('is reminded of once after three days without the job, and by the latest step alone after weeks', async () => {
    const three = await shop.place(await one())
    expect(await live(three.email, 50, [29, 32])).toEqual(['32 Invoice W is overdue', '44 Invoice W is overdue'])
    await opened.db.delete(shopOrders)
    shop.clock.now = START
    const weeks = await shop.place(await one())
    expect(await live(weeks.email, 60, [20, 50])).toEqual(['50 Invoice W is overdue'])
  })

  test('that is paid is not reminded of', async () => {
    const { email, input } = await shop.place(await one())
    await opened.db.update(shopOrders).set({ state: 'paid' }).where(eq(shopOrders.id, input.id))
    expect(await live(email, 50)).toEqual([])
  })
})

test('a reminder waits for the end of the quiet hours on the clock of the seller', async () => {
  const { email } = await shop.place(await one())
  const at = (time: string) => instantAt(addDays(sellerDay(START), 31), time, DEFAULT_TIME_ZONE)
  expect(await runAt(at('00:00'))).toMatchObject({ overdueReminders: 0 })
  expect(await runAt(at('06:59'))).toMatchObject({ overdueReminders: 0 })
  expect(await runAt(at('07:00'))).toMatchObject({ overdueReminders: 1 })
  expect((await shop.subjectsTo(email)).at(-1)).toMatch(/is overdue$/)
})

test('many processes at once do each thing once', async () => {
  const placed = []
  for (let at = 0; at < 6; at += 1) placed.push(await shop.place(await one(), at % 2 === 0 ? AWAIT_PO : {}))
  const runs = await Promise.all(Array.from({ length: 8 }, () => runAt(START + 32 * DAY)))
  const sum = (name: keyof (typeof runs)[number]) => runs.reduce((all, run) => all + run[name], 0)
  expect([sum('expired'), sum('overdueReminders')]).toEqual([3, 3])
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
  expect(Object.values(done)).toEqual([0, 0, 0, 0])
})
