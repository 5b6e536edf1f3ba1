import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import { handleNotice } from '#src/domain/shop-payments/notices.ts'
import type { PaymentContext } from '#src/domain/shop-payments/payment.ts'
import { requestRefund, sendRefund } from '#src/domain/shop-payments/refunds.ts'
import { startPayment } from '#src/domain/shop-payments/start-payment.ts'
import { sweepPayments } from '#src/domain/shop-payments/sweep-payments.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { startProvider } from './provider-server.ts'
import { sessionsOnly } from './shop-api.ts'
import { addOrder, addVariant } from './shop-rows.ts'

const MINUTE = 60_000
const URLS = { successUrl: 'https://site.example/shop/order', cancelUrl: 'https://site.example/shop/cart' }

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

/** An order by card, and a provider whose time and faults the test decides. */
async function setUp() {
  const { db } = opened
  const time = { now: Date.UTC(2027, 0, 11, 15) }
  const context = (): PaymentContext => ({ provider: server.provider, now: time.now, tell: async () => {} })
  const deliver = async (body: string, signature: string) => {
    const notice = await server.provider.readNotice(Buffer.from(body), signature, time.now)
    if (notice) await handleNotice(db, context(), notice)
  }
  const server = await startProvider({ clock: () => time.now, deliver })
  const orderId = await addOrder(db, { variantId: await addVariant(db, 1), placedAt: time.now })
  const sweep = () => sweepPayments(db, context(), { timeLeft: () => 1, onFault: (fault) => Promise.reject(fault) })
  const stateOf = async () => (await db.select().from(shopOrders).where(eq(shopOrders.id, orderId)))[0]?.state
  const press = () => startPayment(db, context(), { orderId, ...URLS })
  return { db, time, context, server, orderId, sweep, stateOf, press }
}

test('an error of the provider, which it answers with for a day, costs one try: the next one is another session', async () => {
  const { db, time, server, orderId, sweep, stateOf, press } = await setUp()
  await using _server = server
  server.faults.broken = 1
  await expect(press()).rejects.toMatchObject({ kind: 'unavailable' })
  server.faults.broken = 0
  const url = await press()
  expect(server.sessions.size).toBe(2)
  await server.pay(url.split('/').at(-1) ?? '')
  expect(await stateOf()).toBe('paid')
  // The session of the first try was opened, and nobody has its address: its end changes nothing.
  time.now += 40 * MINUTE
  await server.expireOld()
  await sweep()
  const payments = await db.select().from(shopPayments).where(eq(shopPayments.orderId, orderId))
  expect(payments.map(({ state }) => state).toSorted()).toEqual(['expired', 'paid'])
  expect(await stateOf()).toBe('paid')
})

test('a refund that was made although the provider answered with an error is not made again (SH10)', async () => {
  const { db, time, context, server, orderId, sweep, stateOf, press } = await setUp()
  await using _server = server
  await server.pay((await press()).split('/').at(-1) ?? '')
  Object.assign(server.faults, { broken: 1, lost: 1 })
  const input = { id: crypto.randomUUID(), orderId, amountCents: 1_000, reason: 'Damaged', putBack: false }
  const refund = await requestRefund(db, context(), input, { id: 'admin' })
  await expect(sendRefund(db, context(), refund)).rejects.toThrow()
  Object.assign(server.faults, { broken: 0, lost: 0 })
  time.now += 25 * 60 * MINUTE
  server.forgetKeys()
  await sweep()
  expect([...server.refunds.values()].map(({ amount }) => amount)).toEqual([1_000])
  const [stored] = await db.select().from(shopRefunds).where(eq(shopRefunds.id, input.id))
  expect(stored).toMatchObject({ state: 'succeeded', amountCents: 1_000 })
  expect(await stateOf()).toBe('paid')
})

const DAY = 24 * 60 * MINUTE

