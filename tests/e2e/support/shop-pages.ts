import { expect, type Page } from './site-test.ts'

/** A product of the demo with plenty of stock. */
export const CARD = '/shop/bearing-fit-card'

/** Puts the first variant of a product into the cart, so many times. */
export async function addToCart(page: Page, path: string, times = 1): Promise<void> {
  await page.goto(path)
  const button = page.getByRole('button', { name: /Add/ }).first()
  for (let press = 0; press < times; press += 1) await button.click()
  await expect(page.getByText(`Added. ${times} in your cart.`)).toBeVisible()
}

/** Fills in who orders, for pick-up at the next workshop. */
export async function fillIn(page: Page, email: string): Promise<void> {
  await page.goto('/shop/cart')
  await page.getByLabel('Workshop', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Company').fill('Mill & Co')
  await page.getByLabel('Your name').fill('Maria Ortiz')
  await page.getByLabel('Email').fill(email)
}
