import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkTokens } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { auditPending } from '#db/schema/site.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import {
  CARD_OFF,
  NOT_SOLD,
  ORDER_TOO_LARGE,
  OTHER_ORDER,
  OUT_OF_STOCK,
  PICKUP_CLOSED,
  PO_REQUIRED,
  PRICE_CHANGED,
  SHOP_CLOSED,
  TOO_MANY_WAITING,
} from '#src/contract/shop-order.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { problemOf } from '#tests/support/api.ts'
import { countDeadlocks, type TestDb, testDb } from '#tests/support/database.ts'
import { ADDRESS, addVariant, DAY, openShop, orderOf, START, setShop, tokenIn } from './shop-api.ts'

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
})
afterAll(() => opened.close())
beforeEach(async () => {
  shop.clock.now = START
  await setShop(opened.db)
})

const buyer = () => `${randomUUID()}@plant.example`
/** Everything that an order leaves behind. */
const countAll = () =>
  Promise.all(
    [shopOrders, shopOrderLines, shopHolds, outbox, linkTokens, auditPending].map((table) => opened.db.$count(table)),
  )
/** The refusal of an order, which leaves nothing behind. */
const refuse = async (input: unknown) => {
  const before = await countAll()
  const problem = await problemOf(await shop.call('orders', input))
  expect(await countAll()).toEqual(before)
  return problem
}

describe('the server prices every line', () => {
  test('by the catalog and the setting, whatever the browser thinks (SH2)', async () => {
    await setShop(opened.db, { shipping_cents: 1_200, tax_basis_points: 825 })
    const taxed = await addVariant(opened.db, { priceCents: 1_999 })
    const free = await addVariant(opened.db, { kind: 'book', priceCents: 3_050, isTaxed: false })
    const lines = [
      { variantId: taxed, quantity: 3 },
      { variantId: free, quantity: 1 },
    ]
    const quote = await shop.quote(lines)
    // 3 × 19.99 = 59.97, of which 8.25 % are 4.947525
    expect(quote).toMatchObject({ subtotalCents: 9_047, shippingCents: 1_200, taxCents: 495, totalCents: 10_742 })
    const { input, answer, token } = await shop.place(lines)
    expect(answer.status).toBe(201)
    expect(await shop.look(token)).toMatchObject({
      ...{ state: 'invoiced', subtotalCents: 9_047, shippingCents: 1_200, taxCents: 495, totalCents: 10_742 },
      ...{ poNumber: 'PO-4711', dueOn: '2026-12-31', taxBasisPoints: 825 },
    })
    expect((await shop.stored(input.id)).number).toMatch(/^W-\d{8}$/)
    expect([await shop.onHand(taxed), await shop.onHand(free)]).toEqual([7, 9])
  })

  test('shipping is free from a subtotal on, for vouchers and for pick-up', async () => {
    await setShop(opened.db, { shipping_cents: 900, free_shipping_from_cents: 5_000 })
    const [aid, voucher] = [
      await addVariant(opened.db),
      await addVariant(opened.db, { kind: 'voucher', tracksStock: false }),
    ]
    const cost = async (variantId: string, quantity: number, delivery: string) =>
      (await shop.quote([{ variantId, quantity }], delivery)).shippingCents
    expect(await cost(aid, 1, 'ship')).toBe(900)
    expect(await cost(aid, 2, 'ship')).toBe(0)
    expect(await cost(aid, 1, 'pickup')).toBe(0)
    expect(await cost(voucher, 1, 'ship')).toBe(0)
  })

  test('a quote says what is wrong with each line, and reveals nothing of what is not sold', async () => {
    const aid = await addVariant(opened.db, { onHand: 2 })
    const out = await addVariant(opened.db, { onHand: 0 })
    const hidden = await addVariant(opened.db, { isActive: false, title: 'Not announced yet' })
    const unknown = randomUUID()
    const lines = [aid, out, hidden, unknown].map((variantId) => ({ variantId, quantity: 3 }))
    const quote = await shop.quote(lines)
    expect(quote.lines.map(({ problem, available }) => [problem, available])).toEqual([
      ['not_enough', 2],
      ['sold_out', 0],
      ['gone', 0],
      ['gone', 0],
    ])
    expect(JSON.stringify(quote)).not.toContain('announced')
    expect((await shop.quote([{ variantId: aid, quantity: 1 }], 'email')).lines[0]?.problem).toBe('wrong_delivery')
    const now = await (await shop.ask(`stock?ids=${aid},${out},${hidden},${unknown}`)).json()
    expect(now.items.toSorted((a: { left: number | null }) => (a.left === null ? 1 : -1))).toHaveLength(2)
  })

  test('an order never changes with the catalog (SH3)', async () => {
    const aid = await addVariant(opened.db, { title: 'Alignment card', label: 'A5' })
    const { token, input } = await shop.place([{ variantId: aid, quantity: 2 }])
    const before = await shop.look(token)
    const [variant] = await opened.db.select().from(shopVariants).where(eq(shopVariants.id, aid))
    const product = eq(shopProducts.id, variant?.productId ?? '')
    await opened.db
      .update(shopVariants)
      .set({ priceCents: 1, label: 'A4', sku: 'OTHER' })
      .where(eq(shopVariants.id, aid))
    await opened.db
      .update(shopProducts)
      .set({ title: 'Something else', isActive: false, isTaxed: false })
      .where(product)
    await setShop(opened.db, { tax_basis_points: 2_000, shipping_cents: 1 })
    expect(await shop.look(token)).toEqual(before)
    await opened.db.delete(shopProducts).where(product)
    expect(await shop.look(token)).toEqual(before)
    expect(await opened.db.$count(shopOrderLines, eq(shopOrderLines.orderId, input.id))).toBe(1)
  })
})

