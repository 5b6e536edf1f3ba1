import { FILL_IN_ALL } from '#src/contract/business-case.ts'
import { calendarLinks } from '#src/contract/calendar-links.ts'
import { toLanding } from '#src/contract/landing.ts'
import { SITE_COPY } from '#src/contract/site-copy.ts'
import { someRows } from '#tests/support/event-fixture.ts'
import { landingFrom } from './support/landing-page.ts'
import { countShifts } from './support/looks.ts'
import { laidOut } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

const SLUG = 'kansas-city-2026'
const PATH = `/event/${SLUG}`

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the calendars of a browser are offered once they are asked for, before anything else of the script is in sight; the calculator says what less downtime is worth, by the keyboard alone, and asks for numbers that can be', async ({
    page,
    product,
  }) => {
    const { calendar } = await landingFrom(product.url, SLUG)
    await page.goto(PATH)
    await page.getByText('Google, Outlook or Yahoo').click()
    for (const { service, href } of calendarLinks(calendar))
      await expect(page.getByRole('link', { name: `${service} (opens in a new tab)` })).toHaveAttribute('href', href)

    const why = page.locator('section', { has: page.getByRole('heading', { name: SITE_COPY['why.title'].text }) })
    await why.scrollIntoViewIfNeeded()
    const calculator = why.getByRole('group', { name: 'What is it worth in your plant?' })
    const result = calculator.getByRole('status')
    await expect(calculator.getByLabel('Downtime you expect to prevent')).toHaveValue('15')
    await expect(result).toHaveText(FILL_IN_ALL)
    await calculator.getByLabel('Unplanned downtime').focus()
    await page.keyboard.type('1000')
    await expect(result).toHaveText(
      'Unplanned downtime (hours a month): Enter a number from 0 to 744, with at most two decimals.',
    )
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2500')
    await expect(result).toHaveText(
      '15% less downtime is 18 hours a year, worth $45,000. The price of the day, $395, is paid back by 10 minutes of prevented downtime.',
    )
    await expect(page.locator('#business-case').getByLabel('Cost of an hour')).toHaveValue('2500')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('the bar counts the days of the early bird to its last, and leaves while the link of the hero is in view', async ({
    page,
    product,
  }) => {
    const { phases } = await landingFrom(product.url, SLUG)
    const ends = phases.earlyBirdEndsAt ?? 0
    await page.clock.install({ time: ends - 24 * 3_600_000 - 60_000 })
    await page.goto(PATH)
    const bar = page.locator('[data-actions] > :has([data-act]):visible')
    await expect(bar).toContainText('2 days left')
    await page.clock.fastForward(16 * 60_000)
    await expect(bar).toContainText('last day')
    await page.locator('[data-register]').first().scrollIntoViewIfNeeded()
    await expect(bar).toHaveCount(0)
    await page.locator('#agenda').scrollIntoViewIfNeeded()
    await expect(bar).toBeVisible()
  })
})

test('the bar is as high before it counts the days as then; what is beside its link stays where it is without it', async ({
  page,
}) => {
  await page.goto('/')
  const days = page.locator('[data-actions] strong + *')
  const heights = []
  for (const text of ['until Dec 11', '15 days left']) {
    await days.evaluate((days: HTMLElement, text) => {
      delete days.dataset.days
      days.textContent = text
    }, text)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      heights.push((await page.locator('[data-actions]').boundingBox())?.height)
    }
  }
  expect(new Set(heights).size, heights.join()).toBe(1)
  const report = page.getByRole('button', { name: 'Report Issue' })
  await page.locator('#agenda').scrollIntoViewIfNeeded()
  await expect(days).toBeVisible()
  const beside = await report.boundingBox()
  await page.locator('[data-register]').first().scrollIntoViewIfNeeded()
  await expect(days).toBeHidden()
  expect((await report.boundingBox())?.x).toBe(beside?.x)
})

test('fields come to a visitor who was led to the letter without moving the page', async ({ page }) => {
  await page.addInitScript(countShifts)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
    await page.route('**/_astro/p.*', async (route) => {
      await mayCome
      await route.continue()
    })
    const asked = page.waitForRequest('**/_astro/p.*')
    await page.goto(`${PATH}#business-case`)
    await asked
    await laidOut(page)
    await page.evaluate(() => Reflect.set(globalThis, 'shifts', 0))
    come()
    await expect(page.getByRole('group', { name: 'Fill in the letter' })).toBeVisible()
    await laidOut(page)
    expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shifts'))), `${width} px`).toBeLessThan(0.05)
    await page.unroute('**/_astro/p.*')
    await page.goto('about:blank')
  }
})

test('on its day a page says what is on and what comes next, and goes on while it is open', async ({
  page,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const at = (time: string) => Date.parse(`2027-01-21T${time}:00-06:00`)
  const landing = toLanding(someRows({ eventSlug: 'on-its-day', venueRoom: 'Pattern Shop' }), at('07:00'))
  await page.route('**/api/events/on-its-day', (route) => route.fulfill({ json: landing }))
  await page.clock.install({ time: at('08:29') })
  await page.goto('/event/on-its-day')
  const today = page.getByRole('region', { name: 'Today' })
  const says = (text: string) => expect(today).toHaveText(text, { useInnerText: true, ignoreCase: true })
  await says('Today Next 8:30am Asset walk Room Pattern Shop')
  await page.clock.fastForward(2 * 60_000)
  await says('Today Now 8:30am Asset walk Next 9:30am Criticality Room Pattern Shop')
  await page.clock.fastForward(3_600_000)
  await says('Today Now 9:30am Criticality Room Pattern Shop')
  await page.clock.fastForward(7 * 3_600_000)
  await expect(today).toBeHidden()
})
