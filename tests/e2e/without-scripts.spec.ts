import { landingFrom } from './support/landing-page.ts'
import { publicPaths } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const SLUG = 'kansas-city-2026'
const LANDING = `/event/${SLUG}`
const PHONE = { width: 360, height: 740 }

test.use({ javaScriptEnabled: false })

for (const path of [
  '/',
  '/events',
  LANDING,
  '/event/houston-gulf-coast',
  '/event/wisconsin',
  '/event/greenville-upstate',
]) {
  test(`${path} says all it says to a browser that runs scripts`, async ({ page, browser, product }) => {
    const scripted = await browser.newContext({ javaScriptEnabled: true, baseURL: product.url })
    const other = await scripted.newPage()
    await Promise.all([page.goto(path), other.goto(path)])
    const controls = new Set(['Copy letter', 'Print it'])
    const said = (await textsOf(other)).filter((text) => !controls.has(text))
    expect(said.length).toBeGreaterThan(20)
    expect(await textsOf(page)).toEqual(said)
    await scripted.close()
  })
}

test('the register links work', async ({ page, product }) => {
  const { register } = await landingFrom(product.url, SLUG)
  const [spot] = register.map(({ value }) => value)
  if (!spot || !('href' in spot)) throw new Error(`${SLUG} cannot be registered for`)
  await page.goto(LANDING)
  const links = page.getByRole('link', { name: `${spot.label} (opens in a new tab)` }).filter({ visible: true })
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', spot.href)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/)
  }
})

test('controls that only a script can serve are not there, the others are', async ({ page }) => {
  await page.goto(LANDING)
  await expect(page.locator('[data-needs-js]')).not.toHaveCount(0)
  for (const control of await page.locator('[data-needs-js]').all()) await expect(control).toBeHidden()
  await expect(page.getByRole('link', { name: 'Email it' })).toHaveAttribute('href', /^mailto:\?subject=/)
  await expect(page.getByRole('link', { name: 'Add to your calendar' })).toHaveAttribute('href', `${LANDING}.ics`)
})

test('the menu opens and closes on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upcoming Events' })
  const button = page.getByRole('button', { name: 'Menu' })
  await expect(link).toBeHidden()
  await button.click()
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await button.click()
  await link.click()
  await expect(page).toHaveURL('/events')
})

test('an unknown event is not found, with a way home and status 404', async ({ page }) => {
  const response = await page.goto('/event/no-such-event')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found.')
  await expect(page.getByText('Loading event')).toBeHidden()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('a product without events says so', async ({ page, empty }) => {
  await page.goto(empty.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No published events found')
  await expect(page.getByRole('link', { name: 'Set up an event' })).toHaveAttribute('href', '/admin/event/setup')
})

test('no page is wider than a phone', async ({ page, product }) => {
  await page.setViewportSize(PHONE)
  for (const path of [...(await publicPaths(product.url)), '/event/no-such-event']) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width)
  }
})

/** Every piece of text that is there to be read, in order. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const text = textContent?.trim()
      if (text && parentElement?.checkVisibility()) texts.push(text)
    }
    return texts
  })
}