describe('an order is refused in words, with nothing stored (SH2)', () => {
  test.each([
    ['a quantity of 0', { quantity: 0 }],
    ['a negative quantity', { quantity: -1 }],
    ['a huge quantity', { quantity: 1e15 }],
    ['a fraction', { quantity: 1.5 }],
    ['a text', { quantity: '1' }],
    ['a price', { quantity: 1, unitCents: 1 }],
    ['a coupon', { quantity: 1, coupon: 'FREE' }],
    ['no id', { variantId: 'x', quantity: 1 }],
  ])('%s in a line', async (_name, line) => {
    const variantId = await addVariant(opened.db)
    expect(await refuse(orderOf([{ variantId, ...line } as never], 3_700))).toMatchObject({ status: 400 })
  })

  test.each([
    ['discountCents', 500],
    ['coupon', 'FREE'],
    ['number', 'W-00000001'],
    ['state', 'paid'],
    ['shippingCents', 0],
    ['taxCents', 0],
    ['currency', 'jpy'],
    ['paidAt', 1],
  ])('a field %s', async (field, value) => {
    const variantId = await addVariant(opened.db)
    const input = { ...orderOf([{ variantId, quantity: 1 }], 3_700), [field]: value }
    expect(await refuse(input)).toMatchObject({ status: 400, detail: UNKNOWN_FIELD })
  })

  test('another total than the server comes to: lower, higher, negative, huge', async () => {
    const lines = [{ variantId: await addVariant(opened.db), quantity: 1 }]
    for (const total of [3_699, 3_701, 1])
      expect(await refuse(orderOf(lines, total))).toMatchObject({ status: 409, detail: PRICE_CHANGED })
    for (const total of [0, -3_700, 1e30]) expect(await refuse(orderOf(lines, total))).toMatchObject({ status: 400 })
  })

  test('one product twice, no product, too many products', async () => {
    const line = { variantId: await addVariant(opened.db), quantity: 1 }
    const many = Array.from({ length: 31 }, () => ({ variantId: randomUUID(), quantity: 1 }))
    for (const lines of [[line, line], [], many])
      expect(await refuse(orderOf(lines, 3_700))).toMatchObject({ status: 400 })
  })

  test('what is not sold, not in stock, or not sent by email', async () => {
    const hidden = await addVariant(opened.db, { isActive: false })
    const few = await addVariant(opened.db, { onHand: 1 })
    const email = { to: { delivery: 'email' } } as const
    const of = (variantId: string, quantity: number, changes = {}) => orderOf([{ variantId, quantity }], 3_700, changes)
    expect(await refuse(of(randomUUID(), 1))).toMatchObject({ status: 409, detail: NOT_SOLD })
    expect(await refuse(of(hidden, 1))).toMatchObject({ detail: NOT_SOLD })
    expect(await refuse(of(few, 1, email))).toMatchObject({ detail: NOT_SOLD })
    expect(await refuse(orderOf([{ variantId: few, quantity: 2 }], 6_200))).toMatchObject({ detail: OUT_OF_STOCK })
  })

  test('a total beyond what an invoice and a payment can be for', async () => {
    const variantId = await addVariant(opened.db, { priceCents: 99_999_999, onHand: 99 })
    const { totalCents } = await shop.quote([{ variantId, quantity: 99 }])
    expect(await refuse(orderOf([{ variantId, quantity: 99 }], totalCents))).toMatchObject({ detail: ORDER_TOO_LARGE })
  })

  test('a card where none is set up, a closed shop, and no PO number where the setting gives no days for it', async () => {
    const lines = [{ variantId: await addVariant(opened.db), quantity: 1 }]
    expect(await refuse(orderOf(lines, 3_700, { pay: { payBy: 'card' } }))).toMatchObject({
      status: 409,
      detail: CARD_OFF,
    })
    await setShop(opened.db, { is_open: false })
    expect(await refuse(orderOf(lines, 3_700))).toMatchObject({ status: 409, detail: SHOP_CLOSED })
    expect(await shop.quote(lines)).toMatchObject({ isOpen: false })
    await setShop(opened.db, { po_days: 0 })
    const waiting = orderOf(lines, 3_700, { pay: { payBy: 'invoice', poNumber: null } })
    expect(await refuse(waiting)).toMatchObject({ status: 400, detail: PO_REQUIRED })
  })

  test('a workshop that is near, over, cancelled, not published or not known', async () => {
    const lines = [{ variantId: await addVariant(opened.db), quantity: 1 }]
    const events = [
      await addEvent(opened.db, 'near', { isPublished: true, eventDate: '2026-12-04' }),
      await addEvent(opened.db, 'over', { isPublished: true, eventDate: '2026-11-30' }),
      await addEvent(opened.db, 'off', { isPublished: true, status: 'cancelled' }),
      await addEvent(opened.db, 'draft'),
      randomUUID(),
    ]
    for (const eventId of events)
      expect(await refuse(orderOf(lines, 2_500, { to: { delivery: 'pickup', eventId } }))).toMatchObject({
        detail: PICKUP_CLOSED,
      })
  })
})

