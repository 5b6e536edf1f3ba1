import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/accounts.ts'
import { shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { STEP_UP_TITLE } from '#src/contract/factor.ts'
import { CAME_BACK_UNPAID } from '#src/contract/order-words.ts'
import { ACT_REFUSED, SHORT_REFUND } from '#src/contract/shop-order-admin.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { addVariant, storeShopOrder } from '../shop/shop-rows.ts'
import { enterAs } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { freshName, PASSWORD } from './support/people.ts'
import { addToCart, CARD, fillIn } from './support/shop-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const orderOf = ({ query }: RunningProduct, email: string) =>
  query(async (db) => (await db.select().from(shopOrders).where(eq(shopOrders.email, email)))[0])

/** From the cart to the page where an order is paid, which plays that of the payment provider. */
async function orderByCard(page: Page, email: string): Promise<void> {
  await fillIn(page, email)
  await page.getByLabel('By card').check()
  await page.getByRole('button', { name: 'Order and pay by card' }).click()
  await expect(page.getByRole('heading', { name: /^Demo payment of/ })).toBeVisible()
}

/** Pays, and loads the page of the order once the payment is confirmed: by itself, it looks every few seconds. */
async function pay(page: Page, product: RunningProduct, email: string): Promise<void> {
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(/\/shop\/order#token=/)
  await expect.poll(async () => (await orderOf(product, email))?.state).toMatch(/^(paid|short)$/)
  await page.reload()
}

test('a buyer pays by card at the second try, and an administrator who shows who they are pays a part back', async ({
  page,
  browser,
  product,
  trouble,
}) => {
  test.setTimeout(180_000)
  trouble.allow(/Failed to load resource: the server responded with a status of 403/)
  const email = `${freshName()}@mill.example`
  await addToCart(page, CARD, 2)
  await orderByCard(page, email)
  expect(await orderOf(product, email)).toMatchObject({ state: 'awaiting_payment' })
  await page.getByRole('button', { name: 'Go back without paying' }).click()
  await expect(page.getByText(CAME_BACK_UNPAID)).toBeVisible()
  await expect(page).toHaveURL(/\/shop\/order#token=/)
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await pay(page, product, email)
  await expect(page.getByRole('heading', { name: 'Your order is paid' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay by card' })).toHaveCount(0)
  const order = await orderOf(product, email)
  expect(order).toMatchObject({ state: 'paid', payBy: 'card' })

  const office = await browser.newContext({ baseURL: product.url })
  const admin = await enterAs(office, product, 'admin')
  const desk = await office.newPage()
  await desk.goto(`/admin/orders/${order?.id}`)
  await desk.getByRole('button', { name: 'Refund' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in dollars').fill('5.00')
  await dialog.getByLabel('Reason').fill('A corner was bent')
  await dialog.getByLabel('Return the pieces to stock').uncheck()
  const longAgo = { authenticatedAt: new Date(Date.now() - 11 * 60_000) }
  await product.query((db) => db.update(sessions).set(longAgo).where(eq(sessions.userId, admin.id)))
  await dialog.getByRole('button', { name: 'Refund' }).click()
  const question = desk.getByRole('dialog', { name: STEP_UP_TITLE })
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(desk, '$5.00 is paid back')).toBeVisible()
  await expect(desk.getByText('Refund: Paid back')).toBeVisible()
  await office.close()

  await page.reload()
  await expect(page.getByText('$5.00 of it was refunded.')).toBeVisible()
})

test('a payment that finds its pieces gone is an order of its own kind, which is back-ordered or paid back in one press', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  const email = `${freshName()}@mill.example`
  await addToCart(page, CARD)
  await orderByCard(page, email)
  const order = await orderOf(product, email)
  // While the buyer types the number of the card, the last piece is gone, whatever held it.
  const orderId = order?.id ?? ''
  await product.query(async (db) => {
    const variantId = await addVariant(db, 0)
    await db.update(shopOrderLines).set({ variantId }).where(eq(shopOrderLines.orderId, orderId))
    await db.delete(shopHolds).where(eq(shopHolds.orderId, orderId))
    await db.update(shopVariants).set({ isActive: false }).where(eq(shopVariants.id, variantId))
  })
  await pay(page, product, email)
  await expect(page.getByRole('heading', { name: 'Paid, but not everything is in stock' })).toBeVisible()

  const office = await browser.newContext({ baseURL: product.url })
  await enterAs(office, product, 'admin')
  const desk = await office.newPage()
  await desk.goto('/admin')
  await desk.getByRole('link', { name: /paid and out of stock$/ }).click()
  await desk.getByRole('link', { name: 'Mill & Co' }).first().click()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(/^Order W-/)
  await desk.goto(`/admin/orders/${orderId}`)
  const alert = desk.getByRole('alert').filter({ hasText: 'there are not enough pieces' })
  await expect(alert).toContainText('1 piece needed, 0 free')
  await alert.getByRole('button', { name: 'Back-order' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Back-order' }).click()
  await expect(alert).toContainText('Waiting for new pieces since')
  await alert.getByRole('button', { name: /^Refund \$/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByLabel('Reason')).toHaveValue(SHORT_REFUND)
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(toast(desk, /is paid back/)).toBeVisible()
  await office.close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This order was refunded' })).toBeVisible()
})

test('codes are entered for each kind of voucher of an order, and no more than were ordered', async ({
  page,
  context,
  product,
}) => {
  const { id } = await product.query(async (db) => {
    const order = await storeShopOrder(db, { variantId: null, sku: 'SEAT-1', title: 'Seat voucher' })
    const copied = { sku: 'SEAT-5', title: 'Five seats', label: '', isTaxed: false, unitCents: 9_900, quantity: 2 }
    await db.insert(shopOrderLines).values({ orderId: order.id, ...copied, kind: 'voucher', displayOrder: 2 })
    await db.update(shopOrderLines).set({ kind: 'voucher' }).where(eq(shopOrderLines.id, order.lineId))
    return order
  })
  await enterAs(context, product, 'admin')
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Enter voucher codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Codes of Seat voucher').fill('KC-1\nKC-2')
  await dialog.getByLabel('Codes of Five seats').fill('KC-3\nKC-4')
  await dialog.getByRole('button', { name: 'Save codes' }).click()
  await expect(dialog.getByText(ACT_REFUSED.tooManyCodes)).toBeVisible()
  await dialog.getByLabel('Codes of Seat voucher').fill('KC-1')
  await dialog.getByRole('button', { name: 'Save codes' }).click()
  await expect(toast(page, 'Voucher codes saved')).toBeVisible()
  const lines = page.getByRole('table', { name: 'Products of this order' })
  await expect(lines).toContainText('KC-1')
  await expect(lines).toContainText('KC-3, KC-4')
})
