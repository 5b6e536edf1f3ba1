import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { shopHolds, shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { SessionWish } from '#src/contract/payment-provider.ts'
import { BUYER_ONLY, CARD_OFF, JUST_MAILED, STATE_REFUSED } from '#src/contract/shop-order.ts'
import { endOrderLink, listOrderLinks, mailOrderLink } from '#src/domain/shop-orders/order-links.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addVariant, DAY, openShop, START, sessionsOnly, setShop, tokenIn } from './shop-api.ts'

const AWAIT_PO = { pay: { payBy: 'invoice', poNumber: null } } as const
const WITH_PO = { payBy: 'invoice', poNumber: 'PO-99' } as const
const CARD = { payBy: 'card' } as const

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
let withCard: Awaited<ReturnType<typeof openShop>>
const begun: SessionWish[] = []
let isProviderDown = false
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
  const provider = sessionsOnly(async (wish) => {
    if (isProviderDown) throw new Error('The provider is down')
    begun.push(wish)
    return `https://pay.example/${wish.orderId}`
  })
  withCard = await openShop(opened.db, () => provider)
})
afterAll(() => opened.close())
beforeEach(async () => {
  shop.clock.now = START
  isProviderDown = false
  await setShop(opened.db)
})

const one = async () => [{ variantId: await addVariant(opened.db), quantity: 1 }]
const holdsOf = (orderId: string) => opened.db.select().from(shopHolds).where(eq(shopHolds.orderId, orderId))