test('orders for pick-up close on the clock of the event, at the beginning of the day', async () => {
  const zones = { isPublished: true, eventDate: '2026-12-10' }
  const east = await addEvent(opened.db, 'east', { ...zones, eventTimezone: 'America/New_York' })
  const west = await addEvent(opened.db, 'west', { ...zones, eventTimezone: 'America/Los_Angeles' })
  const { items } = await (await shop.ask('pickups')).json()
  const closes = new Map(items.map((item: { eventId: string; closesAt: number }) => [item.eventId, item.closesAt]))
  expect([closes.get(east), closes.get(west)]).toEqual([
    Date.parse('2026-12-07T05:00Z'),
    Date.parse('2026-12-07T08:00Z'),
  ])
  shop.clock.now = Date.parse('2026-12-07T05:00Z')
  const later = await (await shop.ask('pickups')).json()
  expect(later.items.map(({ eventId }: { eventId: string }) => eventId)).toEqual([west])
})

describe('an order that is sent twice', () => {
  test('is one order, also if it is sent twenty times at once and takes the last pieces (SH3)', async () => {
    const variantId = await addVariant(opened.db, { onHand: 2 })
    const input = orderOf([{ variantId, quantity: 2 }], 6_200, { email: buyer() })
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.call('orders', input)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const placed = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(placed.map(({ number }) => number)).size).toBe(1)
    expect(await shop.look(tokenIn(placed[7]?.orderUrl))).toMatchObject({ state: 'invoiced' })
    expect(await shop.onHand(variantId)).toBe(0)
    expect(await shop.subjectsTo(input.email)).toHaveLength(1)
    expect(await opened.db.$count(shopOrderLines, eq(shopOrderLines.orderId, input.id))).toBe(1)
  })

  test('with other content, or after a day, is refused; somebody else’s id opens nothing', async () => {
    const variantId = await addVariant(opened.db)
    const { input } = await shop.place([{ variantId, quantity: 1 }])
    for (const change of [{ company: 'Other' }, { lines: [{ variantId, quantity: 2 }] }, { email: buyer() }])
      expect(await refuse({ ...input, ...change })).toMatchObject({ status: 409, detail: OTHER_ORDER })
    shop.clock.now += DAY
    expect(await refuse(input)).toMatchObject({ status: 409, detail: OTHER_ORDER })
  })
})

