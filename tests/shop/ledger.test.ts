import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments, shopRefunds } from '#db/schema/shop-payments.ts'
import type { PaymentProvider } from '#src/contract/payment-provider.ts'
import { lockOrder, moveOrder } from '#src/domain/shop-orders/order-row.ts'
import { releaseHolds } from '#src/domain/shop-orders/stock.ts'
import { handleNotice } from '#src/domain/shop-payments/notices.ts'
import type { PaymentContext } from '#src/domain/shop-payments/payment.ts'
import { requestRefund, sendRefund } from '#src/domain/shop-payments/refunds.ts'
import { startPayment } from '#src/domain/shop-payments/start-payment.ts'
import { sweepPayments } from '#src/domain/shop-payments/sweep-payments.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { startProvider } from './provider-server.ts'
import { addOrder, addVariant } from './shop-rows.ts'

const BUYERS = 200
const PIECES = 7
const MINUTE = 60_000
const URLS = { successUrl: 'https://site.example/shop/order', cancelUrl: 'https://site.example/shop/cart' }

let database: TestDb
beforeAll(async () => {
  database = await testDb()
})
afterAll(() => database.close())

class Killed extends Error {
  override name = 'Killed'
}

/** Numbers that look drawn and are the same for each seed. (mulberry32) */
function draws(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The process ends before or after a step: what was committed or sent stays, and nothing follows it. */
async function maybeKilled<T>(random: () => number, share: number, step: () => Promise<T>): Promise<T> {
  if (random() < share) throw new Killed()
  const done = await step()
  if (random() < share) throw new Killed()
  return done
}

function killableDb(db: Db, random: () => number, share: number): Db {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'transaction') return value.bind(target)
      return (...given: unknown[]) =>
        maybeKilled(random, share, () => Reflect.apply(value, target, given) as Promise<unknown>)
    },
  })
}

function killableProvider(provider: PaymentProvider, random: () => number, share: number): PaymentProvider {
  const dying = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
    return (...args: Args) => maybeKilled(random, share, () => call(...args))
  }
  const { openSession, readSession, findSession, endSession, refund, listRefunds, readNotice } = provider
  return {
    openSession: dying(openSession),
    readSession: dying(readSession),
    findSession: dying(findSession),
    endSession: dying(endSession),
    refund: dying(refund),
    listRefunds: dying(listRefunds),
    readNotice,
  }
}

/**
 * What a run of the test did, so that it is seen to have met what it is about. `late` are notices of a payment that came when its session
 * would have been over.
 */
type Counts = { killed: number; sold: number; refunded: number; late: number; sessions: number; notices: number }

