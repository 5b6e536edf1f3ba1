import { eq } from 'drizzle-orm'
import { eventReports } from '#db/schema/feedback.ts'
import { isVerified, ownReportsPath, sendReport, verifyPath } from './support/reports.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const VERIFY = '**/api/reports/verify'
const DEAD = 'This link is not valid any more.'

const button = (page: Page) => page.getByRole('button', { name: 'Verify my report' })

test('the link in the mail leads to one button; its click verifies, and leads on to one\u2019s own reports', async ({
  page,
  product,
}) => {
  const sent = await sendReport(product)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/reports/')) calls.push(request.url())
  })
  await page.goto(await verifyPath(product, sent), { waitUntil: 'networkidle' })
  await expect(button(page)).toBeEnabled()
  await expect(page).toHaveURL('/verify-report#token')
  expect([calls, await isVerified(product, sent)]).toEqual([[], false])

  await button(page).click()
  await expect(page.getByRole('status')).toContainText('Your report is verified')
  expect(await isVerified(product, sent)).toBe(true)
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'See my reports' }).click()
  const own = page.getByRole('region', { name: 'Your reports' })
  await expect(own.getByRole('heading', { name: sent.title })).toBeVisible()
  await expect(own.getByText('Open', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/feedback#reports')
})

test('the link to one\u2019s own reports in the mail shows what became of them', async ({ page, product }) => {
  const sent = await sendReport(product)
  await page.goto(await verifyPath(product, sent))
  await button(page).click()
  await expect(page.getByRole('status')).toBeVisible()
  await product.query((db) =>
    db
      .update(eventReports)
      .set({ status: 'dismissed', answer: 'The door is to stay as it is:\nit is listed.' })
      .where(eq(eventReports.reporterEmail, sent.email)),
  )
  await page.goto(await ownReportsPath(product, sent))
  const own = page.getByRole('region', { name: 'Your reports' })
  await expect(own.getByText('Closed', { exact: true })).toBeVisible()
  await expect(own.getByText('it is listed.')).toBeVisible()
  await expect(page.getByText(sent.email)).toHaveCount(0)
})

test('a link used before says that all is well', async ({ page, context, product }) => {
  const path = await verifyPath(product, await sendReport(product))
  await page.goto(path)
  await button(page).click()
  await expect(page.getByRole('link', { name: 'See my reports' })).toBeVisible()
  const again = await context.newPage()
  await again.goto(path)
  await button(again).click()
  await expect(again.getByRole('status')).toContainText('It was verified already.')
  await expect(again.getByRole('link', { name: 'See my reports' })).toHaveCount(0)
})

test('a link that is none any more says so, and where to go', async ({ page, trouble }) => {
  trouble.allow(/404 .*\/api\/reports\/verify/)
  await page.goto(`/verify-report#token=${'x'.repeat(43)}`)
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText(DEAD)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('link', { name: 'To the feedback page' })).toHaveAttribute('href', '/feedback')
  await expect(button(page)).toHaveCount(0)
})

test('a lost answer leaves the button; the next click finds the report verified', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const sent = await sendReport(product)
  await page.goto(await verifyPath(product, sent))
  await page.route(VERIFY, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('Your report is not verified yet.')
  expect(await isVerified(product, sent)).toBe(true)
  await page.unroute(VERIFY)
  await button(page).click()
  await expect(page.getByRole('status')).toContainText('It was verified already.')
})

test('while it is on its way the button says so and cannot be pressed again', async ({ page }) => {
  let asked = 0
  await page.route(VERIFY, () => {
    asked += 1
  })
  await page.goto('/verify-report#token=abc')
  await button(page).click()
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled()
  expect(asked).toBe(1)
})

test('loaded again, or without a link, the page asks to open the one in the mail', async ({ page }) => {
  for (const path of ['/verify-report', '/verify-report#token']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('Open the link again')
    expect(await violations(page)).toEqual([])
  }
})

test('another link opened in the same tab counts from then on', async ({ page }) => {
  await page.goto('/verify-report')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.evaluate(() => {
    location.hash = '#token=abc'
  })
  await expect(button(page)).toBeEnabled()
})

test('nothing of the page is kept, listed or told to others', async ({ request }) => {
  const {
    'cache-control': cache,
    'referrer-policy': referrer,
    'x-robots-tag': robots,
  } = (await request.get('/verify-report')).headers()
  expect([cache, referrer, robots]).toEqual(['no-store', 'no-referrer', 'noindex'])
  const feedback = (await request.get('/feedback')).headers()
  expect(feedback['referrer-policy']).toBe('no-referrer')
  expect(feedback['x-robots-tag']).toBeUndefined()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation where one verifies, on a phone, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.emulateMedia({ colorScheme })
    await page.goto('/verify-report#token=abc')
    await expect(button(page)).toBeEnabled()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says what is needed', async ({ page }) => {
    await page.goto('/verify-report')
    await expect(page.getByText('Verifying your report needs JavaScript.')).toBeVisible()
    await expect(button(page)).toBeHidden()
  })
})
