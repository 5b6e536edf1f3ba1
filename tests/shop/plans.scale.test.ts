import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { readDashboard } from '#src/domain/dashboard/read-dashboard.ts'
import { planEvent } from '#src/domain/mail-plan/advance.ts'
import { ORDERS as PLANNED_ORDERS } from '#src/domain/mail-plan/scope.ts'
import { countOrders } from '#src/domain/shop-orders/count-orders.ts'
import { listOrders } from '#src/domain/shop-orders/list-orders.ts'
import { readOrderDetail } from '#src/domain/shop-orders/order-detail.ts'
import { listOrderLinks, mailNewLinks } from '#src/domain/shop-orders/order-links.ts'
import { countPickups, readPickupList } from '#src/domain/shop-orders/pickup-list.ts'
import { listPickupPlaces } from '#src/domain/shop-orders/pickup-places.ts'
import { placeOrder } from '#src/domain/shop-orders/place-order.ts'
import { quoteCart, readStockNow } from '#src/domain/shop-orders/price-cart.ts'
import { runShopJobs } from '#src/domain/shop-orders/shop-jobs.ts'
import { isSweepDue, sweepPayments } from '#src/domain/shop-payments/sweep-payments.ts'
import { readShop } from '#src/domain/shop-products/read-shop.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'
import { withoutTimeouts } from '#tests/support/many-amounts.ts'
import { orderOf, START } from './shop-api.ts'

const ORDERS = 100_000
const VARIANTS = 2_000
/** Rows that one step of a plan may look at. */
const MOST = 2_500

let explaining: ExplainingDb
let stop: () => Promise<void>
let eventId: string
beforeAll(async () => {
  const { url, close } = await testDb()
  explaining = explainingDb(url)
  stop = () => explaining.close().then(close)
  eventId = await addEvent(explaining.db, 'full', { isPublished: true })
  const filling = openDb(withoutTimeouts(url), { max: 1, answerWithin: 0 })
  for (const statement of fill(eventId)) await filling.db.execute(statement)
  await filling.close()
}, 240_000)
afterAll(() => stop())

const id = (prefix: string, n: string) =>
  sql.raw(`(lpad('${prefix}', 8, '0') || '-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`)

/** Mostly orders of the past; of 200 one waits for its PO, one is short, two are invoiced, and one is picked up at the event. */
function fill(event: string) {
  const at = sql.raw(`timestamptz '2026-12-01 12:00Z' - n * interval '5 minutes'`)
  return [
    sql`insert into shop_products (id, slug, title, kind, summary, description, description_html, is_active, display_order)
      select ${id('a', 'n')}, 'product-' || n, 'Product ' || n, 'aid', 'A card', 'A card', '<p>A card</p>', true, n from generate_series(1, ${VARIANTS}) n`,
    sql`insert into shop_variants (id, product_id, sku, price_cents, on_hand, display_order)
      select ${id('b', 'n')}, ${id('a', 'n')}, 'SKU-' || n, 2500, 500, 1 from generate_series(1, ${VARIANTS}) n`,
    sql`insert into shop_orders (id, number, state, fulfillment, pay_by, buyer_name, email, email_key, company, po_number, delivery,
        event_id, ship_to, subtotal_cents, shipping_cents, tax_cents, total_cents, tax_basis_points, placed_at, po_due_at, due_on)
      select ${id('c', 'n')}, 'W-' || (10000000 + n * 7), state, case when state in ('invoiced', 'short', 'awaiting_po') then 'open' else 'shipped' end,
        case when n % 50 = 0 then 'card' else 'invoice' end, 'Buyer ' || n, 'buyer-' || n % 5000 || '@plant.example', 'buyer-' || n % 5000 || '@plant.example',
        'Plant ' || n % 900, 'PO-' || n, case when n % 200 = 5 then 'pickup' else 'ship' end,
        case when n % 200 = 5 then ${event}::uuid end, case when n % 200 = 5 then null else '{}'::jsonb end, 5000, 0, 0, 5000, 0, ${at},
        case when state = 'awaiting_po' then ${at} + interval '400 days' end, case when state = 'invoiced' then date '2027-01-01' end
      from (select n, case n % 200 when 0 then 'awaiting_po' when 1 then 'short' when 2 then 'invoiced' when 3 then 'invoiced' else 'paid' end as state
        from generate_series(1, ${ORDERS}) n) made`,
    sql`insert into shop_order_lines (id, order_id, variant_id, sku, title, label, kind, is_taxed, unit_cents, quantity, display_order)
      select gen_random_uuid(), ${id('c', 'n')}, ${id('b', `(n * k) % ${VARIANTS} + 1`)}, 'SKU', 'Product', '', 'aid', true, 2500, 1, k
      from generate_series(1, ${ORDERS}) n, generate_series(1, 2) k`,
    sql`insert into shop_payments (id, order_id, provider, attempt, amount_cents, state, session_id, intent_id, expires_at)
      select ${id('d', 'n')}, ${id('c', 'n')}, 'stripe', 1, 5000, case when n % 2000 = 50 then 'open' else 'paid' end, 'cs_' || n, 'pi_' || n, ${at}
      from generate_series(50, ${ORDERS}, 50) n`,
    sql`insert into shop_refunds (id, payment_id, amount_cents, state, reason, asked_by, created_at, updated_at)
      select ${id('e', 'n')}, ${id('d', 'n')}, 100, case n % 10000 when 100 then 'pending' when 200 then 'failed' else 'succeeded' end, 'Damaged', 'admin', ${at}, ${at}
      from generate_series(100, ${ORDERS}, 100) n where n % 2000 <> 50`,
    sql`insert into shop_holds (order_id, variant_id, quantity, expires_at)
      select ${id('c', 'n')}, ${id('b', `n % ${VARIANTS} + 1`)}, 1, now() + interval '9 years' from generate_series(200, ${ORDERS}, 200) n`,
    sql`insert into link_tokens (hash, purpose, subject_id, payload, expires_at)
      select md5(n::text), 'shop-order', ${id('c', 'n')}::text, '{"id":"x","note":"a","by":"order"}', now() + interval '9 years' from generate_series(1, ${ORDERS}) n`,
    sql`vacuum analyze`,
  ]
}

