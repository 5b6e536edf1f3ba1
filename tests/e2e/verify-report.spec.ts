import { eq } from 'drizzle-orm'
import { eventReports } from '#db/schema/feedback.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { REPORT_RECEIVED } from '#src/contract/report.ts'
import { refusing } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { freshName } from './support/people.ts'
import { isVerified, ownReportsPath, verifyPath } from './support/reports.ts'
import { expect, type Page, test } from './support/site-test.ts'

const VERIFY = '**/api/reports/verify'

const button = (page: Page) => page.getByRole('button', { name: 'Verify my report' })
const own = (page: Page) => page.getByRole('region', { name: 'Your reports' })

test('a report sent from the feedback page is verified by a click alone, and followed by its links', async ({
  page,
  product,
}) => {
  const sent = { email: `${freshName()}@gauge.example`, title: 'A packing list' }
  await page.goto('/feedback')
  await page.getByRole('tab', { name: 'Suggest Improvement' }).click()
  await page.getByLabel('Title').fill(sent.title)
  await page.getByLabel('Description').fill('Which gloves and shoes we need for the afternoon.')
  await page.getByLabel('Email').fill(sent.email)
  await page.getByRole('button', { name: 'Submit Report' }).click()
  const news = page.getByRole('region', { name: 'Notifications' })
  await expect(news.getByText(REPORT_RECEIVED)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/reports/')) calls.push(request.url())
  })
  const path = await verifyPath(product, sent)
  await page.goto(path)
  await expect(button(page)).toBeEnabled()
  await expect(page).toHaveURL('/verify-report#token')
  expect([calls, await isVerified(product, sent)]).toEqual([[], false])
  await expectUsable(page, 'before the click')
  await button(page).click()
  await expect(page.getByRole('status')).toContainText('Your report is verified')
  expect(await isVerified(product, sent)).toBe(true)
  await expectUsable(page, 'verified')
  await page.getByRole('link', { name: 'See my reports' }).click()
  await expect(page).toHaveURL('/feedback#reports')
  await expect(own(page).getByRole('heading', { name: sent.title })).toBeVisible()
  await expect(own(page).getByText('Suggestion, sent')).toBeVisible()
  await expect(own(page).getByText('Open', { exact: true })).toBeVisible()

  await page.goto(path)
  await button(page).click()
  await expect(page.getByRole('status')).toContainText('You have already verified it.')
  await expect(page.getByRole('link', { name: 'See my reports' })).toHaveCount(0)

  const answer = 'We list them now:\nlook below the agenda.'
  const isOurs = eq(eventReports.reporterEmail, sent.email)
  await product.query((db) => db.update(eventReports).set({ status: 'dismissed', answer }).where(isOurs))
  await page.goto(await ownReportsPath(product, sent))
  await expect(own(page).getByText('Closed', { exact: true })).toBeVisible()
  await expect(own(page).getByText('look below the agenda.')).toBeVisible()
  await expect(page.getByText(sent.email)).toHaveCount(0)
})

test('each state of the page says what to do: no link, busy, a lost answer, a dead link', async ({ page, trouble }) => {
  trouble.allow(/Failed to load resource/)
  await page.goto('/verify-report#token')
  await expect(page.getByRole('alert')).toContainText('Open the link again')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Open the link again')
  await expectUsable(page, 'without a link')

  await page.evaluate(() => {
    location.hash = '#token=abc'
  })
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
  let asked = 0
  await page.route(VERIFY, async (route) => {
    asked += 1
    await isLost
    await route.abort()
  })
  await button(page).click()
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled()
  lose()
  await expect(page.getByRole('alert')).toContainText('Your report is not verified yet.')
  expect(asked).toBe(1)
  await expectUsable(page, 'a lost answer')

  await page.unroute(VERIFY)
  await page.route(VERIFY, refusing(404, LINK_DEAD))
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText(LINK_DEAD)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Go to feedback' })).toHaveAttribute('href', '/feedback')
  await expect(button(page)).toHaveCount(0)
  await expectUsable(page, 'a dead link')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says what is needed', async ({ page }) => {
    await page.goto('/verify-report')
    await expect(page.getByText('Verifying your report needs JavaScript.')).toBeVisible()
    await expect(button(page)).toBeHidden()
  })
})
