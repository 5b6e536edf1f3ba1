import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMode } from '#db/schema/operations.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments, shopProviderEvents } from '#db/schema/shop-payments.ts'
import { shopApi } from '#src/api/shop-api.ts'
import { forgetLevel } from '#src/api/site-level.ts'
import { startPayment } from '#src/domain/shop-payments/start-payment.ts'
import { NOON, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { startProvider, WEBHOOK_SECRET } from './provider-server.ts'
import { addOrder, addVariant } from './shop-rows.ts'

const PATH = '/api/shop/payment-notices'
const URLS = { successUrl: 'https://site.example/shop/order', cancelUrl: 'https://site.example/shop/cart' }
const SECOND = NOON / 1000

describe('notices of the payment provider (SH11)', () => {
  let opened: TestDb
  let server: Awaited<ReturnType<typeof startProvider>>
  let api: Awaited<ReturnType<typeof testApi>>
  const sent: { body: string; signature: string }[] = []
  beforeAll(async () => {
    opened = await testDb()
    server = await startProvider({
      clock: () => NOON,
      deliver: async (body, signature) => sent.push({ body, signature }),
    })
    api = await testApi({ area: shopApi(() => server.provider), db: opened.db, clock: () => NOON })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await opened.close()
  })
  beforeEach(() => {
    sent.length = 0
  })

  /** A paid session whose notice was not taken yet. */
  async function paidOrder() {
    const variantId = await addVariant(opened.db, 3)
    const orderId = await addOrder(opened.db, { variantId, placedAt: NOON })
    const url = await startPayment(opened.db, { provider: server.provider, now: NOON }, { orderId, ...URLS })
    await server.pay(url.split('/').at(-1) ?? '')
    const [notice] = sent
    if (!notice) throw new Error('No notice was sent')
    const stateOf = async () => (await opened.db.select().from(shopOrders).where(eq(shopOrders.id, orderId)))[0]?.state
    return { ...notice, orderId, stateOf }
  }

  const post = (body: string | Uint8Array<ArrayBuffer>, signature: string, headers: Record<string, string> = {}) =>
    api.request(PATH, { method: 'POST', body, headers: { 'Stripe-Signature': signature, ...headers } })
  const sign = (payload: string, secret: string, timestamp = SECOND) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

  test('count with their signature, without a cookie or an origin, and once', async () => {
    const { body, signature, stateOf } = await paidOrder()
    expect((await post(body, signature)).status).toBe(204)
    expect(await stateOf()).toBe('paid')
    const events = await opened.db.$count(shopProviderEvents)
    expect((await post(body, signature)).status).toBe(204)
    expect(await opened.db.$count(shopProviderEvents)).toBe(events)
    expect(await opened.db.$count(shopPayments, eq(shopPayments.state, 'paid'))).toBe(1)
  })

  test('that are forged, old, changed by a byte or without a signature change nothing', async () => {
    const { body, signature, stateOf } = await paidOrder()
    const forged = [
      [body, sign(body, 'whsec_other')],
      [body, sign(body, WEBHOOK_SECRET, SECOND - 301)],
      [`${body} `, signature],
      [body.replace('"livemode":false', '"livemode":true'), signature],
      [body, signature.replace('v1=', 'v0=')],
      [body, ''],
    ] as const
    for (const [given, header] of forged) expect((await post(given, header)).status).toBe(401)
    expect(await stateOf()).toBe('awaiting_payment')
    expect((await post(body, sign(body, WEBHOOK_SECRET, SECOND - 299))).status).toBe(204)
  })

  test('have a limit of their own, and what is signed and unknown is noted alone', async () => {
    expect((await post(new Uint8Array(256 * 1024 + 1), 'x')).status).toBe(413)
    const unknown = JSON.stringify({
      id: 'evt_other',
      object: 'event',
      created: SECOND,
      type: 'product.created',
      data: { object: {} },
    })
    expect((await post(unknown, sign(unknown, WEBHOOK_SECRET))).status).toBe(204)
    expect(await opened.db.$count(shopProviderEvents, eq(shopProviderEvents.id, 'evt_other'))).toBe(1)
  })

  test.each([1, 2, 3] as const)('are taken while the site is closed at level %i', async (level) => {
    const { body, signature, stateOf } = await paidOrder()
    await opened.db.update(siteMode).set({ level, reason: 'a test' })
    forgetLevel(opened.db)
    expect((await post(body, signature)).status).toBe(204)
    await opened.db.update(siteMode).set({ level: 0, reason: null })
    forgetLevel(opened.db)
    expect(await stateOf()).toBe('paid')
  })

  test('do not exist where the shop takes no cards', async () => {
    const without = await testApi({ area: shopApi(() => null), db: opened.db, clock: () => NOON })
    const answer = await without.request(PATH, { method: 'POST', body: '{}', headers: { 'Stripe-Signature': 'x' } })
    expect(answer.status).toBe(404)
  })
})
