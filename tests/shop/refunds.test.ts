import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outbox } from '#db/schema/security.ts'
import { shopVariants } from '#db/schema/shop.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { shopApi } from '#src/api/shop-api.ts'
import { PaymentRefused } from '#src/contract/payment-provider.ts'
import { STATE_REFUSED } from '#src/contract/shop-order.ts'
import type { OrderDetail } from '#src/contract/shop-order-admin.ts'
import { actOnOrder } from '#src/domain/shop-orders/act-on-order.ts'
import { countOrders } from '#src/domain/shop-orders/count-orders.ts'
import { listOrders } from '#src/domain/shop-orders/list-orders.ts'
import { requestRefund, sendRefund } from '#src/domain/shop-payments/refunds.ts'
import { startPayment } from '#src/domain/shop-payments/start-payment.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { storedViewer } from '#tests/admin/calls/caller.ts'
import { getVisit, NOON, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { startProvider } from './provider-server.ts'
import { addOrder, addVariant } from './shop-rows.ts'

const AT = '/api/admin/order-refunds'
const URLS = { successUrl: 'https://site.example/shop/order', cancelUrl: 'https://site.example/shop/cart' }
const MINUTE = 60_000

let opened: TestDb
let server: Awaited<ReturnType<typeof startProvider>>
let api: Awaited<ReturnType<typeof testApi>>
let authenticatedAt = NOON
beforeAll(async () => {
  opened = await testDb()
  const deliver = (body: string, signature: string) =>
    api.request('/api/shop/payment-notices', { method: 'POST', body, headers: { 'Stripe-Signature': signature } })
  server = await startProvider({ clock: () => NOON, deliver, faults: { duplicated: 1 } })
  const viewer = await storedViewer(opened.db, 'admin')
  const readVisit = async () => ({ ...getVisit(viewer), authenticatedAt })
  api = await testApi({ area: shopApi(() => server.provider), db: opened.db, clock: () => NOON, readVisit })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await opened.close()
})

/** An order of 49 dollars that was paid by card, or by a check. */
async function paidOrder(by: 'card' | 'check') {
  const orderId = await addOrder(opened.db, { variantId: await addVariant(opened.db, 3), placedAt: NOON })
  const email = `${randomUUID()}@plant.example`
  await opened.db.update(shopOrders).set({ email }).where(eq(shopOrders.id, orderId))
  if (by === 'card') {
    const url = await startPayment(opened.db, { provider: server.provider, now: NOON }, { orderId, ...URLS })
    await server.pay(url.split('/').at(-1) ?? '')
  } else {
    const check = { provider: 'manual', attempt: 1, amountCents: 4_900, state: 'paid', note: 'Check 1' } as const
    await opened.db.insert(shopPayments).values({ orderId, ...check })
    await opened.db.update(shopOrders).set({ state: 'paid' }).where(eq(shopOrders.id, orderId))
  }
  const refund = (amountCents: number, reason: string, id = randomUUID()) =>
    api.post(AT, { id, orderId, amountCents, reason, putBack: false })
  const mails = async () =>
    (await opened.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt)))
      .filter(({ subject }) => subject?.startsWith('Refund'))
      .map(({ textBody }) => /In all, (\S+) of[^>]*> (.*)/.exec(textBody ?? '')?.slice(1))
  return { orderId, refund, mails }
}

test.each(['card', 'check'] as const)(
  'a refund in part of what was paid by %s is mailed once with its reason, and the rest with its own',
  async (by) => {
    const { refund, mails } = await paidOrder(by)
    const id = randomUUID()
    const first: OrderDetail = await (await refund(1_000, 'A corner was bent', id)).json()
    expect(first).toMatchObject({ state: 'paid', refundedCents: 1_000, refunds: [{ state: 'succeeded' }] })
    await refund(1_000, 'A corner was bent', id)
    expect(await mails()).toEqual([['$10.00', 'A corner was bent']])
    const whole: OrderDetail = await (await refund(3_900, 'Not needed')).json()
    expect(whole).toMatchObject({ state: 'refunded', refundedCents: 4_900 })
    expect(await mails()).toEqual(
      expect.arrayContaining([
        ['$10.00', 'A corner was bent'],
        ['$49.00', 'Not needed'],
      ]),
    )
  },
)

test('a refund that fails days later is on the dashboard until another one is made', async () => {
  const { refund, orderId } = await paidOrder('card')
  const counted = async () => (await countOrders(opened.db, NOON)).failedRefunds
  const listed = async () =>
    (await listOrders(opened.db, { limit: 5, needs: 'refund' }, NOON)).items.map(({ id }) => id)
  await refund(1_000, 'A corner was bent')
  expect(await counted()).toBe(0)
  await server.failRefund([...server.refunds.keys()].at(-1) ?? '')
  expect([await counted(), await listed()]).toEqual([1, [orderId]])
  await refund(1_000, 'A corner was bent')
  expect([await counted(), await listed()]).toEqual([0, []])
})

