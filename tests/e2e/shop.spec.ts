import { eq } from 'drizzle-orm'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { DELIVERIES, SHOP_CLOSED } from '#src/contract/order-state.ts'
import { CART_EMPTY, PO_LATER } from '#src/contract/shop-words.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs } from './support/admin-page.ts'
import { expectUsable, holdToasts, PHONE } from './support/looks.ts'
import { freshName, mailedToken } from './support/people.ts'
import { addToCart, CARD, fillIn } from './support/shop-pages.ts'
import { expect, test } from './support/site-test.ts'

const ordersOf = ({ query }: RunningProduct, email: string) =>
  query((db) => db.select().from(shopOrders).where(eq(shopOrders.email, email)))

test('a planner orders, purchasing gives the PO number, and the office hands the order over', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  const [buyer, purchasing] = [`${freshName()}@mill.example`, `${freshName()}@mill.example`]
  await addToCart(page, CARD, 2)
  await fillIn(page, buyer)
  await page.getByLabel(PO_LATER).check()
  await expectUsable(page, 'a cart')
  // Two presses at once are one order.
  await page.getByRole('button', { name: 'Place order' }).dblclick()
  await expect(page.getByRole('heading', { name: 'This order waits for its PO number' })).toBeVisible()
  const [order, ...others] = await ordersOf(product, buyer)
  expect([order?.state, others]).toEqual(['awaiting_po', []])
  await expectUsable(page, 'an order that waits for its PO number')
  expect(await page.evaluate(() => localStorage.getItem('shop-cart'))).toBe('[]')

  await page.getByRole('button', { name: 'Send to purchasing' }).click()
  await page.getByLabel('Email of purchasing').fill(purchasing)
  await page.getByLabel('Note (optional)').fill('For line 4')
  await expectUsable(page, 'the question whom to send it to')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const office = await browser.newContext({ baseURL: product.url })
  const desk = await office.newPage()
  await desk.goto(`/shop/order#token=${await mailedToken(product, purchasing, '/shop/order#token=')}`)
  await expect(desk.getByText('For line 4')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  await desk.getByRole('textbox', { name: 'PO number' }).fill('PO-4711')
  await desk.getByRole('button', { name: 'Confirm on invoice' }).click()
  const invoice = desk.getByRole('article', { name: 'Invoice' })
  for (const text of [order?.number ?? '', 'PO-4711', 'Mill & Co', 'How to pay'])
    await expect(invoice).toContainText(text)
  await expectUsable(desk, 'an invoice')
  await desk.emulateMedia({ media: 'print' })
  await expect(desk.getByRole('banner')).toBeHidden()
  await expect(invoice).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Print invoice' })).toBeHidden()
  await office.close()

  const admin = await browser.newContext({ baseURL: product.url })
  await enterAs(admin, product, 'owner')
  const screen = await admin.newPage()
  await screen.goto(`/admin/orders?q=${order?.number}`)
  await screen.getByRole('link', { name: 'Mill & Co' }).click()
  await screen.getByRole('button', { name: 'Mark ready' }).click()
  await expect(screen.getByText('Order marked as ready').first()).toBeVisible()
  await screen.getByRole('button', { name: 'Mark paid' }).click()
  await screen.getByLabel('How it was paid').fill('Check 10482')
  await screen.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).click()
  await expect(screen.getByText('By check or transfer: Paid')).toBeVisible()
  await screen.goto(`/admin/event/pickups?event=${order?.eventId}`)
  await screen.getByRole('checkbox', { name: new RegExp(order?.number ?? '') }).check()
  await screen.getByRole('button', { name: 'Mark selected as handed over' }).click()
  await expect(screen.getByText('1 order handed over.').first()).toBeVisible()
  await admin.close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your order was picked up' })).toBeVisible()
})

