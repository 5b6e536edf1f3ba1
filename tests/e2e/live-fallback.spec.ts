import { eq } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import { CANARY } from '#db/seed/content/canary.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { expectLandingAt, landingFrom } from './support/landing-page.ts'
import { expect, type Page, test as siteTest } from './support/site-test.ts'

/** The longest pause between two tries is shorter. */
const PAUSE = 5_000
const UNKNOWN = '/event/no-such-event'

/** `unbuilt`: the slug of an event in the database that no page has been built for. */
const test = siteTest.extend<{ unbuilt: string; unknown: string }>({
  unbuilt: async ({ product }, use, { workerIndex }) => {
    const eventSlug = `just-published-${workerIndex}`
    const far = { eventDate: '2098-01-21', earlyBirdDeadline: '2097-12-31', heroTitle: 'Published a moment ago' }
    await product.query((db) => storeEvent(db, { eventSlug, ...far }))
    await use(eventSlug)
    await product.query((db) => db.delete(eventConfig).where(eq(eventConfig.eventSlug, eventSlug)))
  },
  unknown: async ({ trouble }, use) => {
    trouble.allow(/404 .*\/api\/events\/no-such-event/)
    await use(UNKNOWN)
  },
})

test.describe('an event published since the last build', () => {
  test('is shown from the API, as its built page will be', async ({ page, product, unbuilt }) => {
    const landing = await landingFrom(product.url, unbuilt)
    const response = await page.goto(`/event/${unbuilt}`)
    expect(response?.status()).toBe(404)
    await expectLandingAt(page, landing, Date.now())
    await expect(page).toHaveTitle(landing.meta.title)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('keeps to the clock from then on', async ({ page, product, unbuilt }) => {
    const landing = await landingFrom(product.url, unbuilt)
    const { startsAt } = landing.phases
    await page.clock.install({ time: startsAt - 60_000 })
    await page.goto(`/event/${unbuilt}`)
    await expectLandingAt(page, landing, startsAt - 60_000)
    await page.clock.fastForward(120_000)
    await expectLandingAt(page, landing, startsAt + 60_000)
  })

  test('has a letter that can be copied', async ({ page, context, unbuilt }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/event/${unbuilt}`)
    await page.getByRole('button', { name: 'Copy letter' }).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    const letter = page.getByRole('region', { name: 'Letter template' }).locator('pre').filter({ visible: true })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await letter.textContent())
  })

  test('shows skeletons until it is there', async ({ page, unbuilt }) => {
    let answer = () => {}
    const held = new Promise<void>((release) => {
      answer = release
    })
    await page.route(`**/api/events/${unbuilt}`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/event/${unbuilt}`)
    const skeleton = page.getByRole('status', { name: 'Loading event' })
    await expect(skeleton).toBeVisible()
    await expect(skeleton).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published a moment ago')
    await expect(skeleton).toHaveCount(0)
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
  })
})

test.describe('an API that does not answer', () => {
  for (const [fault, status] of [
    ['the connection fails', 0],
    ['it is unavailable', 503],
    ['it breaks', 500],
    ['it is busy', 429],
  ] as const) {
    test(`is asked three more times when ${fault}, then the page says so`, async ({ page, unbuilt, trouble }) => {
      trouble.allow(/Failed to load resource/)
      const tries = await refuse(page, unbuilt, status)
      await giveUp(page, tries, unbuilt)
      await expect(page.getByRole('alert')).toContainText('Unable to load event information.')
      await page.clock.runFor(20 * PAUSE)
      expect(tries.count).toBe(4)
    })
  }

  test('is no reason to give up when it comes back in time', async ({ page, unbuilt, trouble }) => {
    trouble.allow(/Failed to load resource/)
    const tries = await refuse(page, unbuilt, 503, 2)
    await page.clock.install()
    await page.goto(`/event/${unbuilt}`)
    for (let count = 1; count <= 2; count += 1) await tryAgain(page, tries, count)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published a moment ago')
    expect(tries.count).toBeLessThanOrEqual(4)
  })

  test("'Refresh Page' shows the event once it answers", async ({ page, unbuilt, trouble }) => {
    trouble.allow(/Failed to load resource/)
    const tries = await refuse(page, unbuilt, 0)
    await giveUp(page, tries, unbuilt)
    await page.unroute(`**/api/events/${unbuilt}`)
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published a moment ago')
  })
})

test.describe('an event that is not there', () => {
  test('is not found, with a way home and status 404', async ({ page, unknown }) => {
    const response = await page.goto(unknown)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('alert')).toContainText('Event not found.')
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('is asked for once: that answer will not change', async ({ page, unknown }) => {
    let count = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/events/')) count += 1
    })
    await page.clock.install()
    await page.goto(unknown)
    await expect(page.getByRole('alert')).toContainText('Event not found.')
    await page.clock.runFor(4 * PAUSE)
    expect(count).toBe(1)
  })

  for (const path of [`/event/phoenix-${CANARY}`, '/event/%3Cscript%3E', '/event/a/b', '/event/..%2f..%2fapi']) {
    test(`${path} is not found either`, async ({ page, trouble }) => {
      trouble.allow(/(400|404) .*\/api\/events\//)
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Event not found\.|Oops! Page not found/)
    })
  }
})

