import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { type OrderState, OUT_OF_STOCK, STATE_REFUSED } from '#src/contract/shop-order.ts'
import {
  ACT_REFUSED,
  type OrderAct,
  type OrderDetail,
  type OrderRow,
  type PickupList,
} from '#src/contract/shop-order-admin.ts'
import { STALE } from '#src/contract/versioned.ts'
import { readDashboard } from '#src/domain/dashboard/read-dashboard.ts'
import { readRunSheet } from '#src/domain/logistics/run-sheet.ts'
import { orderCsv } from '#src/domain/shop-orders/order-csv.ts'
import { adminCaller, storedViewer } from '#tests/admin/calls/caller.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { getVisit, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addVariant, DAY, openShop, START, setShop } from './shop-api.ts'

const AWAIT_PO = { pay: { payBy: 'invoice', poNumber: null } } as const

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
let admin: Awaited<ReturnType<typeof adminCaller>>
let eventId: string
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
  const viewer = await storedViewer(opened.db, 'admin')
  const readVisit = async () => ({ ...getVisit(viewer), authenticatedAt: shop.clock.now })
  admin = await adminCaller(opened.db, viewer, { clock: () => shop.clock.now, readVisit })
  eventId = await addEvent(opened.db, 'pickups', { isPublished: true, eventTimeStart: '08:30', venueName: 'Hall 1' })
})
afterAll(() => opened.close())
beforeEach(async () => {
  shop.clock.now = START
  await opened.db.delete(shopOrders)
  await setShop(opened.db)
})

const one = async (given = {}) => [{ variantId: await addVariant(opened.db, given), quantity: 1 }]
const send = (id: string, act: object) => admin.post(`/api/admin/orders/${id}/acts`, act)
const act = async (id: string, given: Record<string, unknown>): Promise<OrderDetail> => {
  const { version } = await shop.stored(id)
  const answer = await send(id, { ...given, version })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}
const refuse = async (id: string, given: Record<string, unknown>) =>
  problemOf(await send(id, { ...given, version: (await shop.stored(id)).version }))
const set = (id: string, change: Partial<typeof shopOrders.$inferInsert>) =>
  opened.db.update(shopOrders).set(change).where(eq(shopOrders.id, id))
const list = async (query = ''): Promise<{ items: OrderRow[]; nextCursor: string | null }> =>
  (await admin.request(`/api/admin/orders${query}`)).json()

