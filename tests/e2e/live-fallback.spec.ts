import { eq } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import { LINK_DEAD_TITLE } from '#src/contract/dead-link.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { expectLandingAt, landingFrom } from './support/landing-page.ts'
import { countShifts } from './support/looks.ts'
import { idle } from './support/site-pages.ts'
import { expect, test as siteTest } from './support/site-test.ts'

/** `unbuilt`: the slug of an event in the database that no page has been built for. */
const test = siteTest.extend<{ unbuilt: string }>({
  unbuilt: async ({ product }, use, { workerIndex }) => {
    const eventSlug = `just-published-${workerIndex}`
    const far = { eventDate: '2098-01-21', earlyBirdDeadline: '2097-12-31', heroTitle: 'Published a moment ago' }
    await product.query((db) => storeEvent(db, { eventSlug, ...far }))
    await use(eventSlug)
    await product.query((db) => db.delete(eventConfig).where(eq(eventConfig.eventSlug, eventSlug)))
  },
})

test.describe('an event published since the last build', () => {
  test('is shown from the API as its built page will be, after skeletons, with a letter to copy', async ({
    page,
    context,
    product,
    unbuilt,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route(`**/api/events/${unbuilt}`, async (route) => {
      await mayAnswer
      await route.continue()
    })
    const landing = await landingFrom(product.url, unbuilt)
    const response = await page.goto(`/event/${unbuilt}`)
    expect(response?.status()).toBe(404)
    const skeleton = page.getByRole('status', { name: 'Loading event' })
    await expect(skeleton).toBeVisible()
    await expect(skeleton).toHaveAttribute('aria-busy', 'true')
    answer()
    await expectLandingAt(page, landing, Date.now())
    await expect(page).toHaveTitle(landing.meta.title)
    await expect(page.locator('[aria-busy], [role=alert]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Copy letter' }).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    const letter = page.getByRole('region', { name: 'Letter template' }).locator('pre').filter({ visible: true })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await letter.innerText())
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
})

test("an API that does not answer is asked four times, then the page says so; 'Refresh Page' asks again", async ({
  page,
  unbuilt,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const problem = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'unavailable', detail: 'Later.' }
  let tries = 0
  await page.route(`**/api/events/${unbuilt}`, (route) => {
    tries += 1
    return route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' })
  })
  await page.goto(`/event/${unbuilt}`)
  // The pauses are waited for: a leap of the clock may end a try that is under way, before it is counted.
  await expect.poll(() => tries, { timeout: 30_000 }).toBe(4)
  await expect(page.getByRole('alert')).toContainText('Unable to load event information.')
  await expect(page.getByText('Event not found.')).toBeHidden()
  expect(tries).toBe(4)
  await page.unroute(`**/api/events/${unbuilt}`)
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published a moment ago')
})

test('an event that is not there is not found, with status 404 and a way home; a message in place of the page that was awaited moves no part of it', async ({
  page,
  trouble,
}) => {
  trouble.allow(/404 .*\/api\/(events\/no-such-event|event-previews)/)
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(countShifts)
  for (const [path, api, title, status] of [
    [`/preview#${'a'.repeat(43)}`, 'event-previews', LINK_DEAD_TITLE, 200],
    ['/event/no-such-event', 'events/no-such-event', 'Event not found.', 404],
  ] as const) {
    const seen = Promise.withResolvers<void>()
    await page.route(`**/api/${api}`, (route) => seen.promise.then(() => route.continue()))
    expect((await page.goto(path))?.status(), path).toBe(status)
    const boxes = page.getByRole('status', { name: 'Loading event' }).locator('div[aria-hidden]')
    // The first one on the plate, which is as wide as the page.
    expect((await boxes.nth(4).boundingBox())?.width).toBeGreaterThan(300)
    seen.resolve()
    await expect(page.getByRole('alert')).toContainText(title)
    await idle(page)
    expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shifts'))), path).toBeLessThan(0.01)
  }
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('a product without events says so, and shows the first one as soon as it is published', async ({
  page,
  product,
  empty,
  trouble,
}) => {
  trouble.allow(/404 .*\/(api\/events\/featured|demo\/logos\/)/)
  const response = await page.goto(empty.url)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('alert')).toContainText('No published events found')
  await expect(page.getByRole('link', { name: 'Set up an event' })).toHaveAttribute('href', '/admin/event/setup')
  const landing = await landingFrom(product.url, 'kansas-city-2026')
  await page.route('**/api/events/featured', (route) => route.fulfill({ json: landing }))
  await page.reload()
  await expectLandingAt(page, landing, Date.now())
})
