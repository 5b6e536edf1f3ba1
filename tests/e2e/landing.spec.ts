import { featuredPath } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const registerLinks = (page: Page) => page.locator('[data-register] a[target]:visible')
const strip = (page: Page) => page.locator('[data-partners]')

test('what does not hold any more is hidden before the first paint', async ({ page, product }) => {
  const path = await featuredPath(product.url)
  await page.goto(path)
  const over = await page.locator('[data-register] > [data-from]').last().getAttribute('data-from')
  await page.clock.setFixedTime(Number(over))
  await page.addInitScript(() => {
    const check = () => {
      const parts = [...document.querySelectorAll<HTMLElement>('[data-until]')]
      const isWrong = parts.some((part) => !part.hidden && Number(part.dataset.until) <= Date.now())
      if (isWrong) document.documentElement.dataset.flashed = ''
      if (document.readyState !== 'complete') requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })
  await page.goto(path)
  await expect(registerLinks(page)).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-flashed')
})

test('a logo that fails to load leaves the strip, and the strip leaves with its last one', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const path = await featuredPath(product.url)
  await page.goto(path)
  const all = await strip(page).getByRole('img').count()
  expect(all).toBeGreaterThan(1)
  const first = await strip(page).getByRole('img').first().getAttribute('src')
  await page.route(`**${first}`, (route) => route.abort())
  await page.goto(path)
  await strip(page).scrollIntoViewIfNeeded()
  await expect(strip(page).getByRole('img')).toHaveCount(all - 1)
  await page.route('**/demo/logos/**', (route) => route.abort())
  await page.goto(path)
  await page.getByRole('heading', { name: 'Why This Workshop Is Different' }).scrollIntoViewIfNeeded()
  await expect(strip(page)).toHaveCount(0)
})

test('a beacon that throws stops nothing else of the page', async ({ page, product }) => {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => {
      document.documentElement.dataset.beacon = 'blocked'
      throw new Error('blocked')
    }
  })
  await page.goto(await featuredPath(product.url))
  await expect(page.locator('html')).toHaveAttribute('data-beacon', 'blocked')
})
