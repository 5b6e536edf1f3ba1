import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

test.describe('an event that is not prebuilt', () => {
  const unknown = '/event/no-such-event'

  test('answers 404 and says so, with a way home', async ({ page, trouble }) => {
    trouble.allow(/Failed to load resource/)
    const response = await page.goto(unknown)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('alert')).toContainText('Event not found.')
    await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('says so too', async ({ page, trouble }) => {
      trouble.allow(/Failed to load resource/)
      await page.goto(unknown)
      await expect(page.getByRole('heading', { name: 'Event not found.' })).toBeVisible()
      await expect(page.locator('[aria-busy]')).toBeHidden()
    })
  })

  test('shows skeletons while it loads', async ({ page, trouble }) => {
    trouble.allow(/Failed to load resource/)
    await page.route('**/api/events/*', () => {})
    await page.goto(unknown)
    await expect(page.getByRole('status', { name: 'Loading event' })).toHaveAttribute('aria-busy', 'true')
    expect(await violations(page)).toEqual([])
  })

  test('shows the landing once the API has it, and its letter can be copied', async ({ page, product, trouble }) => {
    trouble.allow(/Failed to load resource/)
    const landing = await (await fetch(`${product.url}/api/events/featured`)).json()
    await page.route('**/api/events/no-such-event', (route) => route.fulfill({ json: landing }))
    await page.goto(unknown)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(landing.hero.title)
    await page.getByRole('button', { name: 'Copy letter' }).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('gives up after three more tries and offers to refresh the page', async ({ page, trouble }) => {
    trouble.allow(/Failed to load resource/)
    let tries = 0
    await page.route('**/api/events/no-such-event', (route) => {
      tries++
      return route.fulfill({ status: 503, json: {} })
    })
    await page.goto(unknown)
    await expect(page.getByRole('alert')).toContainText('Unable to load event information.')
    expect(tries).toBe(4)
    expect(await violations(page)).toEqual([])
    await page.unroute('**/api/events/no-such-event')
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(page.getByRole('alert')).toContainText('Event not found.')
  })
})

test.describe('a product without events', () => {
  test('says so, with a link to set one up', async ({ page, empty, trouble }) => {
    trouble.allow(/Failed to load resource/)
    await page.goto(empty.url)
    await expect(page.getByRole('alert')).toContainText('No published events found')
    await expect(page.getByRole('link', { name: 'Set up an event' })).toHaveAttribute('href', '/admin/event/setup')
    expect(await violations(page)).toEqual([])
  })

  test('shows an event published since its pages were built', async ({ page, empty, product }) => {
    const landing = await (await fetch(`${product.url}/api/events/featured`)).json()
    await page.route('**/api/events/featured', (route) => route.fulfill({ json: landing }))
    await page.goto(empty.url)
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveText(landing.hero.title)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('says so too', async ({ page, empty }) => {
      await page.goto(empty.url)
      await expect(page.getByRole('heading', { name: 'No published events found' })).toBeVisible()
      await expect(page.locator('[aria-busy]')).toBeHidden()
    })
  })
})
