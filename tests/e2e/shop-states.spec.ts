import { eq } from 'drizzle-orm'
import { shopOrders } from '#db/schema/shop-orders.ts'
import type { Quote, QuotedLine } from '#src/contract/shop-order.ts'
import { QUANTITY_RANGE } from '#src/contract/shop-words.ts'
import { act, enterAs } from './support/admin-page.ts'
import { expectUsable, take } from './support/looks.ts'
import { expect, type Page, test } from './support/site-test.ts'

const VARIANT = '11111111-1111-4111-8111-111111111111'

const line = { variantId: VARIANT, sku: 'SEAT-1', title: 'Seat voucher', label: 'One seat', quantity: 2 }
const totals = { subtotalCents: 89_000, shippingCents: 0, taxCents: 0, totalCents: 89_000 }

/** Opens a cart of one line, as the server would price it. */
async function openCart(page: Page, changes: Partial<QuotedLine> = {}): Promise<void> {
  const quoted: QuotedLine = { ...line, kind: 'voucher', unitCents: 44_500, problem: null, available: null, ...changes }
  const quote: Quote = { ...totals, lines: [quoted], isOpen: true, canPayByCard: true, taxBasisPoints: 825 }
  await page.route('**/api/shop/quote', (route) => route.fulfill({ json: quote }))
  const cart = JSON.stringify([{ ...line, priceCents: 44_500 }])
  await page.addInitScript((text) => localStorage.setItem('shop-cart', text), cart)
  await page.goto('/shop/cart')
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
}

test('a page of a product says what was added, and a line of the cart leads to it', async ({ page }) => {
  await page.goto('/shop/grease-card')
  await page.getByRole('button', { name: /Add/ }).first().click()
  await expect(page.getByText('Added. 1 in your cart.')).toBeVisible()
  await expectUsable(page, 'a product in the cart')
  await page.getByRole('link', { name: 'Open the cart' }).click()
  await page.getByRole('link', { name: 'Grease quantity card' }).click()
  await expect(page).toHaveURL(/\/shop\/grease-card$/)
})

test('seats alone are sent by email, and a card is one of the ways to pay; a quantity that is none says what is one, and is the last one again', async ({
  page,
}) => {
  await openCart(page)
  await expect(page.getByRole('radio', { name: 'By email' })).toBeChecked()
  await page.getByRole('radio', { name: 'By card' }).check()
  await expect(page.getByLabel('PO number')).toHaveCount(0)
  const quantity = page.getByRole('textbox', { name: 'Quantity of Seat voucher' })
  await quantity.fill('0')
  await expect(quantity).toHaveAccessibleDescription(QUANTITY_RANGE)
  await expectUsable(page, 'a cart of seats, by card, and a quantity that is none')
  await quantity.blur()
  await expect(quantity).toHaveValue('2')
  await expect(page.getByText(QUANTITY_RANGE)).toHaveCount(0)
})

test('what is no longer sold says so, and prices that could not be loaded can be asked for again', async ({
  page,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  await openCart(page, { problem: 'gone' })
  await expect(page.getByRole('alert')).toContainText('no longer sold')
  await page.unroute('**/api/shop/quote')
  await page.route('**/api/shop/quote', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectUsable(page, 'a cart without prices')
})

test.describe('an administrator', () => {
  /** The dialogs of an order on invoice, each with its button. Two have what the others are made of. */
  const DIALOGS: [name: string, isLookedAt?: boolean][] = [
    ['Mark shipped', true],
    ['Mark paid'],
    ['Change PO number'],
    ['Cancel order', true],
    ['Add note'],
  ]

  test('can use each dialog of an order, with its errors, an order that is paid and short, and the refund of it', async ({
    page,
    context,
    product,
  }) => {
    await enterAs(context, product, 'owner')
    await take(page)
    await page.goto(await orderPath(product, 'W-72498494'))
    for (const [name, isLookedAt] of DIALOGS) {
      await page.getByRole('button', { name, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await dialog.locator('[type=submit]').click()
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeFocused()
      if (isLookedAt) await expectUsable(page, name)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await page.goto(await orderPath(product, 'W-78707214'))
    await expect(page.getByRole('alert')).toContainText('not enough pieces')
    await expectUsable(page, 'an order that is paid and short')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('')
    await page.getByRole('dialog').locator('[type=submit]').click()
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
    await expectUsable(page, 'a refund')
  })

  test('can use the list of pick-ups, which is among the tabs of its event, the stock of a product, and its form with errors and pictures', async ({
    page,
    context,
    product,
  }) => {
    await enterAs(context, product, 'owner')
    await take(page)
    const [order] = await product.query((db) => db.select().from(shopOrders).where(eq(shopOrders.number, 'W-88837457')))
    await page.goto(`/admin/event/logistics/${order?.eventId}`)
    await page.getByRole('navigation', { name: 'This event' }).getByRole('link', { name: 'Pick-ups' }).click()
    await expect(page.getByRole('link', { name: 'Annika Lindqvist' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'To bring' })).toBeVisible()
    await expectUsable(page, 'pick-ups')
    await page.goto('/admin/library/products')
    await act(page, 'Bearing fit card', 'Change stock')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectUsable(page, 'the stock of a product')
    await page.goto('/admin/library/products?edit=new')
    await page.getByRole('button', { name: 'Add picture' }).click()
    await page.getByRole('button', { name: 'Save product' }).click()
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
    await expectUsable(page, 'the form of a product')
  })
})

type Product = Parameters<typeof enterAs>[1]

/** The screen of an order of the demo. */
async function orderPath({ query }: Product, number: string): Promise<string> {
  const [order] = await query((db) => db.select().from(shopOrders).where(eq(shopOrders.number, number)))
  return `/admin/orders/${order?.id}`
}
