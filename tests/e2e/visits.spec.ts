import type { BrowserContext } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { BROWSER } from '#tests/support/api.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { freshName } from './support/people.ts'
import { featuredPath } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

test.use({ userAgent: BROWSER })

/** In words: what looks like a token is no campaign. */
const freshCampaign = () => freshName().replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))

/** What was stored of a campaign, which only one test has, in the order it was told. */
const rowsOf = (product: RunningProduct, utmCampaign: string) =>
  product.query((db) =>
    db
      .select()
      .from(analyticsPageViews)
      .where(eq(analyticsPageViews.utmCampaign, utmCampaign))
      .orderBy(analyticsPageViews.createdAt),
  )
const actsOf = async (product: RunningProduct, campaign: string) =>
  (await rowsOf(product, campaign)).map(({ kind, place }) => `${kind} ${place}`.trim())

/** Views and presses of registration; what came into sight on the way depends on the window. */
const pressesOf = async (product: RunningProduct, campaign: string) =>
  (await actsOf(product, campaign)).filter((act) => /^(view|register)/.test(act))

/** Pages of others open without being loaded. */
async function stayHere(context: BrowserContext, { url }: RunningProduct): Promise<void> {
  const isElsewhere = (address: URL) => address.origin !== new URL(url).origin
  await context.route(isElsewhere, (route) => route.fulfill({ body: 'elsewhere' }))
}

test('a visit is told from the page to the partner that was pressed, and nothing of it twice', async ({
  page,
  context,
  product,
}) => {
  const campaign = freshCampaign()
  await stayHere(context, product)
  await context.grantPermissions(['clipboard-write'])
  const path = await featuredPath(product.url)
  await page.goto(`${path}?utm_source=Newsletter&utm_campaign=${campaign}&token=not-kept#fragment`, {
    referer: 'https://www.google.com/search?q=not-kept',
  })
  const told = () => actsOf(product, campaign)
  await expect.poll(told).toEqual(['view'])

  const agenda = page.getByRole('heading', { name: "What You'll Learn" })
  for (let look = 0; look < 2; look += 1) {
    await agenda.scrollIntoViewIfNeeded()
    await expect.poll(told).toContain('agenda')
    await page.evaluate(() => scrollTo(0, 0))
  }
  await page.getByRole('button', { name: 'Copy letter' }).click()
  await expect.poll(told).toContain('letter copied')
  await page.evaluate(() => Object.assign(globalThis, { print: () => {} }))
  await page.getByRole('button', { name: 'Print it' }).click()
  await expect.poll(told).toContain('letter printed')
  await page.locator('#register a[target]:visible').click()
  await expect.poll(told).toContain('register register')

  const logo = page.locator('[data-partners] a').first()
  await logo.scrollIntoViewIfNeeded()
  await expect.poll(told).toContainEqual(expect.stringContaining('partner_shown'))
  await logo.click({ button: 'middle' })
  await expect.poll(told).toContainEqual(expect.stringContaining('partner_pressed'))

  const rows = await rowsOf(product, campaign)
  const isShown = (kind: string) => kind === 'partner_shown'
  expect(
    rows
      .filter(({ kind }) => !isShown(kind))
      .map(({ kind, place }) => (kind === 'partner_pressed' ? kind : `${kind} ${place}`)),
  ).toEqual(['view ', 'agenda ', 'letter copied', 'letter printed', 'register register', 'partner_pressed'])
  const shown = rows.filter(({ kind }) => isShown(kind)).map(({ place }) => place)
  expect(shown.length).toBeGreaterThan(1)
  expect(shown).toHaveLength(new Set(shown).size)
  const pressed = rows.find(({ kind }) => kind === 'partner_pressed')?.place ?? ''
  const [vendor] = await product.query((db) => db.select().from(vendorLibrary).where(eq(vendorLibrary.id, pressed)))
  expect(await logo.getAttribute('href')).toBe(vendor?.websiteUrl)
  for (const row of rows)
    expect(row).toMatchObject({
      ...{ pagePath: path, eventSlug: path.slice('/event/'.length), source: 'google', utmSource: 'newsletter' },
      ...{ device: 'desktop', browser: 'Chrome' },
    })
  expect(JSON.stringify(rows)).not.toMatch(/not-kept|fragment|Mozilla/)
})

test('registration is told if it is the first thing that is done, whether it is pressed, opened with the middle button or chosen by keyboard; the bar of a phone is a place of its own', async ({
  page,
  context,
  product,
}) => {
  await stayHere(context, product)
  for (const way of ['pressed', 'opened with the middle button', 'chosen by keyboard'] as const) {
    const campaign = freshCampaign()
    await page.goto(`/?utm_campaign=${campaign}`)
    const link = page.locator('[data-register] a[target]:visible').first()
    if (way === 'chosen by keyboard') await link.press('Enter')
    else await link.click({ button: way === 'pressed' ? 'left' : 'middle' })
    await expect.poll(() => pressesOf(product, campaign), way).toEqual(['view', 'register hero'])
    // The menu of the right button opens nothing.
    await link.click({ button: 'right' })
    await page.keyboard.press('Escape')
    await page.goto(`/events?utm_campaign=${campaign}`)
    await expect.poll(() => pressesOf(product, campaign), way).toEqual(['view', 'register hero', 'view'])
  }
  const campaign = freshCampaign()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${await featuredPath(product.url)}?utm_campaign=${campaign}`)
  await page.locator('[data-actions] [data-act]:visible').click()
  await expect.poll(() => actsOf(product, campaign)).toContain('register bar')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a page says all it has to say, its links lead where they led, and nothing is told', async ({
    page,
    context,
    product,
  }) => {
    const campaign = freshCampaign()
    await stayHere(context, product)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(`${await featuredPath(product.url)}?utm_campaign=${campaign}`)
    await expect(page.getByRole('heading', { name: "What You'll Learn" })).toBeVisible()
    const opened = context.waitForEvent('page')
    await page.locator('[data-register] a[target]:visible').first().click()
    expect((await opened).url()).toContain('register')
    expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([])
    expect(await rowsOf(product, campaign)).toEqual([])
  })
})
