import { test as base, expect } from '@playwright/test'
import { type Product, startProduct } from '#tests/support/product.ts'
import { enterAs } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { field, fill, giveDraft, openForm, press, storedEvent } from './support/event-form.ts'

/** A product of its own: what is published shows on its pages. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ playwright: _ }, use) => {
      const product = await startProduct({ SEED: 'none' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
})

test('an event is published from its form, edited and renamed while it is public, and each build shows it', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(240_000)
  await enterAs(context, product, 'admin')
  const { id, eventSlug } = await giveDraft(product, page)
  const statusOf = async (slug: string) => (await page.request.get(`/event/${slug}`, { maxRedirects: 0 })).status()
  await openForm(page, id)
  await fill(page, { 'Hero title': 'Stop the next breakdown' })
  await press(page, 'Publish')
  await expect(toast(page, 'Event published')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden()
  expect(await storedEvent(product, id)).toMatchObject({ isPublished: true, heroTitle: 'Stop the next breakdown' })
  await expect.poll(() => statusOf(eventSlug), { timeout: 90_000 }).toBe(200)

  await fill(page, { Address: `${eventSlug}-moved` })
  await expect(field(page, 'Address')).toHaveAccessibleDescription(/leads visitors to the new one/)
  await press(page, 'Save')
  await expect(toast(page, 'Event saved')).toBeVisible()
  await expect.poll(() => statusOf(`${eventSlug}-moved`), { timeout: 90_000 }).toBe(200)
  expect(await statusOf(eventSlug)).toBe(301)

  await fill(page, { 'Registration URL': '' })
  await press(page, 'Save')
  await expect(field(page, 'Registration URL')).toHaveAttribute('aria-invalid', 'true')
  expect((await storedEvent(product, id)).version).toBe(3)
})