test('an order whose answer is lost is placed once when it is sent again', async ({ page, product, trouble }) => {
  trouble.allow(/Failed to load resource/)
  const email = `${freshName()}@mill.example`
  await addToCart(page, CARD)
  await fillIn(page, email)
  await page.getByRole('textbox', { name: 'PO number' }).fill('PO-1')
  await page.route(
    '**/api/shop/orders',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('We do not know whether your order arrived.')).toBeVisible()
  expect(await ordersOf(product, email)).toHaveLength(1)
  // The form and the id of the order survive a reload of the tab, also for a press before the workshops are loaded again.
  await page.route('**/api/shop/pickups', () => {})
  await page.reload()
  await expect(page.getByLabel('Company')).toHaveValue('Mill & Co')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/shop\/order#token=/)
  expect(await ordersOf(product, email)).toHaveLength(1)
})

test('the page of a product shows the stock of now; nothing that is sold out can be added, and anything else also where the page opens below its head', async ({
  page,
}) => {
  await page.route('**/api/shop/stock?*', async (route) => {
    const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? []
    await route.fulfill({ json: { isOpen: true, items: ids.map((id) => ({ id, stock: 'out', left: null })) } })
  })
  await page.goto(CARD)
  await expect(page.getByText('Sold out').first()).toBeVisible()
  for (const button of await page.getByRole('button', { name: /Add/ }).all()) await expect(button).toBeDisabled()

  // A page may open below its head, as after a reload.
  await page.unroute('**/api/shop/stock?*')
  await page.goto('about:blank')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto(`${CARD}#order`)
  await expect(page.getByRole('link', { name: /^Cart/ })).not.toBeInViewport()
  await page.getByRole('button', { name: /Add/ }).first().click()
  await expect(page.getByText('Added. 1 in your cart.')).toBeVisible()
})

test('two tabs have one cart, and a stored text that is none is an empty one', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/shop/grease-card')
  await addToCart(page, CARD)
  await expect(other.locator('[data-shop-cart-count]')).toHaveText('1')
  await page.goto('/shop/cart')
  await expect(page.getByRole('textbox', { name: 'Quantity of Bearing fit card' })).toHaveValue('1')
  await other.getByRole('button', { name: /Add/ }).first().click()
  await expect(page.getByRole('textbox', { name: 'Quantity of Grease quantity card' })).toHaveValue('1')
  await page.getByRole('button', { name: 'Remove Bearing fit card' }).click()
  await expect(other.locator('[data-shop-cart-count]')).toHaveText('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(other.locator('[data-shop-cart-count]')).toHaveText('2')
  await holdToasts(page)
  await page.evaluate(() => localStorage.setItem('shop-cart', '{'))
  await page.reload()
  await expect(page.getByText(CART_EMPTY)).toBeVisible()
  await expectUsable(page, 'an empty cart')
  await other.close()
})

test('each line says what keeps it from being ordered, errors are at their fields, and a closed shop says so', async ({
  page,
}) => {
  await addToCart(page, CARD)
  await page.route('**/api/shop/quote', async (route) => {
    const answer = await route.fetch()
    const quote = await answer.json()
    const [line] = quote.lines
    await route.fulfill({ json: { ...quote, lines: [{ ...line, problem: 'not_enough', available: 3 }] } })
  })
  await page.goto('/shop/cart')
  await expect(page.getByRole('alert')).toContainText('Only 3 pieces are left.')
  await page.getByLabel(DELIVERIES.ship).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByLabel('Recipient')).toBeFocused()
  await expect(page.getByText('Enter a ZIP code, such as 77002')).toBeVisible()
  await holdToasts(page)
  await expectUsable(page, 'a form with errors')
  await page.setViewportSize(PHONE)
  await page.unroute('**/api/shop/quote')
  await page.route('**/api/shop/quote', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), isOpen: false } })
  })
  await page.reload()
  await expect(page.getByText(SHOP_CLOSED)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place order' })).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the cart and the page of an order say what they need', async ({ page }) => {
    for (const path of ['/shop/cart', '/shop/order']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'JavaScript is off' }), path).toBeVisible()
      await expect(page.getByText('Please turn it on for this site and reload the page'), path).toBeVisible()
    }
  })
})
