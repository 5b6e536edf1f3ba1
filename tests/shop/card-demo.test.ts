import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import { startCardDemo } from '#netlify/local/card-demo.ts'
import { seedWithPeople } from '#netlify/local/database.ts'
import type { PaymentContext } from '#src/domain/shop-payments/payment.ts'
import { requestRefund, sendRefund } from '#src/domain/shop-payments/refunds.ts'
import { sweepPayments } from '#src/domain/shop-payments/sweep-payments.ts'
import { stripePayments } from '#src/platform/stripe.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const DAY = 86_400_000
/** Nobody listens there: in these tests the provider is asked, and tells nothing by itself. */
const NOWHERE = 'http://127.0.0.1:9'

let opened: TestDb
let now = NOON
let context: () => PaymentContext
const stopping: (() => Promise<void>)[] = []
beforeAll(async () => {
  opened = await testDb()
  const registrationOrigin = 'https://register.uptime-workshops.example'
  await seedWithPeople(opened.db, { registrationOrigin, ownerEmail: undefined, ownerPassword: undefined }, NOON)
  const shutdown = { onStop: async (stop: () => Promise<void>) => void stopping.push(stop) }
  const settings = await startCardDemo({ noticeUrl: NOWHERE, db: opened.db, clock: () => now, shutdown })
  const provider = stripePayments(settings)
  context = () => ({ provider, now, tell: async () => {} })
})
afterAll(async () => {
  for (const stop of stopping) await stop()
  await opened.close()
})

const orderBy = async (number: string) =>
  (await opened.db.select().from(shopOrders).where(eq(shopOrders.number, number)))[0]

test('an order of the demo that was paid by card is refunded, and one that was refunded in part keeps that part', async () => {
  const refund = async (number: string, amountCents: number) => {
    const orderId = (await orderBy(number))?.id ?? ''
    const input = { id: randomUUID(), orderId, amountCents, reason: 'Damaged', putBack: false }
    await sendRefund(opened.db, context(), await requestRefund(opened.db, context(), input, { id: 'admin' }))
    return (await opened.db.select().from(shopRefunds).where(eq(shopRefunds.id, input.id)))[0]?.state
  }
  expect(await refund('W-78161301', 500)).toBe('succeeded')
  const inPart = await orderBy('W-34784691')
  const left = (inPart?.totalCents ?? 0) - 2_900
  expect(await refund('W-34784691', left)).toBe('succeeded')
  expect((await orderBy('W-34784691'))?.state).toBe('refunded')
})

test('a payment of the demo that nobody finishes ends, and its order with it', async () => {
  now = NOON + 2 * DAY
  const faults: unknown[] = []
  await sweepPayments(opened.db, context(), { timeLeft: () => 1, onFault: (fault) => faults.push(fault) })
  expect(faults).toEqual([])
  const order = await orderBy('W-70717355')
  expect(order?.state).toBe('expired')
  const payments = await opened.db
    .select()
    .from(shopPayments)
    .where(eq(shopPayments.orderId, order?.id ?? ''))
  expect(payments.map(({ state }) => state)).toEqual(['expired'])
})