/** Payments of orders whose time was over by `until`. Resolves with the ids of the orders. */
async function addOverdue(count: number, state: 'open' | 'processing', until: number): Promise<string[]> {
  const variantId = await addVariant(opened.db, count)
  const orderIds: string[] = []
  for (let at = 0; at < count; at += 1) {
    const orderId = await addOrder(opened.db, { variantId, placedAt: until - DAY })
    const expiresAt = new Date(until - at)
    const session = { state, sessionId: `${state}-${orderId}`, sessionUrl: 'https://pay.example', expiresAt }
    await opened.db
      .insert(shopPayments)
      .values({ orderId, provider: 'stripe', attempt: 1, amountCents: 4_900, ...session })
    orderIds.push(orderId)
  }
  return orderIds
}

test.each(['answers that the money is on its way', 'does not answer'] as const)(
  'bank debits of which the provider %s keep no other payment from being closed, and each is asked about in turn (SH9)',
  async (says) => {
    const { db } = opened
    const now = Date.UTC(2027, 0, 11, 15)
    const debits = await addOverdue(60, 'processing', now - 2 * DAY)
    const [abandoned = ''] = await addOverdue(1, 'open', now - 60 * MINUTE)
    const asked: string[] = []
    const sessionOf = (id: string, status: 'complete' | 'expired') => {
      const money = { isPaid: false, hasFailed: false, intentId: null, amountCents: 4_900 }
      return { id, url: null, status, ...money, expiresAt: now, paymentId: null }
    }
    const provider = {
      ...sessionsOnly(() => Promise.reject(new Error('Not in this test'))),
      endSession: async (id: string) => sessionOf(id, 'expired'),
      readSession: async (id: string) => {
        asked.push(id)
        if (says === 'does not answer') throw new Error('Nobody answers')
        return sessionOf(id, 'complete')
      },
    }
    const context = { provider, now, tell: async () => {} }
    const sweep = () => sweepPayments(db, context, { timeLeft: () => 1, onFault: () => {} })
    await sweep()
    const [order] = await db.select().from(shopOrders).where(eq(shopOrders.id, abandoned))
    expect(order?.state).toBe('expired')
    await sweep()
    expect(new Set(asked)).toEqual(new Set(debits.map((id) => `processing-${id}`)))
    await db.delete(shopOrders).where(inArray(shopOrders.id, debits))
  },
)

test('fifty refunds that cannot be sent are reported as faults, and keep no other refund from being sent (SH10)', async () => {
  const { db, time, context, server, orderId, press } = await setUp()
  await using _server = server
  await server.pay((await press()).split('/').at(-1) ?? '')
  const unknown = await addOverdue(50, 'open', time.now)
  await db.update(shopPayments).set({ state: 'paid' }).where(inArray(shopPayments.orderId, unknown))
  const payments = await db.select().from(shopPayments).where(inArray(shopPayments.orderId, unknown))
  const refund = { amountCents: 100, state: 'requested', reason: 'Damaged', askedBy: 'system' } as const
  const createdAt = new Date(time.now - DAY)
  await db
    .insert(shopRefunds)
    .values(payments.map(({ id }) => ({ ...refund, id: crypto.randomUUID(), paymentId: id, createdAt })))
  const input = { id: crypto.randomUUID(), orderId, amountCents: 1_000, reason: 'Damaged', putBack: false }
  await requestRefund(db, context(), input, { id: 'admin' })
  await db
    .update(shopRefunds)
    .set({ createdAt: new Date(time.now) })
    .where(eq(shopRefunds.id, input.id))
  time.now += DAY
  const faults: unknown[] = []
  const sweep = () => sweepPayments(db, context(), { timeLeft: () => 1, onFault: (fault) => faults.push(fault) })
  await sweep()
  expect(faults).toHaveLength(50)
  await sweep()
  const [stored] = await db.select().from(shopRefunds).where(eq(shopRefunds.id, input.id))
  expect(stored?.state).toBe('succeeded')
})
