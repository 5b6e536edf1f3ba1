import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { PICKUP_NEWS } from '#src/contract/order-words.ts'
import { ORDER_LINKS_SENT } from '#src/contract/shop-order.ts'
import type { OrderView } from '#src/contract/shop-order-view.ts'
import { expectUsable } from './support/looks.ts'
import { expect, type Page, pauseClock, test } from './support/site-test.ts'

const AT = Date.UTC(2026, 10, 25, 15)

const ORDER: OrderView = {
  ...{
    as: 'buyer',
    number: 'W-36500875',
    state: 'paid',
    fulfillment: 'open',
    payBy: 'invoice',
    buyerName: 'Maria Ortiz',
  },
  ...{ email: 'maria@mill.example', company: 'Mill & Co', poNumber: 'PO-4711', delivery: 'pickup', shipTo: null },
  pickup: {
    ...{ eventId: '', eventName: 'Kansas City Reliability Workshop', eventSlug: 'kansas-city-2026', day: '2027-01-28' },
    ...{ times: '8:30 AM - 3:45 PM Central Time', zone: 'Central Time', startsAt: AT, endsAt: AT, status: 'scheduled' },
    ...{ venue: 'Riverfront Foundry Hall', address: '410 Millwright Way' },
  },
  lines: [
    {
      ...{ id: '1', sku: 'KIT-BRG', title: 'Bearing practice kit', label: 'Complete kit', kind: 'kit' },
      ...{ unitCents: 28_900, quantity: 2, codes: [] },
    },
  ],
  ...{ subtotalCents: 57_800, shippingCents: 0, taxCents: 4_769, totalCents: 62_569, taxBasisPoints: 825 },
  ...{
    buyerNote: null,
    placedAt: AT,
    poDueAt: null,
    invoicedAt: AT,
    dueOn: '2026-12-25',
    backOrderedAt: null,
    paidAt: AT,
    readyAt: null,
  },
  ...{ fulfilledAt: null, carrier: null, tracking: null, endedAt: null, endReason: null, refundedCents: 0 },
  ...{ isPaying: false, whyNotCancel: null, canPayByCard: false, noteToPurchasing: null },
  seller: { name: 'Uptime Workshops LLC', address: '1410 Genessee Street', payment: 'By check', taxId: '00-0000000' },
}

const address = {
  name: 'Maria Ortiz',
  line1: '12 Mill Street',
  line2: null,
  city: 'Houston',
  state: 'TX',
  postcode: '77002',
}
const seats = {
  id: '2',
  sku: 'SEAT',
  title: 'Seat voucher',
  label: '',
  kind: 'voucher',
  unitCents: 49_500,
  quantity: 2,
} as const

/** What the page says first in each state. */
const STATES: [title: string, changes: Partial<OrderView>][] = [
  [
    'This order is not paid yet',
    { state: 'awaiting_payment', payBy: 'card', invoicedAt: null, paidAt: null, canPayByCard: true },
  ],
  [
    'Your payment is being confirmed',
    { state: 'awaiting_payment', payBy: 'card', isPaying: true, invoicedAt: null, paidAt: null },
  ],
  [
    'This order waits for its PO number',
    { state: 'awaiting_po', poNumber: null, poDueAt: AT, invoicedAt: null, paidAt: null },
  ],
  ['Your order is confirmed', { state: 'invoiced', paidAt: null }],
  ['Your order is paid', {}],
  ['Your order is ready to be picked up', { fulfillment: 'ready', readyAt: AT }],
  ['Your order was picked up', { fulfillment: 'handed_over', fulfilledAt: AT }],
  [
    'Your order was shipped',
    {
      delivery: 'ship',
      pickup: null,
      shipTo: address,
      fulfillment: 'shipped',
      carrier: 'UPS',
      tracking: '1Z999',
      fulfilledAt: AT,
    },
  ],
  [
    'Your codes were sent',
    { delivery: 'email', pickup: null, fulfillment: 'handed_over', lines: [{ ...seats, codes: ['KC-77', 'KC-78'] }] },
  ],
  ['Paid, but not everything is in stock', { state: 'short', payBy: 'card' }],
  ['Your order is back-ordered', { state: 'short', payBy: 'card', backOrderedAt: AT }],
  ['This order has expired', { state: 'expired', poNumber: null, invoicedAt: null, paidAt: null }],
  ['This order was cancelled', { state: 'cancelled', endReason: 'Ordered twice', paidAt: null }],
  ['This order was refunded', { state: 'refunded', refundedCents: 62_569 }],
]

/** Opens the page of an order as the server would answer for it. */
async function open(page: Page, changes: Partial<OrderView>): Promise<void> {
  await page.unrouteAll()
  await page.route('**/api/shop/order/look', (route) => route.fulfill({ json: { ...ORDER, ...changes } }))
  // Another fragment alone would not load the page again.
  await page.goto('about:blank')
  await page.goto('/shop/order#token=abc')
}

