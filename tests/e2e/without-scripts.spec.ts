import { ADD_TO_CALENDAR } from './support/landing-page.ts'
import { publicPaths } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const LANDING = '/event/kansas-city-2026'
const PHONE = { width: 360, height: 740 }

test.use({ javaScriptEnabled: false })

test('pages say all they say to a browser that runs scripts, without the controls that need one', async ({
  page,
  browser,
  product,
}) => {
  const scripted = await browser.newContext({ javaScriptEnabled: true, baseURL: product.url })
  const other = await scripted.newPage()
  for (const path of ['/events', '/event/wisconsin', LANDING]) {
    await Promise.all([page.goto(path), other.goto(path)])
    const said = await getTexts(other)
    expect(said.length).toBeGreaterThan(20)
    expect(await getTexts(page), path).toEqual(said)
  }
  await scripted.close()
  await expect(page.locator('[data-needs-js]')).not.toHaveCount(0)
  for (const control of await page.locator('[data-needs-js]').all()) await expect(control).toBeHidden()
  await expect(page.getByRole('link', { name: 'Email it' })).toHaveAttribute('href', /^mailto:\?subject=/)
  await expect(page.getByRole('link', { name: ADD_TO_CALENDAR })).toHaveAttribute('href', `${LANDING}.ics`)
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

test('pages that need a script say so without one: an unknown event, and any event', async ({ page, empty }) => {
  const response = await page.goto('/event/no-such-event')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found.')
  await expect(page.getByText('Loading event')).toBeHidden()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
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

/** Every piece of text that is there to be read, in order, but that of controls which need a script. */
function getTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const text = textContent?.trim()
      if (text && parentElement?.checkVisibility() && !parentElement.closest('[data-needs-js]')) texts.push(text)
    }
    return texts
  })
}