async function play(seed: number): Promise<Counts> {
  const { db } = database
  const random = draws(seed)
  let now = Date.UTC(2027, 0, 11, 15)
  const counts: Counts = { killed: 0, sold: 0, refunded: 0, late: 0, sessions: 0, notices: 0 }
  const context = (share: number): { db: Db; context: PaymentContext } => ({
    db: killableDb(db, random, share),
    context: { provider: killableProvider(server.provider, random, share), now, tell: async () => {} },
  })
  const alive = async (step: () => Promise<unknown>) => {
    await step().catch((fault: unknown) => {
      if (fault instanceof Killed) counts.killed += 1
    })
  }
  let deathRate = 0.05
  const take = async (body: string, signature: string) => {
    counts.notices += 1
    const notice = await server.provider.readNotice(Buffer.from(body), signature, now)
    if (!notice) throw new Error('A signed notice was not taken')
    if (notice.about === 'session' && server.sessions.get(notice.sessionId)?.status === 'complete')
      counts.late += Number(Number(server.sessions.get(notice.sessionId)?.expires_at) * 1000 < now)
    const dying = context(deathRate)
    await alive(() => handleNotice(dying.db, dying.context, notice))
  }
  const faults = { duplicated: 0.3, held: 0.3, lost: 0.15, broken: 0.05, delayed: 0.2, random }
  await using server = await startProvider({ clock: () => now, deliver: take, faults })

  const variantId = await addVariant(db, PIECES)
  const orders = await Promise.all(Array.from({ length: BUYERS }, () => addOrder(db, { variantId, placedAt: now })))
  const buy = async (orderId: string) => {
    for (let press = 0; press < 3; press += 1) {
      const dying = context(0.08)
      await alive(async () => {
        const url = await startPayment(dying.db, dying.context, { orderId, ...URLS })
        // Some think better of it, and pay all the same on the page that is still open in another tab.
        if (random() < 0.4) await cancel(db, orderId)
        // Some go away, some pay at once, some after the time that the session has.
        if (random() < 0.6) await server.pay(url.split('/').at(-1) ?? '')
      })
      now += Math.floor(random() * 2) * 1_000
    }
    if (random() < 0.3) await alive(() => cancel(db, orderId))
  }
  for (let first = 0; first < BUYERS; first += 20) {
    await Promise.all(orders.slice(first, first + 20).map(buy))
    if (random() < 0.5) now += Math.floor(random() * 12) * MINUTE
    await server.expireOld()
    if (random() < 0.5) await server.deliverHeld()
    const dying = context(0.05)
    await alive(() => sweepPayments(dying.db, dying.context, { timeLeft: () => 1, onFault: () => counts.killed++ }))
  }
  for (const session of server.sessions.values()) await server.finishDelayed(session.id, random() < 0.7)
  server.faults.broken = 0
  const settleAll = async () => {
    now += 40 * MINUTE
    await server.expireOld()
    await server.deliverHeld()
    await sweepPayments(db, context(0).context, {
      timeLeft: () => 1,
      onFault: (fault) => {
        throw fault
      },
    })
  }
  for (let round = 0; round < 6; round += 1) await settleAll()

  // Whatever went wrong, what was not sold is still for sale: on a good day, the next buyers get each piece that is left.
  Object.assign(server.faults, { duplicated: 0, held: 0, lost: 0, delayed: 0 })
  deathRate = 0
  const last = await Promise.all(Array.from({ length: PIECES }, () => addOrder(db, { variantId, placedAt: now })))
  for (const orderId of last) {
    const url = await startPayment(db, context(0).context, { orderId, ...URLS }).catch(() => '')
    await server.pay(url.split('/').at(-1) ?? '')
  }
  for (let round = 0; round < 2; round += 1) await settleAll()
  await expectLedger(db, { orders: [...orders, ...last], variantId, server, counts })
  return counts
}

/** The buyer cancels while a payment may be under way: the worst case, in which nobody asked the provider first. */
async function cancel(db: Db, orderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.state !== 'awaiting_payment') return
    await releaseHolds(tx, orderId)
    await moveOrder(tx, order, { to: 'cancelled', verb: 'cancel', actor: { id: 'buyer' } })
  })
}

type Played = {
  orders: string[]
  variantId: string
  server: Awaited<ReturnType<typeof startProvider>>
  counts: Counts
}