test('a refund needs a recent authentication, a reason, and no more than is left', async () => {
  const { refund, mails } = await paidOrder('card')
  const statusOf = async (asked: Promise<Response>) => (await asked).status
  expect(await statusOf(refund(5_000, 'Too much'))).toBe(400)
  expect(await statusOf(refund(100, ''))).toBe(400)
  authenticatedAt = NOON - 11 * MINUTE
  const answer = await refund(100, 'A corner was bent')
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'step_up' }])
  authenticatedAt = NOON
  expect(await mails()).toEqual([])
})

/** An order of one piece that was paid by card, of a product of which `onHand` pieces were there; with `isShort`, none is left for it. */
async function paidPiece(onHand: number, isShort = false) {
  const { db } = opened
  const variantId = await addVariant(db, onHand)
  const orderId = await addOrder(db, { variantId, placedAt: NOON })
  const url = await startPayment(db, { provider: server.provider, now: NOON }, { orderId, ...URLS })
  const setStock = (pieces: number) =>
    db.update(shopVariants).set({ onHand: pieces }).where(eq(shopVariants.id, variantId))
  if (isShort) await setStock(0)
  await server.pay(url.split('/').at(-1) ?? '')
  const refund = (putBack: boolean) =>
    api.post(AT, { id: randomUUID(), orderId, amountCents: 4_900, reason: 'Not needed', putBack })
  const failLast = () => server.failRefund([...server.refunds.keys()].at(-1) ?? '')
  const now = async () => {
    const [order] = await db.select().from(shopOrders).where(eq(shopOrders.id, orderId))
    const [variant] = await db.select().from(shopVariants).where(eq(shopVariants.id, variantId))
    return [order?.state, variant?.onHand]
  }
  return { orderId, refund, failLast, setStock, now }
}

test('a refund that put a piece back and fails takes it again, so that the next one does not make a piece', async () => {
  const { refund, failLast, now } = await paidPiece(3)
  expect(await now()).toEqual(['paid', 2])
  await refund(true)
  expect(await now()).toEqual(['refunded', 3])
  await failLast()
  expect(await now()).toEqual(['paid', 2])
  await refund(true)
  expect(await now()).toEqual(['refunded', 3])
})

test('a refund that left the pieces with the buyer and fails takes none again', async () => {
  const { refund, failLast, now } = await paidPiece(3)
  await refund(false)
  await failLast()
  expect(await now()).toEqual(['paid', 2])
})

test('an order whose refund fails is short if its piece is gone by then, and has none that could be put back', async () => {
  const { refund, failLast, setStock, now } = await paidPiece(1)
  await refund(true)
  await setStock(0)
  await failLast()
  expect(await now()).toEqual(['short', 0])
  expect((await refund(true)).status).toBe(400)
  await refund(false)
  expect(await now()).toEqual(['refunded', 0])
})

test('an order that never had its piece is short again if its refund fails', async () => {
  const { refund, failLast, now } = await paidPiece(1, true)
  expect(await now()).toEqual(['short', 0])
  await refund(false)
  await failLast()
  expect(await now()).toEqual(['short', 0])
  expect((await refund(true)).status).toBe(400)
})

test('goods that a refund put back cannot be sent while the provider has not answered, and are taken again if it refuses', async () => {
  const { orderId, now } = await paidPiece(1)
  const { db } = opened
  const input = { id: randomUUID(), orderId, amountCents: 4_900, reason: 'Not needed', putBack: true }
  const context = { provider: server.provider, now: NOON, tell: async () => {} }
  const requested = await requestRefund(db, context, input, { id: 'admin' })
  expect(await now()).toEqual(['paid', 1])
  const [order] = await db.select().from(shopOrders).where(eq(shopOrders.id, orderId))
  const handOver = { act: 'handed_over', version: order?.version ?? 0 } as const
  const sent = actOnOrder(db, orderId, handOver, { actor: { id: 'admin' }, site: SITE, now: NOON })
  await expect(sent).rejects.toMatchObject({ kind: 'conflict', message: STATE_REFUSED })
  const refuse = () => Promise.reject(new PaymentRefused('The charge is disputed'))
  await sendRefund(db, { ...context, provider: { ...server.provider, refund: refuse } }, requested)
  expect(await now()).toEqual(['paid', 0])
})