test.describe('a product without events', () => {
  test('says so, with a link to set one up', async ({ page, empty, trouble }) => {
    trouble.allow(/404 .*\/api\/events\/featured/)
    const response = await page.goto(empty.url)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('alert')).toContainText('No published events found')
    await expect(page.getByRole('link', { name: 'Set up an event' })).toHaveAttribute('href', '/admin/event/setup')
  })

  test('shows the first one as soon as it is published', async ({ page, product, empty, trouble }) => {
    trouble.allow(/404 .*\/demo\/logos\//)
    const landing = await landingFrom(product.url, 'kansas-city-2026')
    await page.route('**/api/events/featured', (route) => route.fulfill({ json: landing }))
    await page.goto(empty.url)
    await expectLandingAt(page, landing, Date.now())
  })

  test('does not claim to be empty when nobody could be asked', async ({ page, empty, trouble }) => {
    trouble.allow(/Failed to load resource/)
    const tries = await refuse(page, 'featured', 503)
    await giveUp(page, tries, '', empty.url)
    await expect(page.getByRole('alert')).toContainText('Unable to load event information.')
    await expect(page.getByText('No published events found')).toBeHidden()
  })
})

type Tries = { count: number }

/** Refuses the API's answer: always, or so many times. Status 0 is a connection that breaks. */
async function refuse(page: Page, slug: string, status: number, times = Number.POSITIVE_INFINITY): Promise<Tries> {
  const tries = { count: 0 }
  await page.route(`**/api/events/${slug}`, (route) => {
    tries.count += 1
    if (tries.count > times) return route.continue()
    return status === 0 ? route.abort() : route.fulfill({ status, json: {} })
  })
  return tries
}

/** Opens the page and lets the pauses between its tries pass. */
async function giveUp(page: Page, tries: Tries, slug: string, address = `/event/${slug}`): Promise<void> {
  await page.clock.install()
  await page.goto(address)
  for (let count = 1; count <= 3; count += 1) await tryAgain(page, tries, count)
  await expect.poll(() => tries.count).toBe(4)
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
}

/** The pause after try number `count` passes. It begins only once the page has seen the answer. */
async function tryAgain(page: Page, tries: Tries, count: number): Promise<void> {
  await expect.poll(() => tries.count).toBeGreaterThanOrEqual(count)
  await expect(async () => {
    await page.clock.runFor(PAUSE)
    await expect.poll(() => tries.count, { timeout: 1_000 }).toBeGreaterThan(count)
  }).toPass()
}