describe('the acts of administrators', () => {
  test('ready and handed over: the buyer reads where and when to pick it up', async () => {
    const { input, email } = await shop.place(await one(), { to: { delivery: 'pickup', eventId } })
    expect(await act(input.id, { act: 'ready' })).toMatchObject({ fulfillment: 'ready', readyAt: START })
    const [mail] = await shop.mailsTo(email)
    expect(mail?.subject).toMatch(/is ready for pick-up$/)
    expect(mail?.textBody).toMatch(/Workshop pickups, Thursday, January 21, 2027, 8:30 AM.*Hall 1/)
    expect(await act(input.id, { act: 'unready' })).toMatchObject({ fulfillment: 'open', readyAt: null })
    expect(await act(input.id, { act: 'handed_over' })).toMatchObject({
      fulfillment: 'handed_over',
      fulfilledAt: START,
    })
    expect(await refuse(input.id, { act: 'ready' })).toMatchObject({ status: 409, detail: STATE_REFUSED })
    expect(await refuse(input.id, { act: 'cancel', reason: 'No' })).toMatchObject({ detail: ACT_REFUSED.goodsGone })
  })

  test('shipped, with the tracking number in the mail; what is shipped is not handed over', async () => {
    const { input, email } = await shop.place(await one())
    expect(await refuse(input.id, { act: 'handed_over' })).toMatchObject({ detail: ACT_REFUSED.shipInstead })
    const shipped = { act: 'shipped', carrier: 'UPS', tracking: '1Z999' }
    expect(await act(input.id, shipped)).toMatchObject({ fulfillment: 'shipped', carrier: 'UPS', tracking: '1Z999' })
    expect((await shop.mailsTo(email))[0]?.textBody).toContain('Carrier: UPS. Tracking number: 1Z999')
    const other = await shop.place(await one(), { to: { delivery: 'pickup', eventId } })
    expect(await refuse(other.input.id, shipped)).toMatchObject({ detail: ACT_REFUSED.handOverInstead })
  })

  test('a PO number on behalf, then paid by check, once', async () => {
    const lines = await one()
    const { input, email } = await shop.place(lines, AWAIT_PO)
    expect(await refuse(input.id, { act: 'ready' })).toMatchObject({ detail: STATE_REFUSED })
    expect(await refuse(input.id, { act: 'paid', note: 'Check' })).toMatchObject({ detail: STATE_REFUSED })
    expect(await act(input.id, { act: 'po', poNumber: 'PO-5' })).toMatchObject({ state: 'invoiced', poNumber: 'PO-5' })
    expect(await act(input.id, { act: 'po', poNumber: 'PO-6' })).toMatchObject({ state: 'invoiced', poNumber: 'PO-6' })
    const { version } = await shop.stored(input.id)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(input.id, { act: 'paid', note: 'Check 12', version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    const detail: OrderDetail = await (await admin.request(`/api/admin/orders/${input.id}`)).json()
    expect(detail).toMatchObject({
      ...{ state: 'paid', paidAt: START },
      payments: [{ provider: 'manual', state: 'paid', note: 'Check 12', amountCents: input.totalCents }],
    })
    expect(await shop.onHand(lines[0]?.variantId ?? '')).toBe(9)
    expect((await shop.subjectsTo(email)).at(-1)).toMatch(/is paid$/)
    expect(await refuse(input.id, { act: 'cancel', reason: 'No' })).toMatchObject({ detail: STATE_REFUSED })
  })

  test('cancelled with a reason that the buyer reads, and the pieces are back', async () => {
    const lines = await one()
    const { input, email, token } = await shop.place(lines)
    expect(await act(input.id, { act: 'cancel', reason: 'Out of print' })).toMatchObject({ state: 'cancelled' })
    expect((await shop.mailsTo(email))[0]?.textBody).toContain('> Out of print')
    expect(await shop.look(token)).toMatchObject({ state: 'cancelled', endReason: 'Out of print' })
    expect(await shop.onHand(lines[0]?.variantId ?? '')).toBe(10)
  })

  test('a paid order that is short is filled at once if there are pieces, and waits if there are none', async () => {
    const none = await shop.place(await one({ onHand: 1 }))
    await set(none.input.id, { state: 'short', paidAt: new Date(START) })
    const detail = await act(none.input.id, { act: 'back_order' })
    expect(detail).toMatchObject({ state: 'short', backOrderedAt: START, missing: [{ needed: 1, free: 0 }] })
    expect((await shop.subjectsTo(none.email)).at(-1)).toMatch(/waits for new pieces$/)
    const some = await shop.place(await one({ onHand: 5 }))
    await set(some.input.id, { state: 'short', paidAt: new Date(START) })
    expect(await act(some.input.id, { act: 'back_order' })).toMatchObject({ state: 'paid', missing: [] })
    expect((await shop.subjectsTo(some.email)).at(-1)).toMatch(/is complete$/)
  })

  test('codes of vouchers alone, no more than pieces; the buyer sees them while the order is invoiced or paid', async () => {
    const voucher = { kind: 'voucher', tracksStock: false, onHand: 0 }
    const lines = [...(await one(voucher)), ...(await one(voucher))]
    const { input, token } = await shop.place(lines, { to: { delivery: 'email' } })
    const lineId = (await shop.look(token)).lines[0]?.id ?? ''
    const second = (await shop.look(token)).lines[1]?.id ?? ''
    const codes = (...given: [lineId: string, codes: string[]][]) => ({
      act: 'codes',
      lines: given.map(([id, texts]) => ({ lineId: id, codes: texts })),
    })
    expect(await refuse(input.id, codes([second, ['A']], [lineId, ['A', 'B']]))).toMatchObject({
      detail: ACT_REFUSED.tooManyCodes,
    })
    expect((await shop.look(token)).lines.map((line) => line.codes)).toEqual([[], []])
    await act(input.id, codes([lineId, ['SEAT-1']], [second, ['SEAT-2']]))
    expect((await shop.look(token)).lines.map((line) => line.codes)).toEqual([['SEAT-1'], ['SEAT-2']])
    await set(input.id, { state: 'refunded' })
    expect((await shop.look(token)).lines.map((line) => line.codes)).toEqual([[], []])
    const other = await shop.place(await one())
    const line = (await shop.look(other.token)).lines[0]?.id ?? ''
    expect(await refuse(other.input.id, codes([line, ['A']]))).toMatchObject({
      detail: ACT_REFUSED.noVoucher,
    })
    expect(await refuse(other.input.id, codes([lineId, ['A']]))).toMatchObject({
      detail: ACT_REFUSED.noVoucher,
    })
  })

  test('are refused from an older version, and while a payment is being confirmed', async () => {
    const { input } = await shop.place(await one())
    await act(input.id, { act: 'ready' })
    expect(await problemOf(await send(input.id, { act: 'unready', version: 1 }))).toMatchObject({
      status: 409,
      detail: STALE,
    })
    const payment = { orderId: input.id, provider: 'stripe', attempt: 1, amountCents: 1, state: 'processing' } as const
    await opened.db.insert(shopPayments).values(payment)
    for (const given of [
      { act: 'cancel', reason: 'No' },
      { act: 'paid', note: 'Check' },
    ])
      expect(await refuse(input.id, given)).toMatchObject({ detail: ACT_REFUSED.beingPaid })
  })

  const acts: Omit<OrderAct, 'version'>[] = [
    { act: 'ready' },
    { act: 'handed_over' },
    { act: 'shipped', carrier: 'UPS', tracking: null } as never,
    { act: 'po', poNumber: 'PO-1' } as never,
    { act: 'paid', note: 'Check' } as never,
    { act: 'cancel', reason: 'No' } as never,
    { act: 'back_order' },
  ]
  test.each(['expired', 'cancelled', 'refunded'] as OrderState[])(
    'none of them changes an order that is %s',
    async (state) => {
      const { input } = await shop.place(await one())
      await set(input.id, { state })
      for (const given of acts) expect((await refuse(input.id, given as Record<string, unknown>)).status).toBe(409)
      expect(await shop.stored(input.id)).toMatchObject({ state, fulfillment: 'open' })
    },
  )

  test('a PO number takes no pieces that are gone', async () => {
    const lines = await one({ onHand: 1 })
    const { input } = await shop.place(lines, AWAIT_PO)
    shop.clock.now += 11 * DAY
    await shop.place(lines)
    expect(await refuse(input.id, { act: 'po', poNumber: 'PO-1' })).toMatchObject({ status: 409, detail: OUT_OF_STOCK })
  })
})

test('notes are kept once, and the buyer does not see them', async () => {
  const { input, token } = await shop.place(await one())
  const note = { id: randomUUID(), text: 'Call before 9' }
  for (let at = 0; at < 2; at += 1)
    expect((await admin.post(`/api/admin/orders/${input.id}/notes`, note)).status).toBe(201)
  expect((await admin.post(`/api/admin/orders/${input.id}/notes`, { ...note, text: 'Other' })).status).toBe(409)
  const detail: OrderDetail = await (await admin.request(`/api/admin/orders/${input.id}`)).json()
  expect(detail.notes.map(({ text }) => text)).toEqual(['Call before 9'])
  expect(JSON.stringify(await shop.look(token))).not.toContain('before 9')
})

test('the list has filters, a search, and pages that neither miss nor repeat an order', async () => {
  const lines = await one({ onHand: 50 })
  const placed = []
  for (let at = 0; at < 7; at += 1)
    placed.push(await shop.place(lines, { company: `Works${at}`, ...(at % 2 === 0 ? AWAIT_PO : {}) }))
  const pickup = await shop.place(lines, {
    to: { delivery: 'pickup', eventId },
    pay: { payBy: 'invoice', poNumber: 'PO-777' },
  })
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(seen.toSorted()).toEqual([...placed, pickup].map(({ input }) => input.id).toSorted())
  const numbers = async (query: string) => (await list(query)).items.length
  expect([await numbers('?state=awaiting_po'), await numbers('?state=invoiced')]).toEqual([4, 4])
  expect([await numbers('?fulfillment=ready'), await numbers('?payBy=card'), await numbers('?due=overdue')]).toEqual([
    0, 0, 0,
  ])
  expect((await list(`?event=${eventId}`)).items).toMatchObject([
    { pickup: 'Workshop pickups', pieces: 1, poNumber: 'PO-777' },
  ])
  expect([
    await numbers('?q=777'),
    await numbers('?q=works3'),
    await numbers(`?q=${placed[0]?.placed.number}`),
  ]).toEqual([1, 1, 1])
  shop.clock.now += 31 * DAY
  expect(await numbers('?due=overdue')).toBe(4)
})

test('the CSV for bookkeeping has amounts in dollars, and no text that a spreadsheet would run (XS2)', async () => {
  await setShop(opened.db, { tax_basis_points: 825 })
  await shop.place(await one({ priceCents: 123_456 }), { company: '=1+1' })
  let csv = ''
  for await (const piece of orderCsv(opened.db, {}, START)) csv += piece
  const [head, row] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const cell = (name: string) => row?.[head?.indexOf(`"${name}"`) ?? -1]
  expect([cell('subtotal'), cell('tax'), cell('total'), cell('paid')]).toEqual([
    '"1234.56"',
    '"101.85"',
    '"1348.41"',
    '"0.00"',
  ])
  expect(cell('company')).toBe(`"'=1+1"`)
  const answer = await admin.request('/api/admin/orders/export.csv?state=paid')
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="orders-2026-12-01.csv"')
  expect((await answer.text()).trim().split('\r\n')).toHaveLength(1)
})

test('orders of an event are in its list of pick-ups, in its run sheet, and on the dashboard', async () => {
  const at = { to: { delivery: 'pickup', eventId } } as const
  const first = await shop.place(await one({ title: 'Alignment card' }), { ...at, company: 'B Plant' })
  await shop.place(await one(), { ...at, company: 'A Plant' })
  await shop.place(await one(), { ...at, ...AWAIT_PO })
  const pickups = async (): Promise<PickupList> => (await admin.request(`/api/admin/events/${eventId}/pickups`)).json()
  const { orders } = await pickups()
  expect(orders.map(({ company }) => company)).toEqual(['A Plant', 'B Plant'])
  expect(orders[1]?.lines).toEqual([{ title: 'Alignment card', label: '', quantity: 1 }])
  const sheet = async () =>
    (await readRunSheet(opened.db, eventId, START)).lines.filter(({ kind }) => kind === 'pickup')
  expect(await sheet()).toMatchObject([{ title: '2 orders to hand over', day: '2027-01-21', clock: '08:30' }])
  await act(first.input.id, { act: 'handed_over' })
  expect(await sheet()).toMatchObject([{ title: '1 order to hand over' }])
  const counts = async (now = START) => (await readDashboard(opened.db, { isAdmin: true, now })).shop
  expect(await counts()).toEqual({ toMakeReady: 1, short: 0, overdue: 0, withoutPickup: 0, failedRefunds: 0 })
  expect(await counts(START + 31 * DAY)).toMatchObject({ overdue: 2 })
  await opened.db.update(eventConfig).set({ status: 'cancelled' }).where(eq(eventConfig.id, eventId))
  expect(await counts()).toMatchObject({ withoutPickup: 2 })
  expect((await list('?needs=pickup')).items).toHaveLength(2)
  expect((await list('?needs=ready')).items).toHaveLength(1)
  await set(first.input.id, { state: 'short', fulfillment: 'open' })
  expect(await counts()).toMatchObject({ short: 1 })
  expect((await pickups()).orders.filter(({ fulfillment }) => fulfillment !== 'handed_over')).toHaveLength(2)
  expect(await sheet()).toMatchObject([{ title: '2 orders to hand over', detail: '1 of them out of stock' }])
  expect((await readDashboard(opened.db, { isAdmin: false, now: START })).shop).toBeNull()
})