/** The other states are made of the same parts. */
const LOOKED_AT = [
  'This order is not paid yet',
  'Your order is confirmed',
  'Your order was shipped',
  'Your codes were sent',
  'This order was cancelled',
]

test('an order says what it waits for, in each of its states', async ({ page }) => {
  for (const [title, changes] of STATES) {
    await open(page, changes)
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(title)
    await expect(page.getByRole('article'), title).toContainText('$625.69')
    if (LOOKED_AT.includes(title)) await expectUsable(page, title)
  }
})

test('a shipment is followed on the page of its carrier, and a time names its zone; the place of pick-up follows its event, with a calendar file; an order is cancelled after a question, with a reason', async ({
  page,
}) => {
  const shipped = { delivery: 'ship', pickup: null, shipTo: address, fulfillment: 'shipped', fulfilledAt: AT } as const
  await open(page, { ...shipped, carrier: 'UPS', tracking: '1Z999' })
  const link = page.getByRole('link', { name: 'track 1Z999' })
  await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999')
  await expect(page.getByRole('status').getByText(/^We sent it on .+ C[SD]T with UPS/)).toBeVisible()

  await open(page, { pickup: ORDER.pickup && { ...ORDER.pickup, status: 'moved' } })
  await expect(page.getByText(String(PICKUP_NEWS.moved))).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to your calendar' })).toHaveAttribute(
    'href',
    '/event/kansas-city-2026.ics',
  )

  await open(page, { state: 'invoiced', paidAt: null })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('button', { name: 'Keep the order' })).toBeFocused()
  await page.route('**/api/shop/order/cancel', (route) => route.fulfill({ status: 204 }))
  await page.getByLabel('Reason (optional)').fill('Ordered twice')
  const sent = page.waitForRequest('**/api/shop/order/cancel')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  expect((await sent).postDataJSON()).toEqual({ token: 'abc', reason: 'Ordered twice' })
})

test('a double tap that confirms an order does not ask to cancel it; the keyboard need not wait, and has its focus on the news', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, { state: 'awaiting_po', poNumber: null, poDueAt: AT, invoicedAt: null, paidAt: null })
  await page.getByRole('textbox', { name: 'PO number' }).fill('PO-4711')
  await page.unroute('**/api/shop/order/look')
  await page.route('**/api/shop/order/look', (route) =>
    route.fulfill({ json: { ...ORDER, state: 'invoiced', paidAt: null } }),
  )
  await page.route('**/api/shop/order/finish', (route) =>
    route.fulfill({ json: { payUrl: null, orderUrl: '/shop/order#token=abc' } }),
  )
  await pauseClock(page, Date.now() + 60_000)
  await page.getByRole('button', { name: 'Confirm on invoice' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is confirmed' })).toBeFocused()
  const cancel = page.getByRole('button', { name: 'Cancel order' })
  const question = page.getByRole('dialog')
  await page.clock.runFor(250)
  await cancel.click()
  await expect(question).toHaveCount(0)
  await cancel.press('Enter')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep the order' }).press('Enter')
  await expect(question).toHaveCount(0)
  await page.clock.runFor(250)
  await cancel.click()
  await expect(question).toBeVisible()
})

test('a payment that is confirmed while the page is open is shown by itself', async ({ page }) => {
  await page.clock.install()
  await open(page, { state: 'awaiting_payment', payBy: 'card', isPaying: true, invoicedAt: null, paidAt: null })
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  await page.unroute('**/api/shop/order/look')
  await page.route('**/api/shop/order/look', (route) => route.fulfill({ json: { ...ORDER, payBy: 'card' } }))
  await page.clock.runFor(5_000)
  await expect(page.getByRole('heading', { name: 'Your order is paid' })).toBeVisible()
})

test('a dead link offers new ones, and a page that could not load tries again', async ({ page, trouble }) => {
  trouble.allow(/Failed to load resource/)
  await page.goto('/shop/order#token=unknown')
  await expect(page.getByRole('alert')).toContainText(LINK_DEAD)
  await expectUsable(page, 'a dead link')
  await page.getByLabel('Email').fill('nobody@mill.example')
  await page.getByRole('button', { name: 'Email me new links' }).click()
  await expect(page.getByText(ORDER_LINKS_SENT)).toBeVisible()

  await page.route('**/api/shop/order/look', (route) => route.abort())
  await page.goto('/shop/order#token=abc')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The order could not load')
  await page.unroute('**/api/shop/order/look')
  await page.route('**/api/shop/order/look', (route) => route.fulfill({ json: ORDER }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is paid' })).toBeVisible()
})