async function expectLedger(db: Db, { orders, variantId, server, counts }: Played): Promise<void> {
  const rows = await db.select().from(shopOrders).where(inArray(shopOrders.id, orders))
  const payments = await db.select().from(shopPayments).where(inArray(shopPayments.orderId, orders))
  const ids = payments.map(({ id }) => id)
  const refunds = await db.select().from(shopRefunds).where(inArray(shopRefunds.paymentId, ids))
  const sold = rows.filter(({ state }) => state === 'paid').length
  const [variant] = await db.select().from(shopVariants).where(eq(shopVariants.id, variantId))
  const holds = await db.select().from(shopHolds).where(eq(shopHolds.variantId, variantId))

  expect(sold).toBe(PIECES)
  expect(variant?.onHand).toBe(0)
  expect(holds).toEqual([])

  const paid = payments.filter(({ state }) => state === 'paid')
  const taken = [...server.sessions.values()].filter(({ payment_status }) => payment_status === 'paid')
  expect(paid.map(({ sessionId }) => sessionId).toSorted()).toEqual(taken.map(({ id }) => id).toSorted())
  const waiting = payments.filter(({ state }) => state === 'starting' || state === 'open' || state === 'processing')
  expect(waiting).toEqual([])

  const back = refunds.filter(({ state }) => state === 'succeeded')
  const made = [...server.refunds.values()]
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  expect(refunds.filter(({ state }) => state !== 'succeeded')).toEqual([])
  expect(sum(back.map(({ amountCents }) => amountCents))).toBe(sum(made.map(({ amount }) => amount)))
  expect(sum(paid.map(({ amountCents }) => amountCents))).toBe(sum(taken.map(({ amount_total }) => amount_total ?? 0)))

  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  for (const payment of paid) {
    const isBack = payment.refundedCents === payment.amountCents
    const state = stateOf.get(payment.orderId) ?? 'expired'
    expect(isBack || state === 'paid' || state === 'short', `${state} and ${payment.refundedCents} back`).toBe(true)
  }
  expect(rows.filter(({ state }) => state === 'awaiting_payment')).toEqual([])
  counts.sold += sold
  counts.refunded += back.length
  counts.sessions += server.sessions.size
}

const RUNS = atScale(2, 20)

test(
  `${BUYERS} buyers, ${PIECES} pieces: no piece is sold twice and every payment is an order or a refund (SH9)`,
  async () => {
    const all: Counts[] = []
    for (let seed = 1; seed <= RUNS; seed += 1) all.push(await play(seed))
    const total = (name: keyof Counts) => all.reduce((sum, counts) => sum + counts[name], 0)
    expect(total('killed')).toBeGreaterThan(RUNS * 10)
    expect(total('sold')).toBe(RUNS * PIECES)
    expect(total('refunded')).toBeGreaterThan(0)
    // Two runs may have none by chance.
    expect(total('late')).toBeGreaterThanOrEqual(atScale(0, 1))
    if (process.env.SHOW_COUNTS) {
      console.info(
        Object.fromEntries(
          ['killed', 'sold', 'refunded', 'late', 'sessions', 'notices'].map((name) => [
            name,
            total(name as keyof Counts),
          ]),
        ),
      )
    }
  },
  RUNS * 60_000,
)

test('refunds in parallel never exceed the payment, one that fails later gives its amount back (SH10)', async () => {
  const { db } = database
  let now = Date.UTC(2027, 0, 11, 15)
  const context = (): PaymentContext => ({ provider: server.provider, now, tell: async () => {} })
  const take = async (body: string, signature: string) => {
    const notice = await server.provider.readNotice(Buffer.from(body), signature, now)
    if (notice) await handleNotice(db, context(), notice)
  }
  await using server = await startProvider({ clock: () => now, deliver: take })
  const variantId = await addVariant(db, PIECES)
  const orderId = await addOrder(db, { variantId, placedAt: now })
  const url = await startPayment(db, context(), { orderId, ...URLS })
  await server.pay(url.split('/').at(-1) ?? '')

  const actor = { id: crypto.randomUUID() }
  const ask = async (amountCents: number) => {
    const input = { id: crypto.randomUUID(), orderId, amountCents, reason: 'Damaged', putBack: false }
    const refund = await requestRefund(db, context(), input, actor)
    await sendRefund(db, context(), refund)
  }
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask(1_000)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect([...server.refunds.values()].reduce((sum, { amount }) => sum + amount, 0)).toBe(4_000)
  await ask(900)
  const stateOf = async () => (await db.select().from(shopOrders).where(eq(shopOrders.id, orderId)))[0]?.state
  expect(await stateOf()).toBe('refunded')

  now += 2 * 24 * 60 * MINUTE
  const [first] = [...server.refunds.keys()]
  await server.failRefund(first ?? '')
  expect(await stateOf()).toBe('paid')
  await ask(1_000)
  expect(await stateOf()).toBe('refunded')
})
