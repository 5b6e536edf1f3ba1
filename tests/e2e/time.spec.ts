import type { EventSummary } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Landing } from '#src/contract/landing.ts'
import { valueAt } from '#src/contract/phases.ts'
import { expectLandingAt, landingFrom } from './support/landing-page.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** A published event of the demo that is ahead. */
const SLUG = 'kansas-city-2026'
const MINUTE = 60_000

test.describe('a page built earlier', () => {
  test('shows what holds whenever it is opened: a second before a boundary, and at each', async ({ page, product }) => {
    const landing = await landingFrom(product.url, SLUG)
    const { earlyBirdEnds, starts, ends, dayEnds } = await boundariesOf(product.url, landing)
    for (const now of [earlyBirdEnds - 1_000, earlyBirdEnds, starts, ends, dayEnds]) {
      await page.clock.setFixedTime(now)
      await page.goto(`/event/${SLUG}`)
      await expectLandingAt(page, landing, now)
    }
  })

  test('crosses every boundary while it is open, without a reload', async ({ page, product }) => {
    const landing = await landingFrom(product.url, SLUG)
    const { earlyBirdEnds, starts, ends } = await boundariesOf(product.url, landing)
    await page.clock.install({ time: earlyBirdEnds - MINUTE })
    await page.goto(`/event/${SLUG}`)
    await markAsOpen(page)
    await expectLandingAt(page, landing, earlyBirdEnds - MINUTE)
    for (const at of [earlyBirdEnds, starts, ends]) {
      await forwardTo(page, at + MINUTE)
      await expectLandingAt(page, landing, at + MINUTE)
    }
    expect(await isStillOpen(page)).toBe(true)
  })
})

test('the list of workshops shows the price that holds, and an event on the side of its day', async ({
  page,
  product,
}) => {
  const summary = await summaryOf(product.url, SLUG)
  const { earlyBirdEnds, dayEnds } = await boundariesOf(product.url, await landingFrom(product.url, SLUG))
  for (const now of [earlyBirdEnds - 1_000, earlyBirdEnds, dayEnds - 1_000, dayEnds]) {
    await page.clock.setFixedTime(now)
    await page.goto('/events')
    await expectListedAt(page, summary, now)
  }
})

test.describe('the home page', () => {
  test('shows its event until the last second of its day, then loads the next one live', async ({ page, product }) => {
    const { featured, next, until } = await featuredNow(product.url)
    await answerFeatured(page, next)
    await page.clock.setFixedTime(until - 1_000)
    await page.goto('/')
    await expectLandingAt(page, featured, until - 1_000)
    await page.clock.setFixedTime(until)
    await page.goto('/')
    await expectNext(page, featured, next)
  })

  test('moves on while it is open', async ({ page, product }) => {
    const { featured, next, until } = await featuredNow(product.url)
    await answerFeatured(page, next)
    await page.clock.install({ time: until - MINUTE })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: featured.hero.title })).toBeVisible()
    await markAsOpen(page)
    await forwardTo(page, until + MINUTE)
    await expectNext(page, featured, next)
    expect(await isStillOpen(page)).toBe(true)
  })

  test('never falls back to the old event when the API is down', async ({ page, product, trouble }) => {
    trouble.allow(/Failed to load resource/)
    const { featured, until } = await featuredNow(product.url)
    await page.route('**/api/events/featured', (route) => route.abort())
    await page.clock.install({ time: until + MINUTE })
    await page.goto('/')
    await expect(page.getByRole('status', { name: 'Loading event' })).toBeVisible()
    await page.clock.fastForward(10 * MINUTE)
    await expect(page.getByText(featured.hero.title)).toBeHidden()
    await expect(page.getByRole('link', { name: /opens in a new tab/ }).filter({ visible: true })).toHaveCount(0)
  })
})

/** The instants at which what this page shows changes. */
async function boundariesOf(origin: string, { slug, phases }: Landing) {
  const { upcomingUntil: dayEnds } = await summaryOf(origin, slug)
  const { earlyBirdEndsAt: earlyBirdEnds, startsAt: starts, endsAt: ends } = phases
  if (earlyBirdEnds === undefined) throw new Error(`${slug} has no early-bird price`)
  return { earlyBirdEnds, starts, ends, dayEnds }
}

async function listed(origin: string): Promise<EventSummary[]> {
  const page: { items: EventSummary[] } = await (await fetch(`${origin}/api/events`)).json()
  return page.items
}

async function summaryOf(origin: string, slug: string): Promise<EventSummary> {
  const summary = (await listed(origin)).find((item) => item.slug === slug)
  if (!summary) throw new Error(`${slug} is not listed`)
  return summary
}

/** Once in the list: among the upcoming with the price of `at`, or among the past without one. */
async function expectListedAt(page: Page, summary: EventSummary, at: Instant): Promise<void> {
  const link = page.getByRole('link', { name: summary.name, exact: true })
  const entry = page.getByRole('main').getByRole('listitem').filter({ has: link, visible: true })
  await expect(entry).toHaveCount(1)
  const isAhead = at < summary.upcomingUntil
  await expect(page.locator('#upcoming').getByRole('listitem').filter({ has: link, visible: true })).toHaveCount(
    isAhead ? 1 : 0,
  )
  const { label, note } = valueAt(summary.offer, at)
  for (const text of [label, note]) {
    await expect(entry.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(isAhead ? 1 : 0)
  }
  for (const { value } of summary.offer) {
    if (value.note === note) continue
    await expect(entry.getByText(value.note, { exact: true }).filter({ visible: true })).toHaveCount(0)
  }
}

/** The event on the home page, the one after it, and the instant between them. */
async function featuredNow(origin: string): Promise<{ featured: Landing; next: Landing; until: Instant }> {
  const featured: Landing = await (await fetch(`${origin}/api/events/featured`)).json()
  const { upcomingUntil } = await summaryOf(origin, featured.slug)
  const later = (await listed(origin)).filter((item) => item.upcomingUntil > upcomingUntil)
  const next = later.sort((a, b) => a.upcomingUntil - b.upcomingUntil)[0]
  if (!next) throw new Error('Nothing comes after the featured event')
  return { featured, next: await landingFrom(origin, next.slug), until: upcomingUntil }
}

/** The server's clock is not the browser's here: the API answers as it will once its own clock has come as far. */
function answerFeatured(page: Page, landing: Landing): Promise<unknown> {
  return page.route('**/api/events/featured', (route) => route.fulfill({ json: landing }))
}

async function expectNext(page: Page, old: Landing, next: Landing): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveText(next.hero.title)
  // In the styles of the page, whose names the build made short.
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCSS(
    'text-transform',
    'uppercase',
  )
  await expect(page.getByText(old.hero.title)).toBeHidden()
  await expect(page.getByText(old.hero.date).filter({ visible: true })).toHaveCount(0)
  await expect(page).toHaveTitle(next.meta.title)
}

async function forwardTo(page: Page, at: Instant): Promise<void> {
  await page.clock.fastForward(at - (await page.evaluate(() => Date.now())))
}

async function markAsOpen(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(globalThis, 'isOpen', true))
}

function isStillOpen(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(globalThis, 'isOpen') === true)
}
