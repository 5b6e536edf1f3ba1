import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outbox } from '#db/schema/security.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { shopApi } from '#src/api/shop-api.ts'
import type { OrderDetail } from '#src/contract/shop-order-admin.ts'
import { countOrders } from '#src/domain/shop-orders/count-orders.ts'
import { listOrders } from '#src/domain/shop-orders/list-orders.ts'
import { startPayment } from '#src/domain/shop-payments/start-payment.ts'
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