/** What of the questions reads a big table through, or looks at more rows than it should. */
async function getFaults(work: () => Promise<unknown>): Promise<string[]> {
  const steps = (await explaining.explain(work)).flatMap(({ steps: all }) => all)
  expect(steps.length).toBeGreaterThan(0)
  return steps
    .filter(
      ({ kind, table = '', rows }) =>
        rows > MOST || (kind === 'Seq Scan' && /^(shop_|link_)/.test(table) && rows > 100),
    )
    .map(({ kind, table, index, rows }) => `${kind} ${table ?? ''} ${index ?? ''}: ${rows} rows`)
}

const DEEP = [Date.parse('2026-03-01T00:00:00Z') * 1000, '00000000-0000-4000-8000-000000000000'] as const
test.each([
  {},
  { state: 'paid' as const },
  { state: 'short' as const },
  { state: 'refunded' as const },
  { fulfillment: 'shipped' as const },
  { fulfillment: 'ready' as const },
  { payBy: 'card' as const },
  { state: 'invoiced' as const, payBy: 'invoice' as const },
  { due: 'overdue' as const },
  { needs: 'ready' as const },
  { needs: 'pickup' as const },
  { needs: 'refund' as const },
  { q: 'W-10000014' },
  { q: 'nothing like it' },
  { q: 'plant 17' },
  { after: DEEP },
  { after: DEEP, state: 'paid' as const },
])('the list by %j is read from an index', async (filter) => {
  expect(await getFaults(() => listOrders(explaining.db, { limit: 50, ...filter }, START))).toEqual([])
})

test('the orders of an event, its list of pick-ups and their number are read from an index', async () => {
  const { db } = explaining
  expect(await getFaults(() => listOrders(db, { limit: 50, event: eventId }, START))).toEqual([])
  expect(await getFaults(() => readPickupList(db, eventId))).toEqual([])
  expect(await getFaults(() => countPickups(db, eventId))).toEqual([])
})

test('one order, its links and the links of an address are found by an index', async () => {
  const { db } = explaining
  const orderId = '0000000c-0000-4000-8000-000000000777'
  expect(await getFaults(() => readOrderDetail(db, orderId, START))).toEqual([])
  expect(await getFaults(() => listOrderLinks(db, orderId, START))).toEqual([])
  expect(await getFaults(() => mailNewLinks(db, 'buyer-777@plant.example', { site: SITE, now: START }))).toEqual([])
})

test('a cart, its stock and an order read their own variants alone', async () => {
  const { db } = explaining
  const lines = [5, 9, 1_999].map((n) => ({
    variantId: `0000000b-0000-4000-8000-${String(n).padStart(12, '0')}`,
    quantity: 1,
  }))
  const ids = lines.map(({ variantId }) => variantId)
  expect(await getFaults(() => quoteCart(db, { lines, delivery: 'ship' }, { now: START, isCardOn: false }))).toEqual([])
  expect(await getFaults(() => readStockNow(db, ids, START))).toEqual([])
  expect(await getFaults(() => listPickupPlaces(db, START))).toEqual([])
  const { totalCents } = await quoteCart(db, { lines, delivery: 'ship' }, { now: START, isCardOn: false })
  const context = { actor: { id: 'test' }, site: SITE, now: START }
  expect(await getFaults(() => placeOrder(db, orderOf(lines, totalCents), context))).toEqual([])
})

test('the sweep of payments finds what is due by an index, and the catalog is read whole in one pass', async () => {
  const { db } = explaining
  expect(await getFaults(() => isSweepDue(db, START))).toEqual([])
  const refuse = () => Promise.reject(new Error('Nobody answers'))
  const provider = {
    ...{ openSession: refuse, readSession: refuse, findSession: refuse, endSession: refuse, refund: refuse },
    ...{ listRefunds: refuse, readNotice: refuse },
  }
  const context = { provider, now: START, tell: async () => {} }
  let faults = 0
  const sweep = () => sweepPayments(db, context, { timeLeft: () => 5_000, onFault: () => (faults += 1) })
  expect(await getFaults(sweep)).toEqual([])
  expect(faults).toBeGreaterThan(0)
  const { products } = await readShop(db)
  expect(products).toHaveLength(VARIANTS)
})

test('the dashboard counts what is open, and the job looks for what is due', async () => {
  const { db } = explaining
  expect(await getFaults(() => countOrders(db, START))).toEqual([])
  expect((await readDashboard(db, { isAdmin: true, now: START })).shop).toMatchObject({
    toMakeReady: 1_001,
    short: 500,
  })
  expect(await getFaults(() => runShopJobs(db, { site: SITE, now: START, timeLeft: () => 5_000 }))).toEqual([])
})

test('the planner of reminders reads the open orders alone', async () => {
  const { db } = explaining
  let planned = 0
  const work = async () => {
    planned = (await planEvent(db, PLANNED_ORDERS, START)).mails.length
  }
  expect(await getFaults(work)).toEqual([])
  // One for each order without a PO number and two for each invoice, of which an earlier test has placed one.
  expect(planned).toBe(500 + 2 * 1_001)
})
