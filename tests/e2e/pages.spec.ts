import { expect, test } from './support/site-test.ts'

test.describe('the events list', () => {
  test('shows upcoming and past workshops with their cities', async ({ page }) => {
    await page.goto('/events')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Upcoming', 'Past'])
    await expect(page.locator('#upcoming li.plate')).not.toHaveCount(0)
    await expect(page.locator('#past li:visible')).not.toHaveCount(0)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('shows one city alone by its address', async ({ page }) => {
      await page.goto('/events')
      const cities = page.locator('#upcoming .city:visible')
      const all = await cities.count()
      expect(all).toBeGreaterThan(1)
      await page.getByRole('navigation', { name: 'Filter by city' }).getByRole('link').nth(1).click()
      await expect(cities).toHaveCount(1)
      await page.getByRole('link', { name: 'All cities' }).click()
      await expect(cities).toHaveCount(all)
    })
  })
})

test('any other path is a 404 page with a way home', async ({ page, trouble }) => {
  trouble.allow(/404/)
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('the bar looks the same wherever its style sheet is another one', async ({ page }) => {
  const looks = async (path: string) => {
    await page.goto(path)
    const door = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' })
    return door.evaluate((link) => {
      const { color, backgroundColor, minHeight, padding, borderRadius, fontSize } = getComputedStyle(link)
      return { color, backgroundColor, minHeight, padding, borderRadius, fontSize }
    })
  }
  const expected = await looks('/events')
  for (const path of ['/forum', '/feedback', '/forum/new']) expect(await looks(path), path).toEqual(expected)
})