describe('the link of an order (SH4)', () => {
  test('shows the order, and nothing of it is in any address the server sees', async () => {
    const { placed, token, input } = await shop.place(await one(), AWAIT_PO)
    expect(placed.orderUrl).toBe(`/shop/order#token=${token}`)
    expect(await shop.look(token)).toMatchObject({
      as: 'buyer',
      number: placed.number,
      canPayByCard: false,
      whyNotCancel: null,
    })
    const answer = await shop.call('order/look', { token })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(shop.lines.join()).not.toContain(token)
    expect(JSON.stringify(await answer.json())).not.toContain(input.id)
  })

  test('ends after 180 days or when an administrator ends it, and is then answered like one that never was', async () => {
    const { token, input } = await shop.place(await one())
    const other = await shop.place(await one())
    const answers = []
    const [link] = await listOrderLinks(opened.db, other.input.id, START)
    for (const { id } of await listOrderLinks(opened.db, other.input.id, START))
      await endOrderLink(opened.db, { orderId: other.input.id, linkId: id }, shop.context())
    expect(link).toMatchObject({ as: 'buyer', to: other.email })
    answers.push(await problemOf(await shop.call('order/look', { token: other.token })))
    answers.push(await problemOf(await shop.call('order/look', { token: 'x'.repeat(43) })))
    answers.push(await problemOf(await shop.call('order/look', { token: '' })))
    shop.clock.now += 180 * DAY - 1
    expect((await shop.call('order/look', { token })).status).toBe(200)
    shop.clock.now += 1
    answers.push(await problemOf(await shop.call('order/look', { token })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, detail: LINK_DEAD })
    expect(await listOrderLinks(opened.db, input.id, shop.clock.now)).toEqual([])
  })

  test.each(['look', 'cancel', 'finish', 'purchasing'])(
    'of nothing, and the number or id of an order, opens nothing: %s',
    async (name) => {
      const { placed, input } = await shop.place(await one(), AWAIT_PO)
      const fields = {
        finish: { pay: WITH_PO },
        cancel: { reason: null },
        purchasing: { email: 'a@plant.example', note: null },
        look: {},
      }
      for (const token of [placed.number, input.id, 'x'.repeat(43)]) {
        const answer = await shop.call(`order/${name}`, { token, ...fields[name as keyof typeof fields] })
        expect(await problemOf(answer)).toMatchObject({ status: 404, detail: LINK_DEAD })
      }
    },
  )

  test('new ones are mailed to the address of an order alone, with one answer for every address', async () => {
    const { token, email } = await shop.place(await one())
    shop.clock.now += 120_000
    const answers = [
      await shop.call('new-links', { email }),
      await shop.call('new-links', { email: 'nobody@plant.example' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await answers[0]?.text()).toBe(await answers[1]?.text())
    expect(await shop.mailsTo('nobody@plant.example')).toEqual([])
    const [mail] = await shop.mailsTo(email)
    expect(mail?.template).toBe('order-links')
    const fresh = tokenIn(mail?.textBody)
    expect(fresh).not.toBe(token)
    expect((await shop.call('order/look', { token: fresh })).status).toBe(200)
    expect((await shop.call('order/look', { token })).status).toBe(200)
  })

  test('gives no access back that an administrator took; a new one by them does', async () => {
    const { input, email } = await shop.place(await one(), AWAIT_PO)
    for (const { id } of await listOrderLinks(opened.db, input.id, START))
      await endOrderLink(opened.db, { orderId: input.id, linkId: id }, shop.context())
    shop.clock.now += 120_000
    await shop.call('new-links', { email })
    expect(await shop.subjectsTo(email)).toHaveLength(1)
    await mailOrderLink(opened.db, input.id, shop.context())
    expect((await shop.call('order/look', { token: tokenIn((await shop.mailsTo(email))[0]?.textBody) })).status).toBe(
      200,
    )
  })
})

describe('an order that waits', () => {
  test('is finished by its buyer with a PO number: its pieces leave the stock, and the invoice is mailed', async () => {
    const lines = await one()
    const { token, input, email } = await shop.place(lines, AWAIT_PO)
    expect(await holdsOf(input.id)).toHaveLength(1)
    shop.clock.now += 60_000
    const answer = await shop.call('order/finish', { token, pay: WITH_PO })
    expect(await answer.json()).toMatchObject({ orderUrl: `/shop/order#token=${token}`, payUrl: null })
    expect(await shop.look(token)).toMatchObject({
      state: 'invoiced',
      poNumber: 'PO-99',
      poDueAt: null,
      invoicedAt: START + 60_000,
    })
    expect([await shop.onHand(lines[0]?.variantId ?? ''), await holdsOf(input.id)]).toEqual([9, []])
    expect((await shop.subjectsTo(email)).at(-1)).toMatch(/^Invoice W-/)
    expect(await problemOf(await shop.call('order/finish', { token, pay: WITH_PO }))).toMatchObject({
      status: 409,
      detail: STATE_REFUSED,
    })
  })

  test('is finished once, however many do it at once', async () => {
    const lines = await one()
    const { token } = await shop.place(lines, AWAIT_PO)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.call('order/finish', { token, pay: WITH_PO })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop.onHand(lines[0]?.variantId ?? '')).toBe(9)
  })

  test('is sent to purchasing, who read the note on the page and can finish, and neither cancel nor pass it on', async () => {
    const { token } = await shop.place(await one(), AWAIT_PO)
    const to = `${randomUUID()}@plant.example`
    const note = 'Cost center 12, see https://spam.example'
    expect((await shop.call('order/purchasing', { token, email: to, note })).status).toBe(202)
    const [mail] = await shop.mailsTo(to)
    expect(`${mail?.subject}${mail?.textBody}${mail?.htmlBody}`).not.toMatch(/Cost center|spam/)
    const theirs = tokenIn(mail?.textBody)
    expect(await shop.look(theirs)).toMatchObject({ as: 'purchasing', noteToPurchasing: note })
    expect(await shop.look(token)).toMatchObject({ as: 'buyer', noteToPurchasing: null })
    for (const [name, fields] of [
      ['cancel', { reason: null }],
      ['purchasing', { email: to, note: null }],
    ] as const)
      expect(await problemOf(await shop.call(`order/${name}`, { token: theirs, ...fields }))).toMatchObject({
        status: 403,
        detail: BUYER_ONLY,
      })
    const again = await problemOf(await shop.call('order/purchasing', { token, email: to, note: null }))
    expect(again).toMatchObject({ status: 429, detail: JUST_MAILED })
    expect((await shop.call('order/finish', { token: theirs, pay: WITH_PO })).status).toBe(200)
    expect(await shop.look(token)).toMatchObject({ state: 'invoiced', poNumber: 'PO-99' })
  })

  test('is cancelled by its buyer while it is not paid and not ready, and its pieces are free again', async () => {
    for (const changes of [AWAIT_PO, {}]) {
      const lines = await one()
      const { token, input, email } = await shop.place(lines, changes)
      shop.clock.now += 60_000
      expect((await shop.call('order/cancel', { token, reason: 'Ordered twice' })).status).toBe(204)
      expect((await shop.call('order/cancel', { token, reason: null })).status).toBe(204)
      expect(await shop.look(token)).toMatchObject({ state: 'cancelled', endReason: 'Ordered twice' })
      expect([await shop.onHand(lines[0]?.variantId ?? ''), await holdsOf(input.id)]).toEqual([10, []])
      expect((await shop.subjectsTo(email)).at(-1)).toMatch(/is cancelled$/)
    }
    const { token, input } = await shop.place(await one())
    for (const [change, why] of [
      [{ fulfillment: 'ready' }, /already prepared/],
      [{ fulfillment: 'open', state: 'paid' }, /is paid/],
      [{ state: 'short' }, /is paid/],
      [{ state: 'refunded' }, /already ended/],
    ] as const) {
      await opened.db.update(shopOrders).set(change).where(eq(shopOrders.id, input.id))
      expect((await problemOf(await shop.call('order/cancel', { token, reason: null }))).detail).toMatch(why)
      expect((await shop.look(token)).whyNotCancel).toMatch(why)
    }
  })
})

test('what somebody does with an order brings its address no more mails than public forms may send (SH6, OB6)', async () => {
  const { token, email } = await shop.place(await one(), AWAIT_PO)
  await shop.call('order/finish', { token, pay: WITH_PO })
  await shop.call('order/cancel', { token, reason: null })
  await shop.call('new-links', { email })
  expect(await shop.subjectsTo(email)).toEqual([expect.stringMatching(/^Your order/)])
})

describe('a payment by card', () => {
  test('begins once the order is stored and its pieces are held, whatever the time', async () => {
    const lines = await one()
    const { answer, placed, input, token } = await withCard.place(lines, { pay: CARD })
    expect(answer.status).toBe(201)
    expect(placed.payUrl).toBe(`https://pay.example/${input.id}`)
    const last = begun.at(-1)
    expect(last).toMatchObject({
      orderId: input.id,
      lines: expect.arrayContaining([expect.objectContaining({ unitCents: 2_500, quantity: 1 })]),
      successUrl: `${SITE_URL}/shop/order?back=paid`,
    })
    expect(JSON.stringify(last)).not.toContain(token)
    expect(await withCard.look(token)).toMatchObject({ state: 'awaiting_payment', payBy: 'card', canPayByCard: true })
    expect(await holdsOf(input.id)).toMatchObject([{ awaitsProvider: true, quantity: 1 }])
  })

  test('that cannot begin leaves the order, whose page begins it again', async () => {
    isProviderDown = true
    const { answer, placed, token } = await withCard.place(await one(), { pay: CARD })
    expect([answer.status, placed.payUrl]).toEqual([201, null])
    isProviderDown = false
    expect(await (await withCard.call('order/finish', { token, pay: CARD })).json()).toMatchObject({
      payUrl: expect.stringMatching(/^https:\/\/pay/),
    })
    expect(withCard.log().some(({ event }) => event === 'payment not begun')).toBe(true)
  })

  test('finishes an order that waits for a PO, and an invoice, which keeps its pieces', async () => {
    const lines = await one()
    const waiting = await withCard.place(lines, AWAIT_PO)
    expect((await withCard.call('order/finish', { token: waiting.token, pay: CARD })).status).toBe(200)
    expect(await withCard.look(waiting.token)).toMatchObject({ state: 'awaiting_po', poDueAt: expect.any(Number) })
    expect(await holdsOf(waiting.input.id)).toMatchObject([{ awaitsProvider: true }])
    const invoiced = await withCard.place(lines)
    expect((await withCard.call('order/finish', { token: invoiced.token, pay: CARD })).status).toBe(200)
    expect(await withCard.look(invoiced.token)).toMatchObject({ state: 'invoiced' })
    expect(await withCard.onHand(lines[0]?.variantId ?? '')).toBe(9)
    expect(await holdsOf(invoiced.input.id)).toEqual([])
  })

  test('gives way to an invoice, and to nothing while the provider confirms it', async () => {
    const { token, input } = await withCard.place(await one(), { pay: CARD })
    const payment = { orderId: input.id, provider: 'stripe', attempt: 2, amountCents: input.totalCents } as const
    await opened.db.insert(shopPayments).values({ ...payment, state: 'processing' })
    for (const [name, fields] of [
      ['finish', { pay: WITH_PO }],
      ['cancel', { reason: null }],
    ] as const)
      expect((await problemOf(await withCard.call(`order/${name}`, { token, ...fields }))).status).toBe(409)
    expect(await withCard.look(token)).toMatchObject({ isPaying: true, canPayByCard: false })
    await opened.db.update(shopPayments).set({ state: 'failed' }).where(eq(shopPayments.orderId, input.id))
    expect((await withCard.call('order/finish', { token, pay: WITH_PO })).status).toBe(200)
    expect(await withCard.look(token)).toMatchObject({ state: 'invoiced', payBy: 'invoice' })
  })

  test('is refused in words where none is set up', async () => {
    const { token } = await shop.place(await one(), AWAIT_PO)
    expect(await problemOf(await shop.call('order/finish', { token, pay: CARD }))).toMatchObject({
      status: 409,
      detail: CARD_OFF,
    })
  })
})

test('the place of pick-up follows the event, and the order says if it no longer takes place', async () => {
  const eventId = await addEvent(opened.db, 'moves', { isPublished: true, venueName: 'Hall 1', city: 'Tulsa' })
  const { token, input } = await shop.place(await one(), { to: { delivery: 'pickup', eventId } })
  const pickup = async () => (await shop.look(token)).pickup
  expect(await pickup()).toMatchObject({ day: '2027-01-21', venue: 'Hall 1', status: 'scheduled', eventSlug: 'moves' })
  const change = (set: Partial<typeof eventConfig.$inferInsert>) =>
    opened.db.update(eventConfig).set(set).where(eq(eventConfig.id, eventId))
  await change({ eventDate: '2027-02-18', status: 'moved', venueName: 'Hall 2' })
  expect(await pickup()).toMatchObject({ day: '2027-02-18', venue: 'Hall 2', status: 'moved' })
  await change({ isPublished: false })
  expect(await pickup()).toMatchObject({ status: 'unpublished' })
  await change({ status: 'cancelled' })
  expect(await pickup()).toMatchObject({ status: 'cancelled' })
  await opened.db.delete(eventConfig).where(eq(eventConfig.id, eventId))
  expect(await shop.look(token)).toMatchObject({ delivery: 'pickup', pickup: null })
  expect(await shop.stored(input.id)).toMatchObject({ eventId })
})
