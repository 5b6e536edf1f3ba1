import { featuredPath } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const registerLinks = (page: Page) => page.locator('[data-register] a[target]:visible')
const strip = (page: Page) => page.locator('[data-partners]')

test('the eight sections stand in the order of the specification', async ({ page, product }) => {
  await page.goto(await featuredPath(product.url))
  const headings = await page.locator('main h1, main h2').allTextContents()
  const order = ['Partnered With', 'Why This Workshop Is Different', "What You'll Learn", 'Register for this event']
  expect(order.map((heading) => headings.indexOf(heading))).toEqual([1, 2, 3, 4])
  await expect(page.locator('main section').first()).toHaveAccessibleName('Announcements')
  expect(headings).toHaveLength(7)
})

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

test.describe('logos', () => {
  test('one that fails to load leaves the strip', async ({ page, product, trouble }) => {
    trouble.allow(/Failed to load resource/)
    const path = await featuredPath(product.url)
    await page.goto(path)
    const all = await strip(page).getByRole('img').count()
    const first = await strip(page).getByRole('img').first().getAttribute('src')
    await page.route(`**${first}`, (route) => route.abort())
    await page.goto(path)
    await strip(page).scrollIntoViewIfNeeded()
    await expect(strip(page).getByRole('img')).toHaveCount(all - 1)
  })

  test('the strip leaves with its last logo', async ({ page, product, trouble }) => {
    trouble.allow(/Failed to load resource/)
    await page.route('**/demo/logos/**', (route) => route.abort())
    await page.goto(await featuredPath(product.url))
    await page.getByRole('heading', { name: 'Why This Workshop Is Different' }).scrollIntoViewIfNeeded()
    await expect(strip(page)).toHaveCount(0)
  })
})

test('one beacon is all an anonymous visitor sends', async ({ page, product }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.goto(`${await featuredPath(product.url)}?utm_source=x`, { waitUntil: 'networkidle' })
  await expect.poll(() => calls).toEqual(['POST /api/page-views'])
})

test('a failing beacon disturbs nobody', async ({ page, product }) => {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => {
      throw new Error('blocked')
    }
  })
  await page.goto(await featuredPath(product.url), { waitUntil: 'networkidle' })
})
