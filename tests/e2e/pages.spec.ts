import { expect, test } from './support/site-test.ts'

test.describe('the events list without scripts', () => {
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