describe('stock', () => {
  test('fifty buyers at once get at most seven pieces, and nothing is left below zero (SH1)', async () => {
    const variantId = await addVariant(opened.db, { onHand: 7 })
    const other = await addVariant(opened.db, { onHand: 100 })
    const orders = Array.from({ length: 50 }, (_, at) => {
      const lines = [
        { variantId, quantity: 1 },
        { variantId: other, quantity: 1 },
      ]
      const poNumber = at % 2 === 0 ? `PO-${at}` : null
      const changes = { email: buyer(), pay: { payBy: 'invoice', poNumber } } as const
      return orderOf(at % 3 === 0 ? lines.toReversed() : lines, 6_200, changes)
    })
    const answers = await Promise.all(orders.map((order) => shop.call('orders', order)))
    const sold = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ status }) => status !== 201)
    for (const answer of refused) expect(await problemOf(answer)).toMatchObject({ status: 409, detail: OUT_OF_STOCK })
    expect(sold).toBe(7)
    const held = await opened.db.$count(shopHolds, eq(shopHolds.variantId, variantId))
    expect((await shop.onHand(variantId)) ?? -1).toBe(held)
    expect(((await shop.onHand(other)) ?? 0) - held).toBe(93)
    expect(await countDeadlocks(opened.db)).toBe(0)
  })

  test('what waits for a PO is held until its time is over, and no longer', async () => {
    const variantId = await addVariant(opened.db, { onHand: 1 })
    const pay = { payBy: 'invoice', poNumber: null } as const
    const { token } = await shop.place([{ variantId, quantity: 1 }], { pay })
    expect(await shop.look(token)).toMatchObject({ state: 'awaiting_po', poDueAt: START + 10 * DAY })
    expect((await shop.quote([{ variantId, quantity: 1 }])).lines[0]).toMatchObject({ problem: 'sold_out' })
    shop.clock.now += 10 * DAY
    const { answer } = await shop.place([{ variantId, quantity: 1 }])
    expect(answer.status).toBe(201)
    expect(
      await problemOf(await shop.call('order/finish', { token, pay: { payBy: 'invoice', poNumber: 'PO-1' } })),
    ).toMatchObject({
      status: 409,
      detail: OUT_OF_STOCK,
    })
  })

  test('one address lets at most ten orders wait, so that nobody holds everything (SH6)', async () => {
    const variantId = await addVariant(opened.db, { onHand: 99 })
    const email = buyer()
    const wait = { email, pay: { payBy: 'invoice', poNumber: null } } as const
    for (let at = 0; at < 10; at += 1)
      expect((await shop.place([{ variantId, quantity: 1 }], wait)).answer.status).toBe(201)
    expect(await refuse(orderOf([{ variantId, quantity: 1 }], 3_700, wait))).toMatchObject({ detail: TOO_MANY_WAITING })
    // The letter of the first was the only one in this minute. (security OB6)
    expect(await shop.subjectsTo(email)).toHaveLength(1)
  })
})

test('the numbers of orders tell neither how many there are nor which came first (SH5)', async () => {
  const variantId = await addVariant(opened.db, { onHand: 99 })
  const numbers: string[] = []
  for (let at = 0; at < 12; at += 1) numbers.push((await shop.place([{ variantId, quantity: 1 }])).placed.number)
  const steps = numbers.slice(1).map((number, at) => Number(number.slice(2)) - Number(numbers[at]?.slice(2)))
  expect(new Set(numbers).size).toBe(12)
  expect(steps.filter((step) => Math.abs(step) < 1_000)).toEqual([])
  for (const number of numbers) expect((await shop.call('order/look', { token: number })).status).toBe(404)
})

test('what a buyer typed is in no mail to the address they typed (OB6)', async () => {
  const variantId = await addVariant(opened.db)
  const typed = { buyerName: 'Buy pills', company: 'spam.example', buyerNote: 'Click https://spam.example' }
  const pay = { payBy: 'invoice', poNumber: 'CALL 555 0100' } as const
  const shipTo = { ...ADDRESS, name: 'Cheap pills' }
  const { email } = await shop.place([{ variantId, quantity: 1 }], { ...typed, pay, to: { delivery: 'ship', shipTo } })
  const [mail] = await shop.mailsTo(email)
  expect(mail?.template).toBe('order-received')
  expect(`${mail?.subject}${mail?.textBody}${mail?.htmlBody}`).not.toMatch(/pills|spam|555 0100/i)
})

test('an order is written down without anything of its buyer', async () => {
  const variantId = await addVariant(opened.db)
  const { input } = await shop.place([{ variantId, quantity: 1 }])
  const { rows } = (await opened.db.execute(
    `select action, after::text as after from audit_log where subject_id = '${input.id}'`,
  )) as { rows: { action: string; after: string }[] }
  expect(rows.map(({ action }) => action)).toEqual(['order.place'])
  expect(rows[0]?.after).not.toMatch(/plant\.example|Ida|Mill Road/)
  expect(await opened.db.$count(shopOrders, eq(shopOrders.id, input.id))).toBe(1)
})
